import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { type RewardFacts, rewardDue } from './rules.ts'

const facts: RewardFacts = {
  referrer: 7,
  deposited: paise(1_000_00n),
  movedToEarn: paise(500_00n),
  kycApproved: true,
  reward: paise(100_00n),
  threshold: paise(500_00n),
}

test.each<[string, Partial<RewardFacts>, boolean]>([
  ['₹500 of own money in Earn pays', {}, true],
  ['a paisa less does not', { movedToEarn: paise(499_99n) }, false],
  [
    'money that was never deposited does not count',
    { deposited: paise(499_99n), movedToEarn: paise(9_000_00n) },
    false,
  ],
  ['a user without an approved identity earns nobody anything', { kycApproved: false }, false],
  ['the reward is switched off', { reward: paise(0n) }, false],
])('%s', (_case, change, pays) => {
  expect(rewardDue({ ...facts, ...change })).toEqual(pays ? { referrer: 7, amount: 100_00n } : null)
})
