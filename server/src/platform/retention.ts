/** How long data is kept that nobody needs any more, in one table (docs/security.md#what-is-kept-and-how-long has it in words). */

const DAY_MS = 86_400_000

/** Days, counted from when an item was made or last used. Jobs delete older items within the hour, alerts in the next night. */
export const keptDays = {
  /** Mails and short messages that were sent or given up, with their files. */
  'sent messages': 30,
  /** Tokens of links that reset a password; a link works for 30 minutes. */
  'reset links': 1,
  /** Codes that prove a contact and links that claim an address; each works for 30 minutes. */
  'contact codes and claims': 1,
  /**
   * First replies of calls, for repeats with the same Idempotency-Key: a day longer than a draft keeps its key on a
   * device, so a call that is repeated after a lost reply never becomes a second request.
   */
  'idempotency replies': 8,
  /** Counts of wrong passwords and codes. */
  'attempt counters': 1,
  /** Hashes of the addresses from which somebody signed in. */
  'known addresses': 90,
  /** Uploaded pictures that belong to no record. */
  'unused pictures': 1,
  /** Alerts of admins: events since they occurred, states since they ended; checks of the invariants since the last clean one. */
  alerts: 90,
} as const

/** The moment before which items of this kind are too old to keep. */
export function keptSince(what: keyof typeof keptDays, now: Date): Date {
  return new Date(now.getTime() - keptDays[what] * DAY_MS)
}
