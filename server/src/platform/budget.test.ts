import { expect, test } from 'vitest'
import { BudgetExceeded, withinBudget } from './budget.ts'
import { isUnavailable } from './database/unavailable.ts'

test('a result or a failure in time is passed on', async () => {
  expect(await withinBudget(Promise.resolve(7), { budgetMs: 60_000 })).toBe(7)
  await expect(withinBudget(Promise.reject(new Error('no')), { budgetMs: 60_000 })).rejects.toThrow('no')
})

test('a caller that would wait too long gets BudgetExceeded, and a late result is cleaned up', async () => {
  const cleared: string[] = []
  let finish = (_result: string) => {}
  const work = new Promise<string>((resolve) => (finish = resolve))
  const waiting = withinBudget(work, { budgetMs: 1, late: (result) => void cleared.push(result) })
  const thrown = await waiting.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(BudgetExceeded)
  expect(isUnavailable(thrown)).toBe(true)
  finish('a stream')
  await work
  expect(cleared).toEqual(['a stream'])
})

test('a failure after the caller stopped waiting is not an unhandled rejection', async () => {
  let fail = (_error: Error) => {}
  const work = new Promise<string>((_, reject) => (fail = reject))
  await expect(withinBudget(work, { budgetMs: 1 })).rejects.toThrow(BudgetExceeded)
  fail(new Error('too late'))
  await work.catch(() => {})
})
