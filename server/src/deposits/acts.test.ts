/** What each act on a deposit writes, and its effects: without a database, on made-up rows. */
import { ppm } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import { asked, at, decided, effects, logged, outcome, owner, rupees } from '../../../tests/support/requestActs.ts'
import { depositApproved, depositReversed, packageApproved, packageBonus } from '../ledger/movements.ts'
import { depositRules } from './deciding.ts'
import type { DepositRow } from './queries.ts'

const aDeposit: DepositRow = {
  id: 5,
  number: 'D5',
  user_id: owner,
  method_id: 1,
  method_name: 'UPI',
  method_name_hi: 'यूपीआई',
  payee: {} as never, // no act reads it
  payee_since: null,
  type: 'upi',
  requested_amount: rupees(1000),
  approved_amount: null,
  package_id: null,
  package_name: null,
  package_name_hi: '',
  bonus_ppm: null,
  bonus: rupees(0),
  transaction_id: '4321',
  usdt_amount: null,
  usdt_rate: null,
  usdt_rate_is_fallback: false,
  status: 'pending',
  rejection_preset: null,
  admin_note: null,
  created_at: asked,
  decided_at: null,
  decided_by: null,
  reversed_at: null,
  reversal_reason: null,
  reference_freed: false,
}
const aPackage = { package_id: 3, package_name: 'Starter', package_name_hi: 'शुरुआत', bonus_ppm: ppm(20_000n) }
const approved: DepositRow = { ...aDeposit, status: 'approved', approved_amount: rupees(900), decided_at: asked }
const reversed: DepositRow = {
  ...approved,
  ...aPackage,
  status: 'reversed',
  bonus: rupees(18),
  reversed_at: at,
  reversal_reason: 'Bank took it back',
  reference_freed: true,
}

describe('what an act writes', () => {
  const written = (act: 'approve' | 'reject' | 'reverse', row: DepositRow, typed: object) =>
    outcome(depositRules, act, row, { typed, gathered: { wallet: rupees(900) } })
  const unnoted = { rejection_preset: null, admin_note: null }

  test('an approval: its amount, no bonus, an empty note as null', () =>
    expect(written('approve', aDeposit, { status: 'approved', approved_amount: rupees(1000), admin_note: '' })).toEqual(
      {
        state: { status: 'approved', ...decided },
        columns: { approved_amount: rupees(1000), bonus: rupees(0), ...unnoted },
      },
    ))

  test('an approved package: the bonus on the approved amount; a usual reason belongs to rejections only', () => {
    const typed = {
      status: 'approved',
      approved_amount: rupees(500),
      admin_note: 'Half',
      rejection_preset: 'payment_not_found',
    }
    expect(written('approve', { ...aDeposit, ...aPackage }, typed)?.columns).toEqual({
      approved_amount: rupees(500),
      bonus: rupees(10),
      rejection_preset: null,
      admin_note: 'Half',
    })
  })

  test('a rejection: the usual reason alone', () =>
    expect(written('reject', aDeposit, { status: 'rejected', rejection_preset: 'payment_not_found' })).toEqual({
      state: { status: 'rejected', ...decided },
      columns: { approved_amount: null, bonus: 0n, rejection_preset: 'payment_not_found', admin_note: null },
    }))

  test('a rejection without a reason: refused', () => {
    const refused = { code: 'rejection_note_required', field: 'admin_note' }
    expect(written('reject', aDeposit, { status: 'rejected' })?.columns).toEqual({ refused })
  })

  test('a reversal: the moment and the reason; the reference stays taken', () =>
    expect(written('reverse', approved, { reason: 'Returned' })).toEqual({
      state: { status: 'reversed' },
      columns: { reversed_at: at, reversal_reason: 'Returned', reference_freed: false },
    }))

  test('a reversal that frees the reference', () => {
    const typed = { reason: 'Returned', free_reference: true }
    expect(written('reverse', approved, typed)?.columns).toMatchObject({ reference_freed: true })
  })

  test('a reversal of more than the wallet holds: refused with the missing sum, bonus included', () => {
    const refused = { code: 'wallet_holds_less', params: { holds: rupees(900), missing: rupees(18) } }
    expect(written('reverse', { ...approved, bonus: rupees(18) }, { reason: 'Returned' })?.columns).toEqual({ refused })
  })

  test('nothing if the state does not permit it', () =>
    expect(written('approve', approved, { approved_amount: rupees(900) })).toBeUndefined())
})

