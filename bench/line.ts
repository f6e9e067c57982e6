/** A light client: one connection, one call at a time, with little overhead beyond the sockets themselves. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type Line = {
  /** Sends a JSON body with a key of its own; returns the status. */
  post(to: { path: string; token: string; key: string; body: string }): Promise<number>
  /** A read, as a poll; with the ETag of the last reply it returns 304 if nothing has changed. */
  get(from: {
    path: string
    token: string
    etag?: string | undefined
  }): Promise<{ status: number; etag: string | undefined }>
  close(): void
}
type Answer = { status: number; head: string }

export async function openLine(address: URL): Promise<Line> {
  const socket = connect(Number(address.port), address.hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let waiting: { answered: (answer: Answer) => void; failed: (error: Error) => void } | null = null
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    if (head < 0 || text.length < head + 4 + Number(length ?? 0)) return
    const answer = { status: Number(text.slice(9, 12)), head: text.slice(0, head) }
    text = ''
    waiting?.answered(answer)
  })
  socket.on('error', (error) => waiting?.failed(error))
  socket.on('close', () => waiting?.failed(new Error('the program closed the connection')))
  const ask = (request: string) =>
    new Promise<Answer>((answered, failed) => {
      waiting = { answered, failed }
      if (socket.destroyed) failed(new Error('the program has closed the connection'))
      else socket.write(request)
    })
  return {
    async post({ path, token, key, body }) {
      const { status } = await ask(
        `POST /api${path} HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${key}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      return status
    },
    async get({ path, token, etag }) {
      const { status, head } = await ask(
        `GET /api${path} HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: Bearer ${token}\r\nx-background: 1\r\n` +
          `${etag === undefined ? '' : `if-none-match: ${etag}\r\n`}\r\n`,
      )
      return { status, etag: /^etag: (.*)$/im.exec(head)?.[1] }
    },
    close: () => socket.destroy(),
  }
}
