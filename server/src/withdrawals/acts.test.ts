/** What each act on a withdrawal writes, and its effects: without a database, on made-up rows. */
import { ppm } from '@bittkosh/contract/money'
import { settingsFrom } from '@bittkosh/contract/settings'
import { describe, expect, test } from 'vitest'
import * as acting from '../../../tests/support/requestActs.ts'
import { asked, at, decided, meera, owner, ravi, rupees, settings } from '../../../tests/support/requestActs.ts'
import { withdrawalApproved, withdrawalReleased, withdrawalReturned } from '../ledger/movements.ts'
import { rateOf, withdrawalRules } from './deciding.ts'
import type { WithdrawalRow } from './queries.ts'
import type { ProposedPayment } from './rules.ts'

const aWithdrawal: WithdrawalRow = {
  id: 6,
  number: 'W6',
  user_id: owner,
  amount: rupees(1000),
  fee: rupees(70),
  fee_rate: ppm(70_000n),
  type: 'upi',
  details: { upi_id: 'asha@okhdfc' },
  usdt_rate: null,
  usdt_rate_is_fallback: false,
  status: 'pending',
  transaction_id: null,
  rejection_preset: null,
  admin_note: null,
  created_at: asked,
  decided_at: null,
  decided_by: null,
  claimed_by: null,
  claimed_by_name: null,
  claimed_at: null,
  returned_at: null,
  returned_by: null,
  return_reason: null,
  paid_before_stop: false,
}
const inUsdt: WithdrawalRow = { ...aWithdrawal, type: 'crypto', usdt_rate: rupees(90), usdt_rate_is_fallback: true }
const inUsdtLately = { ...inUsdt, created_at: new Date(at.getTime() - 3_600_000) }
const claimed = (admin: number) => ({ claimed_by: admin, claimed_by_name: 'Ravi', claimed_at: asked })
const ravis = { ...aWithdrawal, ...claimed(ravi) }
const ours = { ...aWithdrawal, ...claimed(meera) }
const paid: WithdrawalRow = { ...ours, status: 'approved', transaction_id: 'UTR 1' }

type Act = keyof typeof withdrawalRules.acts
type Gathered = {
  isFrozen: boolean
  kycApproved: boolean
  proposed: ProposedPayment | null
  reported: { utr: string; batch: number } | null
}
const fine: Gathered = { isFrozen: false, kycApproved: true, proposed: null, reported: null }
const frozen = { ...fine, isFrozen: true }
const unproven = { ...fine, kycApproved: false }
const proposed = { ...fine, proposed: { by: 'Ravi', at: asked } }
const reported = { ...fine, reported: { utr: '730000000139', batch: 7 } }
const outcome = (act: Act, row: WithdrawalRow, typed: object = {}, gathered = fine) =>
  acting.outcome(withdrawalRules, act, row, { typed, gathered })