describe('the effects of an act', () => {
  const credit = { id: 5, user: owner, method: 'upi' as const, amount: rupees(900) }
  const told = (kind: string, values: object) => ({ user: owner, about: 5, kind, values })
  const kept = (row: DepositRow) => ({
    status: row.status,
    user: owner,
    approved_amount: row.approved_amount,
    bonus: row.bonus,
    transaction_id: '4321',
    rejection_preset: row.rejection_preset,
  })
  const waiting = { status: 'pending', requested_amount: rupees(1000) }
  const bought: DepositRow = { ...approved, ...aPackage, bonus: rupees(18), admin_note: 'Less' }

  test('an approval', () =>
    expect(effects(depositRules, 'approve', aDeposit, approved)).toStrictEqual({
      notice: told('deposit_approved', { amount: rupees(900), bonus: 0n, package: null, note: null }),
      audited: logged('deposit approved', 'deposit', 5, { before: waiting, after: kept(approved), reason: null }),
      movements: [depositApproved(credit)],
    }))

  test('an approved package: its bonus is a separate movement', () => {
    const values = { amount: rupees(900), bonus: rupees(18), package: 'Starter', package_hi: 'शुरुआत', note: 'Less' }
    expect(effects(depositRules, 'approve', aDeposit, bought)).toStrictEqual({
      notice: told('deposit_approved', values),
      audited: logged('deposit approved', 'deposit', 5, { before: waiting, after: kept(bought), reason: 'Less' }),
      movements: [packageApproved(credit), packageBonus({ id: 5, user: owner, bonus: rupees(18) })],
    })
  })

  test('an approved package without a bonus and without Hindi', () => {
    const plain: DepositRow = { ...bought, package_name_hi: '', bonus: rupees(0), bonus_ppm: ppm(0n) }
    const { notice, movements } = effects(depositRules, 'approve', aDeposit, plain)
    expect(notice?.values).toStrictEqual({ amount: rupees(900), bonus: 0n, package: 'Starter', note: 'Less' })
    expect(movements).toEqual([packageApproved(credit)])
  })

  test('a rejection: the requested amount, and no money', () => {
    const rejected: DepositRow = {
      ...aDeposit,
      ...aPackage,
      status: 'rejected',
      rejection_preset: 'payment_not_found',
    }
    const ofPackage = { package: 'Starter', package_hi: 'शुरुआत' }
    expect(effects(depositRules, 'reject', aDeposit, rejected)).toStrictEqual({
      notice: told('deposit_rejected', {
        amount: rupees(1000),
        preset: 'payment_not_found',
        ...ofPackage,
        note: null,
      }),
      audited: logged('deposit rejected', 'deposit', 5, { before: waiting, after: kept(rejected), reason: null }),
      movements: [],
    })
  })

  test('a reversal: the log keeps its reason before the note, and whether the reference is free', () => {
    const { amount } = credit
    const reason = 'Bank took it back'
    const values = { amount, bonus: rupees(18), reason, package: 'Starter', package_hi: 'शुरुआत' }
    expect(effects(depositRules, 'reverse', bought, { ...reversed, admin_note: 'Less' })).toStrictEqual({
      notice: told('deposit_reversed', values),
      audited: logged('deposit reversed', 'deposit', 5, {
        before: { ...waiting, status: 'approved' },
        after: { ...kept(reversed), reference_freed: true },
        reason,
      }),
      movements: [depositReversed({ ...credit, bonus: rupees(18) })],
    })
  })

  test('a reversal is mailed by name', () =>
    expect(depositRules.acts.reverse.letter?.(reversed, 'Asha')).toEqual({
      kind: 'deposit_reversed',
      values: { amount: rupees(900), bonus: rupees(18), reason: 'Bank took it back', name: 'Asha' },
    }))

  test('an overdraft of a credit is shown at its amount', () =>
    expect(depositRules.acts.approve.field).toBe('approved_amount'))

  test('approval without an amount, or reversal without a reason, is a bug', () => {
    expect(() => depositRules.acts.approve.movements?.(aDeposit)).toThrow('deposit 5')
    expect(() => depositRules.acts.reverse.notice?.({ ...reversed, reversal_reason: null })).toThrow('deposit 5')
  })
})
