/** A message that is being written, kept in this browser for its writer until it is sent. */
import { useEffect, useState } from 'react'
import { session } from '../api/session.ts'

const KEPT_MS = 7 * 86_400_000

/** Text that outlives a reload and a session that ends, by a name of its own. */
export function useDraft(name: string) {
  const key = `draft ${session.get()?.user.id ?? 0} ${name}`
  const [text, setText] = useState(() => readDraft(key))
  useEffect(() => keepDraft(key, text), [key, text])
  return [text, setText] as const
}

function readDraft(key: string): string {
  try {
    const { at, values }: { at?: unknown; values?: { text?: unknown } } = JSON.parse(localStorage.getItem(key) ?? '{}')
    const text = values?.text
    return typeof text === 'string' && Date.now() - Number(at) < KEPT_MS ? text : ''
  } catch {
    return '' // blocked, or not ours
  }
}

function keepDraft(key: string, text: string) {
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), values: { text } }))
  } catch {
    // Blocked or full: the text lasts as long as the page.
  }
}
