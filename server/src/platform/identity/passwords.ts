/** Password hashes: argon2id, a few at a time, so that a flood of sign-ins does not stall everyone else. */
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../http/refuse.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes. Measured 2026-11: 23 ms on one core.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
const AT_ONCE_MAX = 4 // 76 MiB
const WAITING_MAX = 40 // a quarter of a second of work on two cores; further work is refused at once

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs hashing work, a few at a time. Refuses `unavailable` (503) at once if too many are queued, so whatever the work needs
 * from the database belongs inside: a flood of sign-ins must not queue for connections that other calls need.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) return refuse({ code: 'unavailable', retryAfterSeconds: 2 })
    // The work that finishes passes its place on, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS))
}

/** True for a hash made with weaker parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  return !CURRENT.test(passwordHash)
}

// The hash of an unknown random text, made with today's parameters.
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$UAFOHB8rmumv0Pt5mfO88g$+zjIjSBaU+A3zUXxUHG4dtjZAYDkTkQn0jxqsGMVLoA'

/**
 * Compares a password with a hash, or with a dummy if there is none, so that a non-existent account takes the same time.
 * Only for work that runs in turn.
 */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(isHash(passwordHash) ? passwordHash : dummyHash, password)
  return isRight && isHash(passwordHash)
}

function isHash(passwordHash: string | null): passwordHash is string {
  return passwordHash !== null && passwordHash.startsWith('$argon2id$')
}
