/**
 * Preloaded into a program (`NODE_OPTIONS=--import=…`): writes the destination of each connection that it opens, one per line, into
 * the file that LINES_NOTED_IN names.
 */
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

const open = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value as (...given: unknown[]) => Socket

Socket.prototype.connect = function connect(this: Socket, ...given: unknown[]): Socket {
  appendFileSync(process.env['LINES_NOTED_IN'] ?? '', `${target(given.flat())}\n`)
  return open.apply(this, given)
}

/** The arguments of `connect`: an object, a port and its host, or a path. */
function target([first, second]: unknown[]): string {
  if (typeof first !== 'object') return Number(first) > 0 ? `${second}:${first}` : String(first)
  const { path, host, port } = first as { path?: string; host?: string; port?: number }
  return path ?? `${host}:${port}`
}
