/** Polls as an open app sends them: over a connection, because kept replies are sent before Fastify sees the call. */
import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'
import { unreadCount } from '@bittkosh/contract/notifications'
import type { FastifyInstance } from 'fastify'
import type { Answer, TestUser } from './server.ts'

export const BELL = unreadCount.path

/** Without `headers` it is marked as a poll; they replace the mark. */
export type Poll = (user: TestUser, path?: string, headers?: Record<string, string>) => Promise<Answer>

/** Listens until the app is closed. */
export async function pollerOf(app: FastifyInstance): Promise<Poll> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return async ({ token }, path = BELL, headers = { [BACKGROUND_HEADER]: '1' }) => {
    const reply = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const text = await reply.text()
    const body = text === '' ? '' : JSON.parse(text)
    return { status: reply.status, body, headers: Object.fromEntries(reply.headers) }
  }
}
