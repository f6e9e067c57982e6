/** Which items run together, and what happens to the others. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBatches, BATCH_BUDGET_MS } from './batching.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

type Item = { owner: number; name: string }
type Batch = { names: string[]; end: PromiseWithResolvers<readonly string[]> }

/** `batches`: batches of several, whose results each test decides; `alone`: items run alone, of which `first` waits for its end. */
function queue() {
  const alone: string[] = []
  const batches: Batch[] = []
  const first = Promise.withResolvers<void>()
  const failures: unknown[] = []
  const run = inBatches<Item, string>({
    ownerOf: ({ owner }) => owner,
    async alone({ name }) {
      alone.push(name)
      if (name === 'first') await first.promise
      if (name === 'failing') throw new Error('it failed alone')
      return `${name} alone`
    },
    failed: (error) => void failures.push(error),
    async together(items) {
      const batch = { names: items.map(({ name }) => name), end: Promise.withResolvers<readonly string[]>() }
      batches.push(batch)
      const done = await batch.end.promise
      return new Map(items.filter(({ name }) => done.includes(name)).map((item) => [item, `${item.name} together`]))
    },
  })
  const ask = (...names: string[]) => names.map((name, owner) => run({ owner: owner + 1, name }))
  return { run, ask, alone, batches, first, failures }
}

test('one runs at once; those that arrive meanwhile run together, one of each person, fifty at most', async () => {
  const { run, ask, alone, batches, first } = queue()
  const leader = run({ owner: 0, name: 'first' })
  expect(alone).toEqual(['first'])
  const twice = [run({ owner: 7, name: 'one' }), run({ owner: 7, name: 'again' })]
  const many = ask(...Array.from({ length: 60 }, (_, n) => `n${n}`)) // the seventh belongs to the same person
  first.resolve()
  expect(await leader).toBe('first alone')
  await setImmediate()
  expect(batches[0]?.names).toEqual(['one', ...Array.from({ length: 50 }, (_, n) => `n${n}`).filter((n) => n !== 'n6')])
  batches[0]?.end.resolve(batches[0].names)
  expect(await twice[0]).toBe('one together')
  await setImmediate()
  expect(batches[1]?.names).toEqual(['again', ...Array.from({ length: 10 }, (_, n) => `n${n + 50}`)])
  batches[1]?.end.resolve(batches[1].names)
  await setImmediate()
  expect(await many[6]).toBe('n6 alone') // the last one, with nothing queued behind it
  expect(await Promise.all([...twice, ...many])).toHaveLength(62)
  expect(alone).toEqual(['first', 'n6'])
})

test('an item that a batch does not finish runs alone, and so do all if it fails', async () => {
  const { run, ask, alone, batches, first, failures } = queue()
  void run({ owner: 0, name: 'first' })
  const some = ask('a', 'b')
  first.resolve()
  await setImmediate()
  batches[0]?.end.resolve(['a'])
  expect(await Promise.all(some)).toEqual(['a together', 'b alone'])

  void run({ owner: 0, name: 'first' })
  const others = ask('c', 'failing')
  await setImmediate()
  batches[1]?.end.reject(new Error('a deadlock'))
  expect(await Promise.allSettled(others)).toMatchObject([
    { value: 'c alone' },
    { reason: new Error('it failed alone') },
  ])
  expect(failures).toEqual([new Error('a deadlock')])
  expect(alone).toEqual(['first', 'b', 'first', 'c', 'failing'])
})

test('a slow one holds up nobody: after a quarter of a second the next batch starts', async () => {
  const { run, ask, batches, first } = queue()
  const leader = run({ owner: 0, name: 'first' })
  const next = ask('a', 'b')
  await setImmediate()
  expect(batches).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(BATCH_BUDGET_MS)
  await setImmediate()
  expect(batches[0]?.names).toEqual(['a', 'b'])
  batches[0]?.end.resolve(['a', 'b'])
  expect(await Promise.all(next)).toEqual(['a together', 'b together'])
  first.resolve()
  expect(await leader).toBe('first alone')
})
