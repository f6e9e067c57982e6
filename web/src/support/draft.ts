/** A message that is being written, stored in this browser for its writer until it is sent; also for visitors. */
import { useCallback, useEffect, useState } from 'react'
import { attemptKeys } from '../api/attemptKey.ts'
import { forgetDraft, keepDraft, readDraft, VISITOR } from '../api/draft.ts'
import { session } from '../api/session.ts'

const pristine = { text: '' }

/** For each open message: the function to call once it was sent. */
const open = new Set<(name: string, writer: number, sent: string) => void>()

/**
 * Text that survives a reload and the end of a session, under a name of its own, and the idempotency keys of the attempts to send
 * it; `keep` is called once an attempt has begun.
 */
export function useDraft(name: string) {
  const [{ first, keys, writer }] = useState(() => {
    const writer = session.get()?.user.id ?? VISITOR // after a sign-out the writer is still the same person
    const { values, attempt } = readDraft(name, pristine, writer)
    return { first: values.text ?? '', keys: attemptKeys(attempt), writer }
  })
  const [text, setText] = useState(first)
  const keep = useCallback(
    () => keepDraft(name, { pristine, values: { text }, attempt: keys.current(), writer }),
    [name, text, keys, writer],
  )
  useEffect(keep, [keep])
  useEffect(() => {
    const clear = (other: string, by: number, sent: string) => {
      if (other === name && by === writer) setText((now) => (now === sent ? '' : now))
    }
    open.add(clear)
    return () => void open.delete(clear)
  }, [name, writer])
  /** The message was sent; the page may have been left meanwhile, and opened again with the same text. */
  function forget() {
    keys.ended()
    if (readDraft(name, pristine, writer).values.text === text) forgetDraft(name, writer)
    for (const clear of open) clear(name, writer, text)
  }
  return { text, setText, keys, keep, forget }
}
