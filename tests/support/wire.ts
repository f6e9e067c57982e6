/** A connection between two programs that fails at a chosen byte: a TCP proxy of our own. */
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** From the side that opened the connection, and back to it. */
export type Way = 'there' | 'back'
export const ways: readonly Way[] = ['there', 'back']
/**
 * `reset`: both ends get a reset immediately; `half-close`: the direction ends normally, the other stays open; `silence`: nothing
 * arrives any more in either direction; `delay`: the rest arrives later, and nothing is lost.
 */
export type Failure = 'reset' | 'half-close' | 'silence' | 'delay'
export const failures: readonly Failure[] = ['reset', 'half-close', 'silence', 'delay']
/** `after` this many bytes of one direction, 0: before the first. */
export type Cut = { way: Way; after: number; failure: Failure }

export type Wire = {
  port: number
  /**
   * The connection fails once while `work` runs. Returns the byte counts in each direction at which a message had arrived
   * completely, including the last one, and whether the connection failed.
   */
  during<T>(
    cut: Cut | null,
    work: () => Promise<T>,
  ): Promise<{ result: T; ends: Record<Way, number[]>; failed: boolean }>
  close(): Promise<void>
}

/** Called with each byte of one direction of a connection, returns whether it completes a message. */
export type Framing = (way: Way) => (byte: number) => boolean

/** PostgreSQL's messages: a type, which a client's first message lacks, and a length that includes itself. */
export const messagesOfPostgres: Framing = (way) => {
  let types = way === 'there' ? 0 : 1
  let read = 0
  let length = 0
  return (byte) => {
    read++
    if (read > types && read <= types + 4) length = length * 256 + byte
    if (read < types + 4 || read < types + length) return false
    types = 1
    read = length = 0
    return true
  }
}

/** The head of a request or reply, and its body. */
export const partsOfHttp: Framing = () => {
  let head = ''
  let left = 0
  return (byte) => {
    if (left > 0) return --left === 0
    head += String.fromCharCode(byte)
    if (!head.endsWith('\r\n\r\n')) return false
    left = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    head = ''
    return true
  }
}

type Line = { silent: boolean; near: Socket; far: Socket }

const DELAY_MS = 20

export async function openWire(to: NetConnectOpts, framing: Framing): Promise<Wire> {
  let cut: Cut | null = null
  let arrived = { there: 0, back: 0 }
  let ends: Record<Way, number[]> = { there: [], back: [] }
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true })
    const line = { silent: false, near, far }
    carry('there', near, far, line)
    carry('back', far, near, line)
  })

  function carry(way: Way, from: Socket, to: Socket, line: Line): void {
    const isWhole = framing(way)
    const pass = (bytes: Buffer) => {
      for (const [n, byte] of bytes.entries()) if (isWhole(byte)) ends[way].push(arrived[way] + n + 1)
      arrived[way] += bytes.length
      if (bytes.length > 0) to.write(bytes)
    }
    sockets.add(from)
    from.on('data', (bytes) => {
      if (line.silent || to.writableEnded) return
      const left = cut?.way === way ? cut.after - arrived[way] : Infinity
      pass(bytes.subarray(0, left))
      if (left <= bytes.length) fail({ line, from, to, goOn: () => pass(bytes.subarray(left)) })
    })
    from.on('end', () => to.end())
    from.on('error', () => tear(to))
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  function fail({ line, from, to, goOn }: { line: Line; from: Socket; to: Socket; goOn: () => void }): void {
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
          goOn()
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
      ends = { there: [], back: [] }
      const result = await work()
      const failed = next !== null && cut === null
      cut = null
      return { result, ends: structuredClone(ends), failed }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A PostgreSQL socket that is not TCP has no reset: closing it is as abrupt. */
function tear(socket: Socket): void {
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}

/** Where a PostgreSQL listens, and its address through proxy ports on this machine. */
export function routeOf(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const place = folder
    ? { path: `${folder}/.s.PGSQL.${searchParams.get('port') ?? 5432}` }
    : { host: hostname, port: Number(port || 5432) }
  const through = (...ports: number[]) => {
    const address = new URL(url)
    for (const name of ['host', 'port']) address.searchParams.delete(name)
    address.host = 'hosts'
    return address.href.replace('hosts', ports.map((each) => `127.0.0.1:${each}`).join())
  }
  return { place, through }
}
