/** What the headers of a call contain. */
import type { IncomingHttpHeaders } from 'node:http'
import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'

type Headed = { headers: IncomingHttpHeaders }

/** The token as it was sent, whether or not it belongs to a session. */
export function tokenOf({ headers }: Headed): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]
}

/** A poll, or a request that a page repeats by itself. */
export function isInBackground({ headers }: Headed): boolean {
  return headers[BACKGROUND_HEADER] === '1'
}
