/** Replies with an ETag: the server sends such a reply again only if it has changed. */
import { onNewToken, session } from './session.ts'

type Tagged = { etag: string; reading: unknown }

/** By address, for one session, and in memory only, because the browser must store nothing. */
const tagged = new Map<string, Tagged>()
const KEPT_MAX = 50

onNewToken(() => tagged.clear())

/** The last reply of this address, if it had an ETag. */
export function lastTagged(address: string): Tagged | undefined {
  return tagged.get(address)
}

/** Stores a decoded reply with an ETag, unless its session is over. */
export function keepTagged(address: string, token: string | undefined, { headers }: Response, reading: unknown): void {
  const etag = headers.get('etag')
  tagged.delete(address)
  if (etag === null || token !== session.get()?.token) return
  const [oldest] = tagged.keys()
  if (tagged.size >= KEPT_MAX && oldest !== undefined) tagged.delete(oldest)
  tagged.set(address, { etag, reading })
}
