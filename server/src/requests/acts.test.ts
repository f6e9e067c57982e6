/** What each act on each kind of request writes, and what follows from it: without a database, made-up rows. */
import { paise, type Paise, ppm } from '@bittkosh/contract/money'
import type { RequestKind } from '@bittkosh/contract/requestStates'
import { settingsFrom } from '@bittkosh/contract/settings'
import { describe, expect, test } from 'vitest'
import { depositRules } from '../deposits/deciding.ts'
import type { DepositRow } from '../deposits/queries.ts'
import { kycRules } from '../kyc/deciding.ts'
import type { KycRow } from '../kyc/queries.ts'
import {
  depositApproved,
  depositReversed,
  packageApproved,
  packageBonus,
  withdrawalApproved,
  withdrawalReleased,
  withdrawalReturned,
} from '../ledger/movements.ts'
import { rateOf, withdrawalRules } from '../withdrawals/deciding.ts'
import type { WithdrawalRow } from '../withdrawals/queries.ts'
import { effectsOf, outcomeOf } from './deciding.ts'

const asked = new Date('2026-11-20T06:30:00Z')
const at = new Date('2026-11-21T06:30:01Z')
const [meera, ravi, owner] = [31, 32, 7]
const by = { admin: meera }
const settings = settingsFrom(new Map([['usdt_value', '91.50']]))
const rupees = (sum: number): Paise => paise(BigInt(Math.round(sum * 100)))

