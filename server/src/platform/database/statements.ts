/** A statement as logs and traces show it: its text with placeholders, never the values. */
type Shown = { name: string; text: string }

const TEXT_MAX = 500 // characters; the beginning says which one it is
const KEPT_MAX = 500 // as many as may have names (sql.ts)
const kept = new Map<string, Shown>()

/** `name` is the first operation and its table: 'select users', 'insert outbox'; or the function of the database that it calls. */
export function shown(text: string): Shown {
  const known = kept.get(text)
  if (known) return known
  const [verb = ''] = /[a-z]+/.exec(text) ?? []
  const [moving] = /\b(?:ledger_post|flexible_post_interest)\b/.exec(text) ?? [] // whatever else is written in the same statement
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_][a-z_0-9]*)/.exec(text) ?? []
  const [, called] = /^\s*select\s+([a-z_0-9]+)\(/.exec(text) ?? []
  const made = {
    name: [verb, moving ?? table ?? called].filter(Boolean).join(' '),
    text: text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX),
  }
  if (kept.size < KEPT_MAX) kept.set(text, made)
  return made
}
