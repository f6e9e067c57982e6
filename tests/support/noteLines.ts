/**
 * Loaded into a program before it starts (`NODE_OPTIONS=--import=…`): writes where each line that it opens leads, one a row,
 * into the file that LINES_NOTED_IN names.
 */
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

const open = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value as (...given: unknown[]) => Socket

Socket.prototype.connect = function connect(this: Socket, ...given: unknown[]): Socket {
  const [first] = given.flat()
  const to =
    typeof first === 'object' ? (first as { path?: string; host?: string; port?: number }) : { path: String(first) }
  appendFileSync(process.env['LINES_NOTED_IN'] ?? '', `${to.path ?? `${to.host}:${to.port}`}\n`)
  return open.apply(this, given)
}
