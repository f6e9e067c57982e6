import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { type NextStep, type NextStepFacts, nextStepOf } from './nextStep.ts'

const rupees = (amount: number) => paise(BigInt(amount) * 100n)
const nothing: NextStepFacts = {
  ready: [],
  moneyWaits: false,
  kycWaits: null,
  wallet: rupees(0),
  invested: rupees(0),
  inEarn: rupees(0),
  tried: null,
  smallestPlan: rupees(1_000),
  kyc: null,
}
const btc = { name: 'BTC Saver 30', symbol: 'BTC', amount: rupees(5_000) }
const since = new Date('2026-11-20T06:00:00Z')

test.each<[string, Partial<NextStepFacts>, NextStep | null]>([
  ['somebody new adds money', {}, { step: 'add-money' }],
  [
    'what is ready comes before everything else',
    {
      ready: [
        { name: 'BTC Saver 30', amount: rupees(1_021) },
        { name: 'ETH Saver 60', amount: rupees(2_000) },
      ],
      moneyWaits: true,
      kycWaits: since,
    },
    { step: 'claim', amount: rupees(3_021), name: 'BTC Saver 30', others: 1 },
  ],
  ['who waits for the identity is told since when', { kycWaits: since, moneyWaits: true }, { step: 'kyc-wait', since }],
  ['who waits for money is not asked to add some', { moneyWaits: true }, null],
  ['a wallet below every plan lacks the rest', { wallet: rupees(400) }, { step: 'shortfall', missing: rupees(600) }],
  [
    'who has typed more than the wallet holds lacks the rest of that',
    { wallet: rupees(1_200), invested: rupees(5_000), tried: btc },
    { step: 'tried', missing: rupees(3_800), ...btc },
  ],
  ['who waits for money knows what it is for', { wallet: rupees(1_200), tried: btc, moneyWaits: true }, null],
  ['what the wallet holds by now is only to be sent', { wallet: rupees(5_000), tried: btc }, { step: 'first-plan' }],
  ['a wallet that reaches the smallest plan buys it', { wallet: rupees(1_000) }, { step: 'first-plan' }],
  ['without any plan on offer there is none to buy', { wallet: rupees(400), smallestPlan: null }, { step: 'kyc' }],
  ['a small rest beside plans is no shortfall', { wallet: rupees(4), invested: rupees(5_000) }, { step: 'kyc' }],
  ['whose money is all in Earn has started', { inEarn: rupees(5_000) }, { step: 'kyc' }],
  ['a wallet beside Earn buys a plan too', { wallet: rupees(1_000), inEarn: rupees(500) }, { step: 'first-plan' }],
  ['a rejected identity is to be sent again', { invested: rupees(5_000), kyc: 'rejected' }, { step: 'kyc' }],
  ['who has done all of it is left in peace', { invested: rupees(5_000), kyc: 'approved' }, null],
])('%s', (_name, facts, step) => {
  expect(nextStepOf({ ...nothing, ...facts })).toEqual(step)
})
