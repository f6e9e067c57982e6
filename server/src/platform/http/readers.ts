/** Downloads that take as long as their client reads, each with a connection of the pool for that time. */
import { refuse } from './refuse.ts'

const READERS_MAX = 4 // of the pool's 20 connections; the others serve everybody else
const READERS_EACH = 2
const COME_BACK_SECONDS = 10

const readers: number[] = []

/**
 * Takes one of the places for such downloads; the caller must call the returned function once, when the download is over.
 * Refuses `unavailable`, to be retried later, if this person has two or all are taken.
 */
export function takeReader(user: number): () => void {
  if (readers.length >= READERS_MAX || readers.filter((each) => each === user).length >= READERS_EACH)
    refuse({ code: 'unavailable', retryAfterSeconds: COME_BACK_SECONDS })
  readers.push(user)
  return () => void readers.splice(readers.indexOf(user), 1)
}
