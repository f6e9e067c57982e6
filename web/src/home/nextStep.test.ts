import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { type NextStep, type NextStepFacts, nextStepOf, type Waiting } from './nextStep.ts'

const rupees = (amount: number) => paise(BigInt(amount) * 100n)
const nothing: NextStepFacts = {
  ready: [],
  waiting: [],
  wallet: rupees(0),
  invested: rupees(0),
  smallestPlan: rupees(1_000),
  kyc: null,
}
const deposit: Waiting = { kind: 'deposit', amount: rupees(5_000), since: new Date('2026-11-21T06:00:00Z') }
const identity: Waiting = { kind: 'kyc', amount: null, since: new Date('2026-11-20T06:00:00Z') }

test.each<[string, Partial<NextStepFacts>, NextStep | null]>([
  ['somebody new adds money', {}, { step: 'add-money' }],
  [
    'what is ready comes before everything else',
    {
      ready: [
        { symbol: 'BTC', amount: rupees(1_021) },
        { symbol: 'ETH', amount: rupees(2_000) },
      ],
      waiting: [deposit],
    },
    { step: 'claim', count: 2, amount: rupees(3_021), symbol: 'BTC' },
  ],
  ['who waits is told for what', { waiting: [deposit] }, { step: 'wait', request: deposit, others: 0 }],
  ['of several the oldest', { waiting: [deposit, identity] }, { step: 'wait', request: identity, others: 1 }],
  ['a wallet below every plan lacks the rest', { wallet: rupees(400) }, { step: 'shortfall', missing: rupees(600) }],
  ['a wallet that reaches the smallest plan buys it', { wallet: rupees(1_000) }, { step: 'first-plan' }],
  ['without any plan on offer there is none to buy', { wallet: rupees(400), smallestPlan: null }, { step: 'kyc' }],
  ['a small rest beside plans is no shortfall', { wallet: rupees(4), invested: rupees(5_000) }, { step: 'kyc' }],
  ['a rejected identity is to be sent again', { invested: rupees(5_000), kyc: 'rejected' }, { step: 'kyc' }],
  ['who has done all of it is left in peace', { invested: rupees(5_000), kyc: 'approved' }, null],
])('%s', (_name, facts, step) => {
  expect(nextStepOf({ ...nothing, ...facts })).toEqual(step)
})
