/** What the headers of a call say. */
import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'
import type { FastifyRequest } from 'fastify'

/** As it was sent, whether it is of any session or not. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]
}

/** A poll, or what a page fetches again by itself. */
export function isInBackground({ headers }: FastifyRequest): boolean {
  return headers[BACKGROUND_HEADER] === '1'
}
