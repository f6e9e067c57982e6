import type { RefusalCode } from '@bittkosh/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from './database.ts'
import { readsFromStandby } from './replica.ts'

const here = { position: '0/5', system: '7', timeline: 3 }

/** A server that answers every statement with one row, or not at all. */
function fake(row: object | null) {
  const run = vi.fn(async () => {
    if (row === null) throw Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })
    return { rows: [row], count: 1 }
  })
  return { db: { run, begin: null } as unknown as Db<RefusalCode>, run }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['has replayed it', { replayed: true }, true],
  ['was left behind on an older timeline', { replayed: true, timeline: 2 }, false],
  ['is of another system', { replayed: true, system: '8' }, false],
])('a copy that %s', async (_case, change, isChosen) => {
  const primary = fake(here)
  const copy = fake({ ...here, ...change })
  const reads = readsFromStandby(primary.db, copy.db, () => {})
  const choosing = reads.choose()
  await vi.waitFor(() => expect(copy.run).toHaveBeenCalled())
  vi.advanceTimersByTime(250)
  expect((await choosing) === copy.db).toBe(isChosen)
  expect(reads.counts).toEqual(isChosen ? { standby: 1, primary: 0 } : { standby: 0, primary: 1 })
})

test('a copy that does not answer is left, and tried again after five seconds, not before', async () => {
  const primary = fake(here)
  const copy = fake(null)
  const leave = vi.fn()
  const reads = readsFromStandby(primary.db, copy.db, leave)
  expect(await reads.choose()).toBe(primary.db)
  expect(leave).toHaveBeenCalledOnce()
  expect(copy.run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(4_999)
  expect(await reads.choose()).toBe(primary.db)
  expect(copy.run).toHaveBeenCalledTimes(1)
  expect(primary.run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await reads.choose()
  expect(copy.run).toHaveBeenCalledTimes(2)
})

test('several reads that find the copy gone at once leave it once, and do not skip the next one', async () => {
  const leave = vi.fn()
  const reads = readsFromStandby(fake(here).db, fake(null).db, leave)
  await Promise.all([reads.choose(), reads.choose(), reads.choose()])
  expect(leave).toHaveBeenCalledOnce()
})

test('a demoted primary is recognised by its own answer', async () => {
  const primary = fake({ ...here, position: null })
  const copy = fake(here)
  expect(await readsFromStandby(primary.db, copy.db, () => {}).choose()).toBe(primary.db)
  expect(copy.run).not.toHaveBeenCalled()
})

test('a mistake in the read is thrown once', async () => {
  const work = vi.fn(async () => {
    throw new Error('a mistake')
  })
  const reads = readsFromStandby(fake(here).db, fake({ ...here, replayed: true }).db, () => {})
  await expect(reads.run(work)).rejects.toThrow('a mistake')
  expect(work).toHaveBeenCalledOnce()
})