describe('what an act writes', () => {
  const claims = { claimed_by: meera, claimed_at: at }
  const pays = { status: 'approved', transaction_id: 'UTR 4321 9876' }
  const payment = {
    transaction_id: 'UTR 4321 9876',
    reference_key: '43219876',
    rejection_preset: null,
    admin_note: null,
    paid_before_stop: false,
  }
  const takesOver = { take_over_from: ravi }
  const refusedAs = (code: string, rest: object = {}) => ({ refused: { code, ...rest } })
  const byOther = refusedAs('claimed_by_other', { params: { by: 'Ravi', at: asked, now: at } })
  const kept = refusedAs('already_proposed', { params: { by: 'Ravi', at: asked, now: at } })
  const noReference = refusedAs('transaction_id_required', { field: 'transaction_id' })

  test.each<[string, Act, WithdrawalRow, typed: object, Gathered, columns: object]>([
    ['a claim: who and when, and no rate for rupees', 'claim', aWithdrawal, {}, fine, claims],
    [
      'a claim of USDT within a day: the rate that was kept',
      'claim',
      inUsdtLately,
      {},
      fine,
      { ...claims, usdt_rate: rupees(90), usdt_rate_is_fallback: true },
    ],
    [
      'a claim of USDT later: the rate of the moment, which somebody has set',
      'claim',
      inUsdt,
      {},
      fine,
      { ...claims, usdt_rate: rupees(91.5), usdt_rate_is_fallback: false },
    ],
    ['a claim of one’s own: nothing', 'claim', { ...inUsdt, ...claimed(meera) }, {}, fine, {}],
    ['a claim of another’s: refused with the name', 'claim', ravis, {}, fine, byOther],
    ['a claim that is taken over from the named admin', 'claim', ravis, takesOver, fine, claims],
    ['a claim while the owner’s money is frozen', 'claim', ravis, takesOver, frozen, refusedAs('requester_frozen')],
    ['a claim that comes with its batch: even then', 'claim', ravis, { ...takesOver, begun: true }, frozen, claims],
    [
      'a new claim that comes with a batch: refused while the owner lacks an identity',
      'claim',
      aWithdrawal,
      { begun: true },
      unproven,
      refusedAs('owner_kyc_missing'),
    ],
    ['a release: nobody pays it any more', 'release', ours, {}, fine, { claimed_by: null, claimed_at: null }],
    ['a release of an unclaimed one: refused', 'release', aWithdrawal, {}, fine, refusedAs('not_claimed')],
    ['a release of another’s: refused with the name', 'release', ravis, {}, fine, byOther],
    ['a claim of one that its holder has proposed to pay: refused', 'claim', ravis, takesOver, proposed, kept],
    ['the same with its batch: refused too', 'claim', ravis, { ...takesOver, begun: true }, proposed, kept],
    ['a claim of one’s own proposed payment: changes nothing', 'claim', ours, {}, proposed, {}],
    ['a release of one’s own proposed payment: refused', 'release', ours, {}, proposed, kept],
    [
      'a rejection of one that the bank reported as paid: refused',
      'reject',
      ours,
      { status: 'rejected', admin_note: 'No' },
      reported,
      refusedAs('payment_reported', { params: { utr: '730000000139', batch: 7 } }),
    ],
    [
      'the same when the bank’s later result says that it failed: refused too',
      'reject',
      ours,
      { status: 'rejected', admin_note: 'No', refusedByBank: true },
      reported,
      refusedAs('payment_reported', { params: { utr: '730000000139', batch: 7 } }),
    ],
    ['a payment of one that the bank reported as paid', 'approve', ours, pays, reported, payment],
    [
      'a rejection of one’s own proposed payment: refused, because the money may have left',
      'reject',
      ours,
      { status: 'rejected', rejection_preset: 'details_refused' },
      proposed,
      kept,
    ],
    ['a payment of an unclaimed one: claims it too', 'approve', aWithdrawal, pays, fine, { ...claims, ...payment }],
    ['a payment of one’s own claim', 'approve', ours, pays, fine, payment],
    ['a payment of another’s claim: refused with the name', 'approve', ravis, pays, fine, byOther],
    ['a payment without a reference: refused', 'approve', ours, { status: 'approved' }, fine, noReference],
    ['a payment to a frozen owner: refused', 'approve', ours, pays, frozen, refusedAs('requester_frozen')],
    [
      'a payment made before the owner was frozen: by the claim’s holder',
      'approve',
      ours,
      { ...pays, already_paid: true },
      frozen,
      { ...payment, paid_before_stop: true },
    ],
    [
      'an allegedly earlier payment of an unclaimed one: refused',
      'approve',
      aWithdrawal,
      { ...pays, already_paid: true },
      unproven,
      refusedAs('owner_kyc_missing'),
    ],
    [
      'a rejection: who claimed it, and the reason',
      'reject',
      aWithdrawal,
      { status: 'rejected', rejection_preset: 'details_refused', admin_note: 'No such account' },
      unproven,
      {
        ...claims,
        transaction_id: null,
        reference_key: null,
        rejection_preset: 'details_refused',
        admin_note: 'No such account',
      },
    ],
    ['a cancellation: only its state', 'cancel', aWithdrawal, {}, fine, {}],
    ['a cancellation while somebody pays: refused', 'cancel', ravis, {}, fine, refusedAs('being_paid')],
    [
      'a return: by whom, when and why',
      'return',
      paid,
      { reason: 'Account closed' },
      fine,
      { returned_at: at, returned_by: meera, return_reason: 'Account closed' },
    ],
  ])('%s', (_case, act, row, typed, gathered, columns) =>
    expect(outcome(act, row, typed, gathered)?.columns).toEqual(columns),
  )

  test.each<[Act, WithdrawalRow, state: object]>([
    ['claim', aWithdrawal, { status: 'pending' }],
    ['release', ours, { status: 'pending' }],
    ['approve', ours, { status: 'approved', ...decided }],
    ['reject', ours, { status: 'rejected', ...decided }],
    ['cancel', aWithdrawal, { status: 'cancelled', ...decided }],
    ['return', paid, { status: 'returned' }], // who decided stays
  ])('%s: the state', (act, row, state) => expect(outcome(act, row, pays)?.state).toEqual(state))

  test('nothing if the state does not permit it', () => expect(outcome('cancel', paid)).toBeUndefined())

  test('an admin’s act in an owner’s name is a bug', () =>
    expect(() => acting.outcome(withdrawalRules, 'claim', aWithdrawal, { gathered: fine, by: { owner } })).toThrow(
      `owner ${owner}`,
    ))

  test('a cancellation names no admin as its decider', () =>
    expect(acting.outcome(withdrawalRules, 'cancel', aWithdrawal, { gathered: fine, by: { owner } })?.state).toEqual({
      status: 'cancelled',
      decided_at: at,
      decided_by: null,
    }))
})

