/** The one clock of the program. Maturity, expiry and interest read it, so tests and development can move it. */
export type Clock = {
  now(): Date
  /** Moves the clock to an instant; it continues to run from there. */
  moveTo(at: Date): void
  /** How far the clock is ahead of the machine's, in milliseconds. */
  offsetMs(): number
}

export function makeClock(offsetMs = 0): Clock {
  let offset = offsetMs
  return {
    now: () => new Date(Date.now() + offset),
    moveTo: (at) => {
      offset = at.getTime() - Date.now()
    },
    offsetMs: () => offset,
  }
}
