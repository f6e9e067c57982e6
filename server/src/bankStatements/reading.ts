/** Reads a bank's file in a separate process (reader.ts), one file at a time. */
import { fork } from 'node:child_process'
import { type MayRefuse, refuse } from '../platform/http/refuse.ts'
import { makeLine } from '../platform/turns.ts'
import type { ReadFile } from './reader.ts'

const WAITING_MAX = 10
const READ_WITHIN_MS = 30_000 // the largest accepted file needs 2 s
const HEAP_MB = 384 // of which that file needs 150

const inTurn = makeLine(WAITING_MAX)

/**
 * The cells of a CSV or XLSX file. Refuses `statement_unreadable` (another format, damaged, too slow or too large to
 * read), `statement_too_large`, and `unavailable` if too many are waiting.
 */
export async function readStatement(
  call: MayRefuse<'statement_unreadable' | 'statement_too_large'>,
  bytes: Buffer,
): Promise<Extract<ReadFile, { cells: unknown }>> {
  const read = await inTurn(() => readApart(bytes))
  if ('refused' in read) return refuse(call, { code: read.refused, field: 'content' })
  return read
}

function readApart(bytes: Buffer): Promise<ReadFile> {
  const child = fork(new URL('reader.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => child.kill('SIGKILL'), READ_WITHIN_MS)
    const end = (read: ReadFile) => {
      clearTimeout(tooLong)
      resolve(read)
    }
    child.once('message', (read) => end(read as ReadFile)) // what reader.ts sends
    child.once('exit', () => end({ refused: 'statement_unreadable' }))
    child.once('error', () => end({ refused: 'statement_unreadable' }))
    child.send(new Uint8Array(bytes), (error) => error && child.kill('SIGKILL'))
  })
}
