/** A message that is being written, kept in this browser for its writer until it is sent; a visitor’s too. */
import { useEffect, useState } from 'react'
import { keepDraft, readDraft, VISITOR } from '../api/draft.ts'
import { session } from '../api/session.ts'

const pristine = { text: '' }

/** Text that outlives a reload and a session that ends, by a name of its own. */
export function useDraft(name: string) {
  const writer = session.get()?.user.id ?? VISITOR
  const [text, setText] = useState(() => readDraft(name, pristine, writer).values.text ?? '')
  useEffect(() => keepDraft(name, { pristine, values: { text }, writer }), [name, text, writer])
  return [text, setText] as const
}