describe('the rate that a withdrawal is paid at', () => {
  test.each<[string, WithdrawalRow, object | null]>([
    ['none for rupees', aWithdrawal, null],
    ['held for a day', inUsdtLately, { rate: rupees(90), isFallback: true, basis: 'held' }],
    ['the current one later', inUsdt, { rate: rupees(91.5), isFallback: false, basis: 'moment' }],
    ['fixed by a claim', { ...inUsdt, ...claimed(ravi) }, { rate: rupees(90), isFallback: true, basis: 'fixed' }],
    [
      'fixed once it is decided, whoever claimed it',
      { ...inUsdt, status: 'cancelled' },
      { rate: rupees(90), isFallback: true, basis: 'fixed' },
    ],
  ])('%s', (_case, row, rate) => expect(rateOf(row, { at, settings })).toEqual(rate))

  test('is not attributed to anybody while the setting has its default', () => {
    const rate = rateOf(inUsdt, { at, settings: settingsFrom(new Map()) })
    expect(rate).toEqual({ rate: rupees(90), isFallback: true, basis: 'moment' })
  })
})

describe('the effects of an act', () => {
  const movement = { id: 6, user: owner, amount: rupees(1000), fee: rupees(70), type: 'upi' as const }
  const released = withdrawalReleased({ id: 6, user: owner, amount: rupees(1000) })
  const told = (kind: string, values: object) => ({ user: owner, about: 6, kind, values })
  const arrived = told('withdrawal_approved', { amount: rupees(1000), net: rupees(930), reference: 'UTR 1' })
  const logged = (action: string, before: object, row: WithdrawalRow, further: object = {}) =>
    acting.logged(`withdrawal ${action}`, 'withdrawal', 6, {
      before,
      after: {
        status: row.status,
        user: owner,
        amount: rupees(1000),
        fee: rupees(70),
        transaction_id: row.transaction_id,
        rejection_preset: row.rejection_preset,
        usdt_rate: row.usdt_rate,
        ...further,
      },
      reason: row.return_reason ?? row.admin_note,
    })
  const waiting = { status: 'pending' }
  const paidBefore: WithdrawalRow = { ...paid, paid_before_stop: true }
  const rejected: WithdrawalRow = { ...aWithdrawal, status: 'rejected', admin_note: 'Closed' }
  const returned: WithdrawalRow = { ...paid, status: 'returned', return_reason: 'Account closed', admin_note: 'Paid' }
  const taken: WithdrawalRow = { ...inUsdt, ...claimed(meera), claimed_by_name: 'Meera', usdt_rate: rupees(91.5) }

  test.each<[string, Act, before: WithdrawalRow, after: WithdrawalRow, object]>([
    [
      'a claim: nobody is notified, and the log has the previous holder and the rate',
      'claim',
      { ...inUsdt, ...claimed(ravi) },
      taken,
      {
        notice: null,
        audited: logged('claimed', { ...waiting, claimed_by: 'Ravi', usdt_rate: rupees(90) }, taken, {
          claimed_by: 'Meera',
        }),
        movements: [],
      },
    ],
    [
      'a payment: the net arrives',
      'approve',
      aWithdrawal,
      paid,
      { notice: arrived, audited: logged('approved', waiting, paid), movements: [withdrawalApproved(movement)] },
    ],
    [
      'a payment that was made before the stop: the log records that',
      'approve',
      aWithdrawal,
      paidBefore,
      {
        notice: arrived,
        audited: logged('approved', waiting, paidBefore, { paid_before_stop: true }),
        movements: [withdrawalApproved(movement)],
      },
    ],
    [
      'a rejection: the whole amount is returned',
      'reject',
      aWithdrawal,
      rejected,
      {
        notice: told('withdrawal_rejected', { amount: rupees(1000), preset: null, note: 'Closed' }),
        audited: logged('rejected', waiting, rejected),
        movements: [released],
      },
    ],
    [
      'a return: amount and fee are returned; the log has its reason before the note',
      'return',
      paid,
      returned,
      {
        notice: told('withdrawal_returned', { amount: rupees(1000), reason: 'Account closed' }),
        audited: logged('returned', { status: 'approved' }, returned),
        movements: [withdrawalReturned(movement)],
      },
    ],
  ])('%s', (_case, act, before, after, follows) =>
    expect(acting.effects(withdrawalRules, act, before, after)).toStrictEqual(follows),
  )

  test('an owner who cancels gets the whole amount back, without a notice or an audit entry', () => {
    const cancelled: WithdrawalRow = { ...aWithdrawal, status: 'cancelled' }
    expect(acting.effects(withdrawalRules, 'cancel', aWithdrawal, cancelled, { owner })).toStrictEqual({
      notice: null,
      audited: null,
      movements: [released],
    })
  })

  test('payment without a reference, or a return without a reason, is a bug', () => {
    expect(() => withdrawalRules.acts.approve.notice?.(aWithdrawal)).toThrow('withdrawal 6')
    expect(() => withdrawalRules.acts.return.notice?.(aWithdrawal)).toThrow('withdrawal 6')
  })
})
