/**
 * What a commit has changed, for what a process keeps of the database (docs/polls.md). The database notes it in the table
 * `changes`, and says it to the connection that makes the change.
 */

/** The people for whom something has changed; empty for counts of the panel alone. */
export type Changed = readonly number[] | 'everybody'

/** The class of the notice that says a change. */
export const CHANGE_NOTED = 'BK001'

/** Of such a notice, or of several lines of the table. */
export function readChanged(text: string): Changed {
  return text.includes('*') ? 'everybody' : text.split(',').filter(Boolean).map(Number)
}
