import { paise } from '@bittkosh/contract/money'
import { beforeEach, expect, test } from 'vitest'
import { keepDraft } from '../api/draft.ts'
import { session } from '../api/session.ts'
import { dearestTried, draftName, nothingTyped } from './tried.ts'

const rupees = (amount: number) => paise(BigInt(amount) * 100n)
const plan = (symbol: string) => ({
  name: `${symbol} Saver`,
  symbol,
  minimum_deposit: rupees(1_000),
  maximum_deposit: rupees(50_000),
})
const plans = [plan('BTC'), plan('ETH')]

beforeEach(() => {
  const asha = { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' as const }
  session.begin('secret', asha)
})

test.each<[string, Record<string, string>, string | null]>([
  ['nothing was typed', {}, null],
  ['one sum was typed', { BTC: '5000' }, 'BTC 5000'],
  ['of several the largest', { BTC: '5000', ETH: '25000.5' }, 'ETH 25000.5'],
  ['what the plan does not take is left out', { BTC: '5000', ETH: '50000.01' }, 'BTC 5000'],
  ['so is what is below its minimum', { ETH: '999' }, null],
])('%s', (_what, typed, found) => {
  for (const [symbol, amount] of Object.entries(typed))
    keepDraft(draftName({ symbol }), { pristine: nothingTyped, values: { amount } })
  const tried = dearestTried(plans)
  expect(tried && `${tried.symbol} ${Number(tried.amount) / 100}`).toBe(found)
})

test('a sum that was sent without getting a reply may be invested already', () => {
  const attempt = { values: '{"amount":"500000n"}', key: 'k' }
  keepDraft(draftName({ symbol: 'BTC' }), { pristine: nothingTyped, values: { amount: '5000' }, attempt })
  expect(dearestTried(plans)).toBeNull()
})