const aDeposit: DepositRow = {
  id: 5,
  number: 'D5',
  user_id: owner,
  method_id: 1,
  method_name: 'UPI',
  method_name_hi: 'यूपीआई',
  payee: {} as never, // no act reads it
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
const approvedDeposit: DepositRow = { ...aDeposit, status: 'approved', approved_amount: rupees(900), decided_at: asked }
const aPackage = { package_id: 3, package_name: 'Starter', package_name_hi: 'शुरुआत', bonus_ppm: ppm(20_000n) }
const reversedDeposit: DepositRow = {
  ...approvedDeposit,
  ...aPackage,
  status: 'reversed',
  bonus: rupees(18),
  reversed_at: at,
  reversal_reason: 'Bank took it back',
  reference_freed: true,
}

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
const claimed = (admin: number) => ({ claimed_by: admin, claimed_by_name: 'Ravi', claimed_at: asked })
const fine = { isFrozen: false, kycApproved: true }

const aRecord: KycRow = {
  id: 8,
  user_id: owner,
  position: 1,
  type: 'pan',
  masked_number: 'ABCDE****F',
  sealed_number: null,
  flags: [],
  pictures: [],
  status: 'pending',
  rejection_preset: null,
  rejection_reason: null,
  rejected_before: 0,
  submitted_at: asked,
  decided_at: null,
  decided_by: null,
  revoked_at: null,
  consent_version: null,
  consent_language: null,
  consent_at: null,
  locked_until: null,
  lock_reason: null,
}

const rulesOf: Record<RequestKind, unknown> = {
  deposit: depositRules,
  withdrawal: withdrawalRules,
  kyc: kycRules,
}
// A case names an act of its kind, so what the functions ask of the types is left out.
const any = (value: unknown) => value as never
type Row = DepositRow | WithdrawalRow | KycRow

function outcome(kind: RequestKind, act: string, row: Row, typed: unknown, gathered?: unknown) {
  const facts = { act, typed, by, at, settings, gathered }
  return outcomeOf<'withdrawal', WithdrawalRow, never>(any(rulesOf[kind]), any(row), any(facts))
}

const decided = { decided_at: at, decided_by: meera }
const pays = { status: 'approved', transaction_id: 'UTR 4321 9876' }
const paidColumns = {
  transaction_id: 'UTR 4321 9876',
  reference_key: '43219876',
  rejection_preset: null,
  admin_note: null,
  paid_before_stop: false,
}
const byOther = { refused: { code: 'claimed_by_other', params: { by: 'Ravi', at: asked, now: at } } }
const nothingRejected = { code: 'rejection_note_required', field: 'admin_note' }

type Case = {
  of: RequestKind
  act: string
  row: Row
  typed?: unknown
  gathered?: unknown
  state?: object
  columns: object
}

describe('what an act writes', () => {
  test.each<[string, Case]>([
    [
      'an approved deposit: its amount, no bonus, an empty note as none',
      {
        of: 'deposit',
        act: 'approve',
        row: aDeposit,
        typed: { status: 'approved', approved_amount: rupees(1000), admin_note: '' },
        state: { status: 'approved', ...decided },
        columns: { approved_amount: rupees(1000), bonus: rupees(0), rejection_preset: null, admin_note: null },
      },
    ],
    [
      'an approved package: the bonus of what was approved; a usual reason is of rejections only',
      {
        of: 'deposit',
        act: 'approve',
        row: { ...aDeposit, ...aPackage },
        typed: {
          status: 'approved',
          approved_amount: rupees(500),
          admin_note: 'Half',
          rejection_preset: 'payment_not_found',
        },
        state: { status: 'approved', ...decided },
        columns: { approved_amount: rupees(500), bonus: rupees(10), rejection_preset: null, admin_note: 'Half' },
      },
    ],
    [
      'a rejected deposit: the usual reason alone',
      {
        of: 'deposit',
        act: 'reject',
        row: aDeposit,
        typed: { status: 'rejected', rejection_preset: 'payment_not_found' },
        state: { status: 'rejected', ...decided },
        columns: { approved_amount: null, bonus: 0n, rejection_preset: 'payment_not_found', admin_note: null },
      },
    ],
    [
      'a rejection without a reason: refused',
      {
        of: 'deposit',
        act: 'reject',
        row: aDeposit,
        typed: { status: 'rejected' },
        state: { status: 'rejected', ...decided },
        columns: { refused: nothingRejected },
      },
    ],
    [
      'a reversal: the moment and the reason; the reference stays taken',
      {
        of: 'deposit',
        act: 'reverse',
        row: approvedDeposit,
        typed: { reason: 'Returned' },
        gathered: { wallet: rupees(900) },
        state: { status: 'reversed' },
        columns: { reversed_at: at, reversal_reason: 'Returned', reference_freed: false },
      },
    ],
    [
      'a reversal that frees the reference',
      {
        of: 'deposit',
        act: 'reverse',
        row: approvedDeposit,
        typed: { reason: 'Returned', free_reference: true },
        gathered: { wallet: rupees(900) },
        state: { status: 'reversed' },
        columns: { reversed_at: at, reversal_reason: 'Returned', reference_freed: true },
      },
    ],
    [
      'a reversal of more than the wallet holds: refused with what is missing, bonus included',
      {
        of: 'deposit',
        act: 'reverse',
        row: { ...approvedDeposit, bonus: rupees(18) },
        typed: { reason: 'Returned' },
        gathered: { wallet: rupees(900) },
        state: { status: 'reversed' },
        columns: { refused: { code: 'wallet_holds_less', params: { holds: rupees(900), missing: rupees(18) } } },
      },
    ],
    [
      'a claim: who and when, and no rate for rupees',
      {
        of: 'withdrawal',
        act: 'claim',
        row: aWithdrawal,
        typed: {},
        gathered: fine,
        state: { status: 'pending' },
        columns: { claimed_by: meera, claimed_at: at },
      },
    ],
    [
      'a claim of USDT within a day: the rate that was kept',
      {
        of: 'withdrawal',
        act: 'claim',
        row: { ...inUsdt, created_at: new Date(at.getTime() - 3_600_000) },
        typed: {},
        gathered: fine,
        state: { status: 'pending' },
        columns: { claimed_by: meera, claimed_at: at, usdt_rate: rupees(90), usdt_rate_is_fallback: true },
      },
    ],
    [
      'a claim of USDT later: the rate of the moment, which somebody has set',
      {
        of: 'withdrawal',
        act: 'claim',
        row: inUsdt,
        typed: {},
        gathered: fine,
        state: { status: 'pending' },
        columns: { claimed_by: meera, claimed_at: at, usdt_rate: rupees(91.5), usdt_rate_is_fallback: false },
      },
    ],
    [
      'a claim of what one has claimed already: nothing',
      {
        of: 'withdrawal',
        act: 'claim',
        row: { ...inUsdt, ...claimed(meera) },
        typed: {},
        gathered: fine,
        state: { status: 'pending' },
        columns: {},
      },
    ],
    [
      'a claim of what another pays: refused by name',
      {
        of: 'withdrawal',
        act: 'claim',
        row: { ...aWithdrawal, ...claimed(ravi) },
        typed: {},
        gathered: fine,
        state: { status: 'pending' },
        columns: byOther,
      },
    ],
    [
      'a claim that is taken over from whom was named',
      {
        of: 'withdrawal',
        act: 'claim',
        row: { ...aWithdrawal, ...claimed(ravi) },
        typed: { take_over_from: ravi },
        gathered: fine,
        state: { status: 'pending' },
        columns: { claimed_by: meera, claimed_at: at },
      },
    ],
    [
      'a claim for an owner whose money is frozen: refused, also one that is taken over',
      {
        of: 'withdrawal',
        act: 'claim',
        row: { ...aWithdrawal, ...claimed(ravi) },
        typed: { take_over_from: ravi },
        gathered: { isFrozen: true, kycApproved: true },
        state: { status: 'pending' },
        columns: { refused: { code: 'requester_frozen' } },
      },
    ],
    [
      'a claim that changes hands with its batch: also for an owner whose money is frozen',
      {
        of: 'withdrawal',
        act: 'claim',
        row: { ...aWithdrawal, ...claimed(ravi) },
        typed: { take_over_from: ravi, with_batch: true },
        gathered: { isFrozen: true, kycApproved: true },
        state: { status: 'pending' },
        columns: { claimed_by: meera, claimed_at: at },
      },
    ],
    [
      'a claim of nobody’s that comes with a batch: refused while the owner lacks an identity',
      {
        of: 'withdrawal',
        act: 'claim',
        row: aWithdrawal,
        typed: { with_batch: true },
        gathered: { isFrozen: false, kycApproved: false },
        state: { status: 'pending' },
        columns: { refused: { code: 'owner_kyc_missing' } },
      },
    ],
    [
      'giving up: nobody pays it any more',
      {
        of: 'withdrawal',
        act: 'release',
        row: { ...aWithdrawal, ...claimed(meera) },
        state: { status: 'pending' },
        columns: { claimed_by: null, claimed_at: null },
      },
    ],
    [
      'giving up what nobody pays: refused',
      {
        of: 'withdrawal',
        act: 'release',
        row: aWithdrawal,
        state: { status: 'pending' },
        columns: { refused: { code: 'not_claimed' } },
      },
    ],
    [
      'giving up what another pays: refused by name',
      {
        of: 'withdrawal',
        act: 'release',
        row: { ...aWithdrawal, ...claimed(ravi) },
        state: { status: 'pending' },
        columns: byOther,
      },
    ],
    [
      'a payment of what nobody had claimed: claims it too',
      {
        of: 'withdrawal',
        act: 'approve',
        row: aWithdrawal,
        typed: pays,
        gathered: fine,
        state: { status: 'approved', ...decided },
        columns: { claimed_by: meera, claimed_at: at, ...paidColumns },
      },
    ],
    [
      'a payment of one’s own claim',
      {
        of: 'withdrawal',
        act: 'approve',
        row: { ...aWithdrawal, ...claimed(meera) },
        typed: pays,
        gathered: fine,
        state: { status: 'approved', ...decided },
        columns: paidColumns,
      },
    ],
    [
      'a payment of another’s claim: refused by name',
      {
        of: 'withdrawal',
        act: 'approve',
        row: { ...aWithdrawal, ...claimed(ravi) },
        typed: pays,
        gathered: fine,
        state: { status: 'approved', ...decided },
        columns: byOther,
      },
    ],
    [
      'a payment without a reference: refused',
      {
        of: 'withdrawal',
        act: 'approve',
        row: { ...aWithdrawal, ...claimed(meera) },
        typed: { status: 'approved' },
        gathered: fine,
        state: { status: 'approved', ...decided },
        columns: { refused: { code: 'transaction_id_required', field: 'transaction_id' } },
      },
    ],
    [
      'a payment to a frozen owner: refused',
      {
        of: 'withdrawal',
        act: 'approve',
        row: { ...aWithdrawal, ...claimed(meera) },
        typed: pays,
        gathered: { isFrozen: true, kycApproved: true },
        state: { status: 'approved', ...decided },
        columns: { refused: { code: 'requester_frozen' } },
      },
    ],
    [
      'a payment that was made before the owner was frozen: by who held the claim',
      {
        of: 'withdrawal',
        act: 'approve',
        row: { ...aWithdrawal, ...claimed(meera) },
        typed: { ...pays, already_paid: true },
        gathered: { isFrozen: true, kycApproved: true },
        state: { status: 'approved', ...decided },
        columns: { ...paidColumns, paid_before_stop: true },
      },
    ],
    [
      'a payment said to be made before, of what nobody had claimed: refused',
      {
        of: 'withdrawal',
        act: 'approve',
        row: aWithdrawal,
        typed: { ...pays, already_paid: true },
        gathered: { isFrozen: false, kycApproved: false },
        state: { status: 'approved', ...decided },
        columns: { refused: { code: 'owner_kyc_missing' } },
      },
    ],
    [
      'a rejected withdrawal: who claimed it, and the reason',
      {
        of: 'withdrawal',
        act: 'reject',
        row: aWithdrawal,
        typed: { status: 'rejected', rejection_preset: 'details_refused', admin_note: 'No such account' },
        state: { status: 'rejected', ...decided },
        columns: {
          claimed_by: meera,
          claimed_at: at,
          transaction_id: null,
          reference_key: null,
          rejection_preset: 'details_refused',
          admin_note: 'No such account',
        },
      },
    ],
    [
      'a cancelled withdrawal: nothing but its state',
      {
        of: 'withdrawal',
        act: 'cancel',
        row: aWithdrawal,
        state: { status: 'cancelled', ...decided },
        columns: {},
      },
    ],
    [
      'cancelling while somebody pays: refused',
      {
        of: 'withdrawal',
        act: 'cancel',
        row: { ...aWithdrawal, ...claimed(ravi) },
        state: { status: 'cancelled', ...decided },
        columns: { refused: { code: 'being_paid' } },
      },
    ],
    [
      'a returned withdrawal: who took it back, when and why; who decided stays',
      {
        of: 'withdrawal',
        act: 'return',
        row: { ...aWithdrawal, status: 'approved', transaction_id: '4321' },
        typed: { reason: 'Account closed' },
        state: { status: 'returned' },
        columns: { returned_at: at, returned_by: meera, return_reason: 'Account closed' },
      },
    ],
    [
      'an approved identity: nothing but its state',
      {
        of: 'kyc',
        act: 'approve',
        row: aRecord,
        typed: { status: 'approved' },
        state: { status: 'approved', ...decided },
        columns: {},
      },
    ],
    [
      'a rejected identity: its reason',
      {
        of: 'kyc',
        act: 'reject',
        row: aRecord,
        typed: { status: 'rejected', rejection_reason: 'Blurred' },
        state: { status: 'rejected', ...decided },
        columns: { rejection_preset: null, rejection_reason: 'Blurred' },
      },
    ],
    [
      'a revoked identity: the reason and the moment; who decided stays',
      {
        of: 'kyc',
        act: 'revoke',
        row: { ...aRecord, status: 'approved' },
        typed: { reason: 'Forged' },
        state: { status: 'rejected' },
        columns: { rejection_reason: 'Forged', revoked_at: at },
      },
    ],
  ])('%s', (_case, { of, act, row, typed, gathered, state, columns }) =>
    expect(outcome(of, act, row, typed, gathered)).toEqual({ state, columns }),
  )

  test.each<[RequestKind, string, Row]>([
    ['deposit', 'approve', approvedDeposit],
    ['withdrawal', 'cancel', { ...aWithdrawal, status: 'approved' }],
    ['kyc', 'revoke', aRecord],
  ])('nothing where the state does not permit it: %s %s', (kind, act, row) =>
    expect(outcome(kind, act, row, {})).toBeUndefined(),
  )

  test('what only admins do is not done in an owner’s name', () => {
    const facts = { typed: {}, by: { owner }, at, settings, gathered: fine }
    expect(() =>
      outcomeOf<'withdrawal', WithdrawalRow, never>(any(withdrawalRules), aWithdrawal, { act: 'claim', ...facts }),
    ).toThrow(`owner ${owner}`)
  })

  test('who cancels decides as nobody of the team', () => {
    const facts = { act: 'cancel' as const, typed: undefined, by: { owner }, at, settings, gathered: undefined }
    expect(outcomeOf<'withdrawal', WithdrawalRow, never>(any(withdrawalRules), aWithdrawal, facts)?.state).toEqual({
      status: 'cancelled',
      decided_at: at,
      decided_by: null,
    })
  })
})

describe('the rate that a withdrawal is paid at', () => {
  const open = { ...inUsdt, created_at: new Date(at.getTime() - 3_600_000) }
  test.each<[string, WithdrawalRow, object | null]>([
    ['none for rupees', aWithdrawal, null],
    ['held for a day', open, { rate: rupees(90), isFallback: true, basis: 'held' }],
    ['of the moment later', inUsdt, { rate: rupees(91.5), isFallback: false, basis: 'moment' }],
    ['fixed by a claim', { ...inUsdt, ...claimed(ravi) }, { rate: rupees(90), isFallback: true, basis: 'fixed' }],
    [
      'fixed once it is decided, whoever claimed it',
      { ...inUsdt, status: 'cancelled' },
      { rate: rupees(90), isFallback: true, basis: 'fixed' },
    ],
  ])('%s', (_case, row, rate) => expect(rateOf(row, { at, settings })).toEqual(rate))

  test('is known as nobody’s while the setting is the one that ships', () => {
    const rate = rateOf(inUsdt, { at, settings: settingsFrom(new Map()) })
    expect(rate).toEqual({ rate: rupees(90), isFallback: true, basis: 'moment' })
  })
})

type Effects = {
  of: RequestKind
  act: string
  before: Row
  after: Row
  notice: object | null
  audited: object | null
  movements: readonly object[]
}

const logged = (action: string, subject: RequestKind, subjectId: number, rest: object) => ({
  admin: meera,
  action,
  subject,
  subjectId,
  address: '192.0.2.1',
  ...rest,
})

describe('what follows from an act', () => {
  const credit = { id: 5, user: owner, method: 'upi' as const, amount: rupees(900) }
  const ofWithdrawal = { id: 6, user: owner, amount: rupees(1000), fee: rupees(70), type: 'upi' as const }
  const depositLogged = (row: DepositRow) => ({
    status: row.status,
    user: owner,
    approved_amount: row.approved_amount,
    bonus: row.bonus,
    transaction_id: '4321',
    rejection_preset: row.rejection_preset,
  })
  const withdrawalLogged = (row: WithdrawalRow) => ({
    status: row.status,
    user: owner,
    amount: rupees(1000),
    fee: rupees(70),
    transaction_id: row.transaction_id,
    rejection_preset: row.rejection_preset,
    usdt_rate: row.usdt_rate,
  })
  const bought: DepositRow = { ...approvedDeposit, ...aPackage, bonus: rupees(18), admin_note: 'Less' }
  const boughtEnglish: DepositRow = { ...bought, package_name_hi: '', bonus: rupees(0), bonus_ppm: ppm(0n) }
  const rejectedDeposit: DepositRow = {
    ...aDeposit,
    ...aPackage,
    status: 'rejected',
    rejection_preset: 'payment_not_found',
  }
  const paid: WithdrawalRow = { ...aWithdrawal, ...claimed(meera), status: 'approved', transaction_id: 'UTR 1' }
  const paidBefore: WithdrawalRow = { ...paid, paid_before_stop: true }
  const rejected: WithdrawalRow = { ...aWithdrawal, status: 'rejected', admin_note: 'Closed' }
  const returned: WithdrawalRow = { ...paid, status: 'returned', return_reason: 'Account closed', admin_note: 'Paid' }
  const cancelled: WithdrawalRow = { ...aWithdrawal, status: 'cancelled' }
  const taken: WithdrawalRow = { ...inUsdt, ...claimed(meera), claimed_by_name: 'Meera', usdt_rate: rupees(91.5) }
  const rejectedRecord: KycRow = {
    ...aRecord,
    status: 'rejected',
    rejection_preset: 'photo_unclear',
    rejection_reason: 'Again',
  }
  const recordLogged = { user: owner, index: 1, type: 'pan', id_number: 'ABCDE****F' }

  test.each<[string, Effects]>([
    [
      'an approved deposit',
      {
        of: 'deposit',
        act: 'approve',
        before: aDeposit,
        after: approvedDeposit,
        notice: {
          user: owner,
          about: 5,
          kind: 'deposit_approved',
          values: { amount: rupees(900), bonus: 0n, package: null, note: null },
        },
        audited: logged('deposit approved', 'deposit', 5, {
          before: { status: 'pending', requested_amount: rupees(1000) },
          after: depositLogged(approvedDeposit),
          reason: null,
        }),
        movements: [depositApproved(credit)],
      },
    ],
    [
      'an approved package: its bonus is a movement of its own',
      {
        of: 'deposit',
        act: 'approve',
        before: aDeposit,
        after: bought,
        notice: {
          user: owner,
          about: 5,
          kind: 'deposit_approved',
          values: { amount: rupees(900), bonus: rupees(18), package: 'Starter', package_hi: 'शुरुआत', note: 'Less' },
        },
        audited: logged('deposit approved', 'deposit', 5, {
          before: { status: 'pending', requested_amount: rupees(1000) },
          after: depositLogged(bought),
          reason: 'Less',
        }),
        movements: [packageApproved(credit), packageBonus({ id: 5, user: owner, bonus: rupees(18) })],
      },
    ],
    [
      'an approved package without a bonus and without Hindi',
      {
        of: 'deposit',
        act: 'approve',
        before: aDeposit,
        after: boughtEnglish,
        notice: {
          user: owner,
          about: 5,
          kind: 'deposit_approved',
          values: { amount: rupees(900), bonus: 0n, package: 'Starter', note: 'Less' },
        },
        audited: logged('deposit approved', 'deposit', 5, {
          before: { status: 'pending', requested_amount: rupees(1000) },
          after: depositLogged(boughtEnglish),
          reason: 'Less',
        }),
        movements: [packageApproved(credit)],
      },
    ],
    [
      'a rejected deposit: what was asked for, and no money',
      {
        of: 'deposit',
        act: 'reject',
        before: aDeposit,
        after: rejectedDeposit,
        notice: {
          user: owner,
          about: 5,
          kind: 'deposit_rejected',
          values: {
            amount: rupees(1000),
            preset: 'payment_not_found',
            package: 'Starter',
            package_hi: 'शुरुआत',
            note: null,
          },
        },
        audited: logged('deposit rejected', 'deposit', 5, {
          before: { status: 'pending', requested_amount: rupees(1000) },
          after: depositLogged(rejectedDeposit),
          reason: null,
        }),
        movements: [],
      },
    ],
    [
      'a reversed deposit: the log keeps its reason before the note, and whether the reference is free',
      {
        of: 'deposit',
        act: 'reverse',
        before: bought,
        after: { ...reversedDeposit, admin_note: 'Less' },
        notice: {
          user: owner,
          about: 5,
          kind: 'deposit_reversed',
          values: {
            amount: rupees(900),
            bonus: rupees(18),
            reason: 'Bank took it back',
            package: 'Starter',
            package_hi: 'शुरुआत',
          },
        },
        audited: logged('deposit reversed', 'deposit', 5, {
          before: { status: 'approved', requested_amount: rupees(1000) },
          after: { ...depositLogged(reversedDeposit), reference_freed: true },
          reason: 'Bank took it back',
        }),
        movements: [depositReversed({ ...credit, bonus: rupees(18) })],
      },
    ],
    [
      'a claim: nobody is told, and the log says from whom it was taken and at which rate',
      {
        of: 'withdrawal',
        act: 'claim',
        before: { ...inUsdt, ...claimed(ravi) },
        after: taken,
        notice: null,
        audited: logged('withdrawal claimed', 'withdrawal', 6, {
          before: { status: 'pending', claimed_by: 'Ravi', usdt_rate: rupees(90) },
          after: { ...withdrawalLogged(taken), claimed_by: 'Meera' },
          reason: null,
        }),
        movements: [],
      },
    ],
    [
      'a payment: the net arrives',
      {
        of: 'withdrawal',
        act: 'approve',
        before: aWithdrawal,
        after: paid,
        notice: {
          user: owner,
          about: 6,
          kind: 'withdrawal_approved',
          values: { amount: rupees(1000), net: rupees(930), reference: 'UTR 1' },
        },
        audited: logged('withdrawal approved', 'withdrawal', 6, {
          before: { status: 'pending' },
          after: withdrawalLogged(paid),
          reason: null,
        }),
        movements: [withdrawalApproved(ofWithdrawal)],
      },
    ],
    [
      'a payment that was made before the stop: the log says so',
      {
        of: 'withdrawal',
        act: 'approve',
        before: aWithdrawal,
        after: paidBefore,
        notice: {
          user: owner,
          about: 6,
          kind: 'withdrawal_approved',
          values: { amount: rupees(1000), net: rupees(930), reference: 'UTR 1' },
        },
        audited: logged('withdrawal approved', 'withdrawal', 6, {
          before: { status: 'pending' },
          after: { ...withdrawalLogged(paidBefore), paid_before_stop: true },
          reason: null,
        }),
        movements: [withdrawalApproved(ofWithdrawal)],
      },
    ],
    [
      'a rejected withdrawal: the whole amount comes back',
      {
        of: 'withdrawal',
        act: 'reject',
        before: aWithdrawal,
        after: rejected,
        notice: {
          user: owner,
          about: 6,
          kind: 'withdrawal_rejected',
          values: { amount: rupees(1000), preset: null, note: 'Closed' },
        },
        audited: logged('withdrawal rejected', 'withdrawal', 6, {
          before: { status: 'pending' },
          after: withdrawalLogged(rejected),
          reason: 'Closed',
        }),
        movements: [withdrawalReleased({ id: 6, user: owner, amount: rupees(1000) })],
      },
    ],
    [
      'a returned withdrawal: amount and fee come back; the log keeps its reason before the note',
      {
        of: 'withdrawal',
        act: 'return',
        before: paid,
        after: returned,
        notice: {
          user: owner,
          about: 6,
          kind: 'withdrawal_returned',
          values: { amount: rupees(1000), reason: 'Account closed' },
        },
        audited: logged('withdrawal returned', 'withdrawal', 6, {
          before: { status: 'approved' },
          after: withdrawalLogged(returned),
          reason: 'Account closed',
        }),
        movements: [withdrawalReturned(ofWithdrawal)],
      },
    ],
    [
      'an approved identity',
      {
        of: 'kyc',
        act: 'approve',
        before: aRecord,
        after: { ...aRecord, status: 'approved' },
        notice: { user: owner, about: 8, kind: 'kyc_approved', values: { document: 'pan' } },
        audited: logged('kyc approved', 'kyc', 8, {
          before: { status: 'pending' },
          after: { status: 'approved', ...recordLogged, rejection_preset: null },
          reason: null,
        }),
        movements: [],
      },
    ],
    [
      'a rejected identity',
      {
        of: 'kyc',
        act: 'reject',
        before: aRecord,
        after: rejectedRecord,
        notice: {
          user: owner,
          about: 8,
          kind: 'kyc_rejected',
          values: { document: 'pan', preset: 'photo_unclear', note: 'Again' },
        },
        audited: logged('kyc rejected', 'kyc', 8, {
          before: { status: 'pending' },
          after: { status: 'rejected', ...recordLogged, rejection_preset: 'photo_unclear' },
          reason: 'Again',
        }),
        movements: [],
      },
    ],
    [
      'a revoked identity',
      {
        of: 'kyc',
        act: 'revoke',
        before: { ...aRecord, status: 'approved' },
        after: { ...aRecord, status: 'rejected', rejection_reason: 'Forged' },
        notice: { user: owner, about: 8, kind: 'kyc_revoked', values: { document: 'pan', reason: 'Forged' } },
        audited: logged('kyc revoked', 'kyc', 8, {
          before: { status: 'approved' },
          after: { status: 'rejected', ...recordLogged, rejection_preset: null },
          reason: 'Forged',
        }),
        movements: [],
      },
    ],
  ])('%s', (_case, { of, act, before, after, notice, audited, movements }) => {
    const done = { act, by, address: '192.0.2.1', before, after }
    const effects = effectsOf<'withdrawal', WithdrawalRow, never>(any(rulesOf[of]), any(done))
    expect(effects).toEqual({ notice, audited, movements })
    expect(Object.keys(effects.audited?.after ?? {}).toSorted()).toEqual(
      Object.keys((audited as { after?: object } | null)?.after ?? {}).toSorted(),
    )
  })

  test('an owner who cancels gets the whole amount back, without a notice or an entry of the log', () => {
    const done = { act: 'cancel', by: { owner }, address: '192.0.2.1', before: aWithdrawal, after: cancelled } as const
    expect(effectsOf<'withdrawal', WithdrawalRow, never>(any(withdrawalRules), done)).toEqual({
      notice: null,
      audited: null,
      movements: [withdrawalReleased({ id: 6, user: owner, amount: rupees(1000) })],
    })
  })

  test('of an approval that is taken back the person is mailed by name', () => {
    expect(depositRules.acts.reverse.letter?.(reversedDeposit, 'Asha')).toEqual({
      kind: 'deposit_reversed',
      values: { amount: rupees(900), bonus: rupees(18), reason: 'Bank took it back', name: 'Asha' },
    })
    expect(kycRules.acts.revoke.letter?.({ ...aRecord, rejection_reason: 'Forged' }, null)).toEqual({
      kind: 'kyc_revoked',
      values: { name: null, document: 'pan', reason: 'Forged' },
    })
  })

  test('an overdraft of a credit is shown at its amount', () => {
    expect(depositRules.acts.approve.field).toBe('approved_amount')
  })

  test.each<[string, () => unknown, string]>([
    ['approved without an amount', () => depositRules.acts.approve.movements?.(aDeposit), 'deposit 5'],
    [
      'reversed without a reason',
      () => depositRules.acts.reverse.notice?.({ ...reversedDeposit, reversal_reason: null }),
      'deposit 5',
    ],
    ['paid without a reference', () => withdrawalRules.acts.approve.notice?.(aWithdrawal), 'withdrawal 6'],
    ['returned without a reason', () => withdrawalRules.acts.return.notice?.(aWithdrawal), 'withdrawal 6'],
    ['revoked without a reason', () => kycRules.acts.revoke.notice?.(aRecord), 'user 7'],
  ])('a record that was %s is a bug', (_case, run, whose) => expect(run).toThrow(whose))
})
