import { type Sql, sql } from './database/sql.ts'

const DAY_MS = 86_400_000
/** How far the machine's clock may be ahead of the last trusted moment before an admin must confirm the date. */
const UNASKED_MS = 7 * DAY_MS

/** The program's only clock. Maturity, expiry and interest read it, so tests and development can move it. */
export type Clock = {
  now(): Date
  /** Moves the clock to an instant; it continues to run from there. */
  moveTo(at: Date): void
  /** How far the clock is ahead of the machine's, in milliseconds. */
  offsetMs(): number
  /** The machine's own clock. */
  machine(): Date
  /** The clock of the database's machine, moved like this one, as an SQL expression: the same for every process. */
  database(): Sql
  /** Accepts a moment of the machine's clock as right. */
  trust(machineAt: Date): void
  /** Whether the machine's clock is too far ahead to pay or delete by its date, or no moment has been trusted yet. */
  isDoubted(): boolean
}

export function makeClock(offsetMs = 0, machine = () => new Date()): Clock {
  let offset = offsetMs
  let trustedAt: Date | null = null
  return {
    now: () => new Date(machine().getTime() + offset),
    moveTo: (at) => {
      offset = at.getTime() - machine().getTime()
    },
    offsetMs: () => offset,
    machine,
    database: () => sql`(statement_timestamp() + ${offset}::double precision * interval '1 millisecond')`,
    trust: (machineAt) => {
      trustedAt = machineAt
    },
    isDoubted: () => trustedAt === null || isTooFarAhead(machine(), trustedAt),
  }
}

/**
 * Whether a moment is more than seven days after the last trusted one; a step back is never too far. Source:
 * docs/decisions/0350-a-date-that-jumps-is-confirmed.md
 */
export function isTooFarAhead(now: Date, trustedAt: Date): boolean {
  return now.getTime() - trustedAt.getTime() > UNASKED_MS
}
