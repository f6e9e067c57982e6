/** What the headers of a call contain. */
import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'
import type { FastifyRequest } from 'fastify'

/** The token as it was sent, whether or not it belongs to a session. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]
}

/** A poll, or a request that a page repeats by itself. */
export function isInBackground({ headers }: FastifyRequest): boolean {
  return headers[BACKGROUND_HEADER] === '1'
}
