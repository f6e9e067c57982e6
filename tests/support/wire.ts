/** A line between two programs that fails where a test wants it to: a TCP proxy of our own. */
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** Away from who opened the connection, and back to it. */
export type Way = 'there' | 'back'
export const ways: readonly Way[] = ['there', 'back']
/**
 * `reset`: both ends are told at once; `half-close`: the direction ends as if all had been said, the other stays open;
 * `silence`: nothing arrives any more in either direction; `delay`: the rest comes later, and nothing is lost.
 */
export type Failure = 'reset' | 'half-close' | 'silence' | 'delay'
export const failures: readonly Failure[] = ['reset', 'half-close', 'silence', 'delay']
/** `after` so many bytes of one direction, 0: before the first. */
export type Cut = { way: Way; after: number; failure: Failure }

export type Wire = {
  port: number
  /** While this works, the line fails once. Answers how many bytes arrived in each direction, and whether it failed. */
  during<T>(
    cut: Cut | null,
    work: () => Promise<T>,
  ): Promise<{ result: T; arrived: Record<Way, number>; failed: boolean }>
  close(): Promise<void>
}

const DELAY_MS = 20

export async function openWire(to: NetConnectOpts): Promise<Wire> {
  let cut: Cut | null = null
  let arrived = { there: 0, back: 0 }
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true })
    const line = { silent: false, near, far }
    carry('there', near, far, line)
    carry('back', far, near, line)
  })

  function carry(way: Way, from: Socket, to: Socket, line: { silent: boolean; near: Socket; far: Socket }): void {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (line.silent || to.writableEnded) return
      const left = cut?.way === way ? cut.after - arrived[way] : Infinity
      const now = bytes.subarray(0, left)
      arrived[way] += now.length
      if (now.length > 0) to.write(now)
      if (left <= bytes.length) fail(way, { ...line, line, from, to, rest: bytes.subarray(left) })
    })
    from.on('end', () => to.end())
    from.on('error', () => tear(to))
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  function fail(
    way: Way,
    {
      line,
      from,
      to,
      rest,
    }: { line: { silent: boolean; near: Socket; far: Socket }; from: Socket; to: Socket; rest: Buffer },
  ): void {
    const failure = cut?.failure
    cut = null
    switch (failure) {
      case 'reset':
        tear(line.near)
        tear(line.far)
        return
      case 'half-close':
        to.end()
        return
      case 'silence':
        line.silent = true
        return
      case 'delay':
        from.pause()
        setTimeout(() => {
          arrived[way] += rest.length
          if (rest.length > 0) to.write(rest)
          from.resume()
        }, DELAY_MS)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    port: address.port,
    async during(next, work) {
      cut = next
      arrived = { there: 0, back: 0 }
      const result = await work()
      const failed = next !== null && cut === null
      cut = null
      return { result, arrived: { ...arrived }, failed }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** PostgreSQL's own socket is none of TCP and knows no reset: its end is as abrupt. */
function tear(socket: Socket): void {
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
