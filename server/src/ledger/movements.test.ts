/** Every way money moves, to the paisa: the table of docs/money.md#the-ledger. */
import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import {
  balanceAdjusted,
  depositApproved,
  depositReversed,
  flexibleDeposited,
  flexibleWithdrawn,
  interestPosted,
  type Movement,
  packageApproved,
  packageBonus,
  planBought,
  planClaimed,
  profitSharesPaid,
  referralRewarded,
  transferCompleted,
  welcomeBonus,
  welcomeBonusTakenBack,
  withdrawalApproved,
  withdrawalReleased,
  withdrawalRequested,
  withdrawalReturned,
} from './movements.ts'

const amount = paise(1_000_00n)
const fee = paise(70_00n)
const [id, user] = [9, 7]

type Row = [name: string, movement: Movement, cause: string, legs: [user: number, account: string, amount: bigint][]]

test.each<Row>([
  [
    'deposit',
    depositApproved({ id, user, method: 'upi', amount }),
    'deposit 9 decided',
    [
      [0, 'cash_upi', -1_000_00n],
      [7, 'wallet', 1_000_00n],
    ],
  ],
  [
    'package',
    packageApproved({ id, user, method: 'crypto', amount }),
    'deposit 9 decided',
    [
      [0, 'cash_crypto', -1_000_00n],
      [7, 'wallet', 1_000_00n],
    ],
  ],
  [
    'package_bonus',
    packageBonus({ id, user, bonus: paise(50_01n) }),
    'deposit 9 bonus',
    [
      [0, 'expense_package_bonus', -50_01n],
      [7, 'wallet', 50_01n],
    ],
  ],
  [
    'deposit_reversal',
    depositReversed({ id, user, method: 'bank', amount, bonus: paise(50_01n) }),
    'deposit 9 reversed',
    [
      [7, 'wallet', -1_050_01n],
      [0, 'cash_bank', 1_000_00n],
      [0, 'expense_package_bonus', 50_01n],
    ],
  ],
  [
    'deposit_reversal',
    depositReversed({ id, user, method: 'bank', amount, bonus: paise(0n) }),
    'deposit 9 reversed',
    [
      [7, 'wallet', -1_000_00n],
      [0, 'cash_bank', 1_000_00n],
    ],
  ],
  [
    'withdrawal_hold',
    withdrawalRequested({ id, user, amount }),
    'withdrawal 9 requested',
    [
      [7, 'wallet', -1_000_00n],
      [7, 'held', 1_000_00n],
    ],
  ],
  [
    'withdrawal_payout',
    withdrawalApproved({ id, user, type: 'upi', amount, fee }),
    'withdrawal 9 decided',
    [
      [7, 'held', -1_000_00n],
      [0, 'cash_upi', 930_00n],
      [0, 'fee_withdrawal', 70_00n],
    ],
  ],
  [
    'withdrawal_release',
    withdrawalReleased({ id, user, amount }),
    'withdrawal 9 decided',
    [
      [7, 'held', -1_000_00n],
      [7, 'wallet', 1_000_00n],
    ],
  ],
  [
    'withdrawal_return',
    withdrawalReturned({ id, user, type: 'bank', amount, fee }),
    'withdrawal 9 returned',
    [
      [0, 'cash_bank', -930_00n],
      [0, 'fee_withdrawal', -70_00n],
      [7, 'wallet', 1_000_00n],
    ],
  ],
  [
    'transfer',
    transferCompleted({ id, sender: 7, receiver: 8, amount, fee: paise(30_00n) }),
    'transfer 9 completed',
    [
      [7, 'wallet', -1_030_00n],
      [8, 'wallet', 1_000_00n],
      [0, 'fee_transfer', 30_00n],
    ],
  ],
  [
    'plan_purchase',
    planBought({ id, user, amount }),
    'investment 9 bought',
    [
      [7, 'wallet', -1_000_00n],
      [7, 'invested', 1_000_00n],
    ],
  ],
  [
    'plan_claim',
    planClaimed({ id, user, amount, profit: paise(21_01n) }),
    'investment 9 claimed',
    [
      [7, 'invested', -1_000_00n],
      [7, 'wallet', 1_021_01n],
      [0, 'expense_plan_profit', -21_01n],
    ],
  ],
  [
    'flexible_deposit',
    flexibleDeposited({ id, user, amount }),
    'flexible 9 moved',
    [
      [7, 'wallet', -1_000_00n],
      [7, 'flexible', 1_000_00n],
    ],
  ],
  [
    'flexible_withdraw',
    flexibleWithdrawn({ id, user, amount }),
    'flexible 9 moved',
    [
      [7, 'flexible', -1_000_00n],
      [7, 'wallet', 1_000_00n],
    ],
  ],
  [
    'flexible_interest',
    interestPosted({
      day: '2026-03-31',
      credits: [
        { user: 6, amount: paise(0n) },
        { user: 7, amount: paise(2_00n) },
        { user: 8, amount: paise(1n) },
      ],
    }),
    'interest 7 posted 2026-03-31',
    [
      [0, 'expense_flexible_interest', -2_01n],
      [7, 'flexible', 2_00n],
      [8, 'flexible', 1n],
    ],
  ],
  [
    'welcome_bonus',
    welcomeBonus({ user, amount }),
    'user 7 welcomed',
    [
      [0, 'expense_welcome_bonus', -1_000_00n],
      [7, 'flexible', 1_000_00n],
    ],
  ],
  [
    'welcome_bonus_taken_back',
    welcomeBonusTakenBack({ id, user, amount }),
    'flexible 9 moved',
    [
      [7, 'flexible', -1_000_00n],
      [0, 'expense_welcome_bonus', 1_000_00n],
    ],
  ],
  [
    'referral_income',
    referralRewarded({ referred: 9, referrer: 7, amount }),
    'referral 9 rewarded',
    [
      [0, 'expense_referral', -1_000_00n],
      [7, 'wallet', 1_000_00n],
    ],
  ],
  [
    'referral_income',
    profitSharesPaid({
      source: { subject: 'interest', subjectId: 9, day: '2026-03-31' },
      credits: [
        { referrer: 7, amount: paise(20n) },
        { referrer: 8, amount: paise(1n) },
      ],
    }),
    'interest 9 shared 2026-03-31',
    [
      [0, 'expense_referral', -21n],
      [7, 'wallet', 20n],
      [8, 'wallet', 1n],
    ],
  ],
  [
    'adjustment',
    balanceAdjusted({ id, user, change: paise(-5n) }),
    'adjustment 9 made',
    [
      [0, 'expense_adjustment', 5n],
      [7, 'wallet', -5n],
    ],
  ],
])('%s', (kind, movement, cause, legs) => {
  expect(movement.kind).toBe(kind)
  const { subject, subjectId, event, day } = movement.cause
  expect([subject, subjectId, event, ...(day ? [day] : [])].join(' ')).toBe(cause)
  expect(movement.legs).toEqual(legs.map(([holder, account, change]) => ({ user: holder, account, amount: change })))
})

test('a movement that moves nothing cannot be made', () => {
  expect(() => withdrawalRequested({ id, user, amount: paise(0n) })).toThrow('withdrawal_hold of withdrawal 9')
  expect(() => interestPosted({ day: '2026-03-31', credits: [] })).toThrow('moves nothing')
  expect(() => interestPosted({ day: '2026-03-31', credits: [{ user, amount: paise(-1n) }] })).toThrow('moves nothing')
})
