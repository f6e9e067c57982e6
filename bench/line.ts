/** A light client: one connection, one POST at a time, little more work than the sockets themselves. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type Line = {
  /** Sends a JSON body with a key of its own; returns the status. */
  post(to: { path: string; token: string; key: string; body: string }): Promise<number>
  close(): void
}

export async function openLine(address: URL): Promise<Line> {
  const socket = connect(Number(address.port), address.hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let waiting: { answered: (status: number) => void; failed: (error: Error) => void } | null = null
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    if (head < 0 || text.length < head + 4 + Number(length ?? 0)) return
    const status = Number(text.slice(9, 12))
    text = ''
    waiting?.answered(status)
  })
  socket.on('error', (error) => waiting?.failed(error))
  socket.on('close', () => waiting?.failed(new Error('the program closed the connection')))
  return {
    post: ({ path, token, key, body }) =>
      new Promise((answered, failed) => {
        waiting = { answered, failed }
        socket.write(
          `POST /api${path} HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${key}\r\n` +
            `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    close: () => socket.destroy(),
  }
}
