/** Downloads end when their client reads too slowly (docs/security.md#rate-limits). */
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as aTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSteadily } from './readers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const KB = Buffer.alloc(1024, 'x')
const aMinuteLater = () => vi.advanceTimersByTime(60_000)

/** A file without an end, a kilobyte at a time. */
function* endless() {
  for (;;) yield KB
}

/** Reads so many kilobytes as soon as they are there. */
async function read(content: Readable, kilobytes: number): Promise<void> {
  for (let left = kilobytes * KB.length; left > 0;) {
    const chunk: Buffer | null = content.read(Math.min(left, KB.length))
    if (chunk) left -= chunk.length
    else await new Promise((resolve) => content.once('readable', resolve))
  }
}

/** Until the program has as much ready as it keeps for a client that reads nothing. */
async function untilFull(content: Readable): Promise<void> {
  while (content.readableLength < content.readableHighWaterMark) await aTurn()
}

test('a download that is read steadily goes on, however long it takes', async () => {
  const leave = vi.fn<() => void>()
  const content = readSteadily(Readable.from(endless()), leave)
  for (let minute = 0; minute < 30; minute++) {
    await read(content, 200)
    aMinuteLater()
  }
  expect([content.destroyed, leave.mock.calls.length]).toEqual([false, 0])
  content.destroy()
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

test.each([0, 1, 20])(
  'one of which %i kilobytes a minute are read is ended, and its place is free',
  async (kilobytes) => {
    const leave = vi.fn<() => void>()
    const source = Readable.from(endless())
    const content = readSteadily(source, leave)
    const ended = finished(content)
    await untilFull(content)
    aMinuteLater() // what is kept ready counts for the first minute
    await read(content, kilobytes)
    aMinuteLater()
    await expect(ended).rejects.toThrow('read too slowly')
    expect(leave).toHaveBeenCalledOnce()
    expect(source.destroyed).toBe(true)
  },
)

test('one that waits for the database goes on', async () => {
  const leave = vi.fn<() => void>()
  const ready = Promise.withResolvers<Buffer>()
  async function* rows() {
    yield await ready.promise
  }
  const content = readSteadily(Readable.from(rows()), leave)
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done()
    },
  })
  content.pipe(sink)
  for (let minute = 0; minute < 3; minute++) aMinuteLater()
  ready.resolve(KB)
  await finished(sink)
  expect(size).toBe(KB.length)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

test('one that fails frees its place', async () => {
  const leave = vi.fn<() => void>()
  const source = Readable.from(endless())
  const content = readSteadily(source, leave)
  const ended = finished(content)
  source.destroy(new Error('the connection is lost'))
  await expect(ended).rejects.toThrow('the connection is lost')
  expect(leave).toHaveBeenCalledOnce()
})
