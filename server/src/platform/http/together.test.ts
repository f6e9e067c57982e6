/** What is logged when the calls of a batch run one by one; the rest is tested in server/src/transfers/together.test.ts. */
import { verifyTransfer } from '@bittkosh/contract/transfers'
import { expect, test, vi } from 'vitest'
import { DatabaseLost } from '../database/connection.ts'
import type { Services } from '../services.ts'
import { Refusal } from './refuse.ts'
import { batchingOf } from './together.ts'

test.each([
  ['a lost database, which is told once by itself', new DatabaseLost(new Error('gone')), 0],
  ['a lock that was waited for', Object.assign(new Error('lock timeout'), { code: '55P03' }), 0],
  ['a refusal of one of them', new Refusal({ code: 'insufficient_balance' }), 0],
  ['anything else', new Error('a bug'), 1],
])('%s', (_case, error, lines) => {
  const warn = vi.fn()
  const services = { log: { warn } } as unknown as Services
  batchingOf(services, {
    endpoint: verifyTransfer,
    success: 200,
    handle: async () => ({ each: [], write: vi.fn() }),
  }).failed(error)
  expect(warn).toHaveBeenCalledTimes(lines)
})
