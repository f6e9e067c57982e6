/** A message that is being written, kept in this browser for its writer until it is sent; a visitor’s too. */
import { useCallback, useEffect, useState } from 'react'
import { attemptKeys } from '../api/attemptKey.ts'
import { keepDraft, readDraft, VISITOR } from '../api/draft.ts'
import { session } from '../api/session.ts'

const pristine = { text: '' }

/**
 * Text that outlives a reload and a session that ends, by a name of its own, and the keys of the attempts to send it;
 * `keep` is called once an attempt has begun.
 */
export function useDraft(name: string) {
  const writer = session.get()?.user.id ?? VISITOR
  const [{ first, keys }] = useState(() => {
    const { values, attempt } = readDraft(name, pristine, writer)
    return { first: values.text ?? '', keys: attemptKeys(attempt) }
  })
  const [text, setText] = useState(first)
  const keep = useCallback(
    () => keepDraft(name, { pristine, values: { text }, attempt: keys.current(), writer }),
    [name, text, keys, writer],
  )
  useEffect(keep, [keep])
  return { text, setText, keys, keep }
}
