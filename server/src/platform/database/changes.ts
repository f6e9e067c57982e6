/**
 * What a commit has changed, for processes that cache data of the database (docs/polls.md). The database records the
 * change in the table `changes` and sends a notice on the connection that makes it.
 */

/** The people whose data has changed; empty for a change that affects only counts of the panel. */
export type Changed = readonly number[] | 'everybody'

/** The SQLSTATE of the notice that reports a change. */
export const CHANGE_NOTED = 'BK001'

/** Parses such a notice, or several joined rows of the table. */
export function readChanged(text: string): Changed {
  return text.includes('*') ? 'everybody' : text.split(',').filter(Boolean).map(Number)
}
