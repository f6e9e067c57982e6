/** Replies that a client may ask for again by their tag: the server then sends them only where they have changed. */
import { session } from './session.ts'

type Tagged = { etag: string; reading: unknown }

/** By address; of one session, and in memory only, as the browser is told to store nothing. */
const tagged = new Map<string, Tagged>()
const KEPT_MAX = 50

let owner = session.get()?.token
session.onChange(() => {
  const next = session.get()?.token
  if (next !== owner) tagged.clear()
  owner = next
})

/** What this address was answered with last, if it had a tag. */
export function lastTagged(address: string): Tagged | undefined {
  return tagged.get(address)
}

/** Keeps what a reply with a tag said, unless it came for a session that is over. */
export function keepTagged(address: string, token: string | undefined, { headers }: Response, reading: unknown): void {
  const etag = headers.get('etag')
  tagged.delete(address)
  if (etag === null || token !== session.get()?.token) return
  const [oldest] = tagged.keys()
  if (tagged.size >= KEPT_MAX && oldest !== undefined) tagged.delete(oldest)
  tagged.set(address, { etag, reading })
}
