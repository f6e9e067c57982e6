import type { Done } from '@bittkosh/contract/guards'
import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { actToPropose, judgeDeciding, judgeOpen, judgeWithdrawing } from './rules.ts'

const fine = { fine: true }
const refused = (code: string) => ({ refused: { code } })
const payout = (amount: bigint): Done => ({ action: 'withdrawal approved', subject: 'withdrawal', after: { amount } })

test('the first act that needs another admin is proposed', () => {
  const acts = [payout(999_99n), payout(1_000_00n), payout(2_000_00n)]
  expect(actToPropose(acts, paise(1_000_00n))).toBe(acts[1])
  expect(actToPropose(acts, paise(3_000_00n))).toBeUndefined()
  expect(actToPropose(acts, null)).toBeUndefined()
})

test.each([
  ['another admin who may', 2, ['finance'], ['deposits.decide'], fine],
  ['another admin who may do half of it', 2, ['kyc'], ['deposits.decide', 'kyc.decide'], refused('may_not_decide')],
  ['another admin who may do both halves', 2, ['kyc', 'finance'], ['deposits.decide', 'kyc.decide'], fine],
  ['another admin who may by the second of two roles', 2, ['viewer', 'finance'], ['deposits.decide'], fine],
  ['another admin who may not', 2, ['viewer'], ['deposits.decide'], refused('may_not_decide')],
  ['its maker, whatever they may', 1, ['owner'], ['deposits.decide'], refused('own_proposal')],
] as const)('a proposal is decided by %s', (_case, id, roles, permissions, expected) => {
  expect(judgeDeciding({ id, roles }, { made_by: { id: 1 }, permissions })).toEqual(expected)
})

test.each([
  ['its maker', 1, fine],
  ['another admin', 2, refused('proposal_of_another')],
])('a proposal is withdrawn by %s', (_case, id, expected) => {
  expect(judgeWithdrawing({ id, roles: ['owner'] }, { made_by: { id: 1 } })).toEqual(expected)
})

const at = new Date('2026-03-31T10:00:00Z')
const now = new Date('2026-03-31T10:05:00Z')
test('the refusal of a closed proposal names who closed it and when', () => {
  expect(judgeOpen({ status: 'open', decidedBy: null, decidedAt: null, now })).toEqual(fine)
  const params = { status: 'declined', by: 'Meera', at, now }
  expect(judgeOpen({ status: 'declined', decidedBy: 'Meera', decidedAt: at, now })).toEqual({
    refused: { code: 'proposal_closed', params },
  })
  expect(() => judgeOpen({ status: 'declined', decidedBy: null, decidedAt: at, now })).toThrow('by nobody')
  expect(() => judgeOpen({ status: 'declined', decidedBy: 'Meera', decidedAt: null, now })).toThrow('by nobody')
})
