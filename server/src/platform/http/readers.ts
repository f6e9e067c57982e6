/** Downloads that are read as slowly as their reader likes, each with a connection of the pool for as long. */
import { refuse } from './refuse.ts'

const READERS_MAX = 4 // of the pool's 20 connections; the others serve everybody else
const READERS_EACH = 2
const COME_BACK_SECONDS = 10

const readers: number[] = []

/**
 * Takes one of the places for such downloads; the caller must call what it returns once, when the download is over.
 * Refuses `unavailable`, to come back later, where this person has two or all are taken.
 */
export function takeReader(user: number): () => void {
  if (readers.length >= READERS_MAX || readers.filter((each) => each === user).length >= READERS_EACH)
    refuse({ code: 'unavailable', retryAfterSeconds: COME_BACK_SECONDS })
  readers.push(user)
  return () => void readers.splice(readers.indexOf(user), 1)
}
