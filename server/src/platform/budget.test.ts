import { expect, test } from 'vitest'
import { TookTooLong, withinBudget } from './budget.ts'
import { isUnavailable } from './database/unavailable.ts'

test('a result in time, and a failure in time, come through', async () => {
  expect(await withinBudget(Promise.resolve(7), { budgetMs: 60_000 })).toBe(7)
  await expect(withinBudget(Promise.reject(new Error('no')), { budgetMs: 60_000 })).rejects.toThrow('no')
})

test('who would wait too long hears it, and what comes later is cleared up', async () => {
  const cleared: string[] = []
  let finish = (_result: string) => {}
  const work = new Promise<string>((resolve) => (finish = resolve))
  const waiting = withinBudget(work, { budgetMs: 1, late: (result) => void cleared.push(result) })
  const thrown = await waiting.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(TookTooLong)
  expect(isUnavailable(thrown)).toBe(true)
  finish('a stream')
  await work
  expect(cleared).toEqual(['a stream'])
})

test('a failure that comes later than anybody waits for is no unhandled one', async () => {
  let fail = (_error: Error) => {}
  const work = new Promise<string>((_, reject) => (fail = reject))
  await expect(withinBudget(work, { budgetMs: 1 })).rejects.toThrow(TookTooLong)
  fail(new Error('too late'))
  await work.catch(() => {})
})
