/** Withdrawals: what a user requests, what will arrive, and what an admin pays. */
import * as z from 'zod/mini'
import { amount, money, percent, usdt } from './amounts.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { adminGovtId, kycStatus } from './kyc.ts'
import { type Paise, type Ppm, shareOf, subtract } from './money.ts'
import type { RefusalCode, Refused } from './refusals.ts'
import { statesOf, verdict } from './requestStates.ts'
import { requester, requestFilter, requestPage, requestQuery } from './requests.ts'
import { cursor, id, instant, nextCursor, optionalNote, pathId, recordNumber, text } from './shapes.ts'
import { looksLikeUpiId } from './upi.ts'
import { type Usdt, usdtWorth } from './usdt.ts'
import { marks } from './marks.ts'
import { withdrawalReasons } from './reasons.ts'

export const withdrawalType = z.enum(['upi', 'bank', 'crypto'])
export type WithdrawalType = z.output<typeof withdrawalType>

export const withdrawalStatus = z.enum(statesOf('withdrawal'))
export type WithdrawalStatus = z.output<typeof withdrawalStatus>

// ---- the quote ----

export type WithdrawalQuote = {
  amount: Paise
  fee: Paise
  /** The amount that arrives. */
  net: Paise
  /** The same in USDT at the rate of the request, rounded down to a millionth; null for rupees. */
  usdt: Usdt | null
}

/** The fee is deducted from the amount. The form shows this quote, the row stores it, and the ledger moves it. */
export function quoteWithdrawal({
  amount: asked,
  feeRate,
  usdtRate,
}: {
  amount: Paise
  feeRate: Ppm
  usdtRate: Paise | null
}): WithdrawalQuote {
  const fee = shareOf(asked, feeRate)
  const net = subtract(asked, fee)
  return { amount: asked, fee, net, usdt: usdtRate === null ? null : usdtWorth(net, usdtRate) }
}

/** How long the rate of a USDT request is held while nobody pays it. Source: docs/rules.md#withdrawals. */
const RATE_HOLDS_MS = 24 * 3_600_000

/** The rate of a USDT payout is held for a day, then follows the current rate, and is fixed once an admin pays it. */
const rateBases = ['held', 'moment', 'fixed'] as const
export type PayoutRate = { rate: Paise; isFallback: boolean; basis: (typeof rateBases)[number] }
export type UsdtRate = Omit<PayoutRate, 'basis'>

/** The rate at which a USDT request is paid. `isOpen`: it waits and nobody pays it. */
export function payoutRate(
  request: { kept: UsdtRate; isOpen: boolean; askedAt: Date },
  moment: { at: Date; current: UsdtRate },
): PayoutRate {
  if (!request.isOpen) return { ...request.kept, basis: 'fixed' }
  const isHeld = moment.at.getTime() < request.askedAt.getTime() + RATE_HOLDS_MS
  return isHeld ? { ...request.kept, basis: 'held' } : { ...moment.current, basis: 'moment' }
}

// ---- where the money goes ----

export const upiPayee = z.object({ upi_id: z.string() })
export const bankPayee = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  ifsc_code: z.string(),
})
export const cryptoPayee = z.object({ address: z.string() })

/** The payee of a withdrawal, discriminated by its type. */
export type WithdrawalPayee =
  | { type: 'upi'; details: z.output<typeof upiPayee> }
  | { type: 'bank'; details: z.output<typeof bankPayee> }
  | { type: 'crypto'; details: z.output<typeof cryptoPayee> }

const detail = z.optional(z.nullable(text({ max: 200, min: 0 })))
/** A form may contain the fields of every type; those of other types are not kept. */
const formDetails = z.strictObject({
  upi_id: detail,
  bank_name: detail,
  account_name: detail,
  account_number: detail,
  ifsc_code: detail,
  address: detail,
})
export type WithdrawalFormDetails = z.output<typeof formDetails>

export type PayeeCode = 'upi_required' | 'usdt_address_required' | 'bank_details_required'

/** The payee in a form, or what is missing. */
export function readPayee(
  type: WithdrawalType,
  form: WithdrawalFormDetails,
): WithdrawalPayee | { refused: Refused<PayeeCode> } {
  const compact = (value: string | null | undefined) => (value ?? '').replace(/\s/g, '')
  switch (type) {
    case 'upi': {
      const upiId = compact(form.upi_id)
      if (!upiId) return { refused: { code: 'upi_required', field: 'withdrawal_details.upi_id' } }
      return { type, details: { upi_id: upiId } }
    }
    case 'crypto': {
      const address = compact(form.address)
      if (!address) return { refused: { code: 'usdt_address_required', field: 'withdrawal_details.address' } }
      return { type, details: { address } }
    }
    case 'bank': {
      const details = {
        bank_name: (form.bank_name ?? '').trim(),
        account_name: (form.account_name ?? '').trim(),
        account_number: compact(form.account_number),
        ifsc_code: compact(form.ifsc_code).toUpperCase(),
      }
      const [missing] = Object.entries(details).find(([, value]) => value === '') ?? []
      if (missing) return { refused: { code: 'bank_details_required', field: `withdrawal_details.${missing}` } }
      return { type, details }
    }
    default:
      return type satisfies never
  }
}

/** The payee on one line: 'ravi@okhdfc', 'HDFC Bank ••4417', 'TXYZab…9Kq2'. */
export function payeeLine(payee: WithdrawalPayee): string {
  switch (payee.type) {
    case 'upi':
      return payee.details.upi_id
    case 'bank':
      return `${payee.details.bank_name} ••${payee.details.account_number.slice(-4)}`
    case 'crypto':
      return `${payee.details.address.slice(0, 6)}…${payee.details.address.slice(-4)}`
    default:
      return payee satisfies never
  }
}

/** What looks unusual about a payee: hints to the user and flags to the admin, never a refusal. */
export const payeeFlags = ['upi_form', 'account_form', 'ifsc_unknown', 'name_differs', 'used_elsewhere'] as const
export type PayeeFlag = (typeof payeeFlags)[number]

/** The flags that follow from the payee's text alone; the server adds those from the bank list and earlier requests. */
export function payeeTextFlags(payee: WithdrawalPayee): PayeeFlag[] {
  if (payee.type === 'upi') return looksLikeUpiId(payee.details.upi_id) ? [] : ['upi_form']
  if (payee.type === 'bank') return /^\d{9,18}$/.test(payee.details.account_number) ? [] : ['account_form']
  return []
}

/** Whether text has the form of a TRC20 address. The server also verifies its checksum. */
export function looksLikeTrc20(address: string): boolean {
  return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)
}

// ---- shapes ----

const common = {
  id,
  number: recordNumber,
  amount: money,
  processing_fee: money,
  fee_percentage: percent,
  /** The amount that arrives: amount minus fee. */
  net_amount: money,
  status: withdrawalStatus,
  /** The payment's reference, once approved. */
  transaction_id: z.nullable(z.string()),
  admin_note: z.nullable(z.string()),
  created_at: instant,
  decided_at: z.nullable(instant),
  /** Whether an admin is paying it; then the user can no longer cancel. */
  being_paid: z.boolean(),
  /** When and why the bank returned a paid one. */
  returned_at: z.nullable(instant),
  return_reason: z.nullable(z.string()),
  /** Rupees per USDT (see `payoutRate`), and the USDT that arrive; null for payouts in rupees. */
  usdt_rate: z.nullable(money),
  usdt_rate_basis: z.nullable(z.enum(rateBases)),
  usdt_rate_is_fallback: z.boolean(),
  usdt_amount: z.nullable(usdt),
}

function withPayee<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion('type', [
    z.object({ ...shape, type: z.literal('upi'), withdrawal_details: upiPayee }),
    z.object({ ...shape, type: z.literal('bank'), withdrawal_details: bankPayee }),
    z.object({ ...shape, type: z.literal('crypto'), withdrawal_details: cryptoPayee }),
  ])
}

export const withdrawal = withPayee(common)
export type Withdrawal = z.output<typeof withdrawal>

export const adminWithdrawal = withPayee({
  ...common,
  user: z.object({
    ...requester,
    /** None once the account is closed: its records are locked. */
    govt_ids: z.array(adminGovtId),
    /** Whether money may leave: if not, the withdrawal is not paid. */
    kyc_approved: z.boolean(),
  }),
  /** This user's largest other approved withdrawal; null if there is none. */
  largest_approved: z.nullable(money),
  decided_by: z.nullable(z.string()),
  marks,
  /** The admin who pays it or has decided it, and since when. */
  claimed_by: z.nullable(z.object({ id, name: z.string() })),
  claimed_at: z.nullable(instant),
  /** The last batch that it was put in. */
  payout_batch: z.nullable(id),
  /** Its owner's money was stopped when it was marked as paid; the claim's holder confirmed that it had been paid before. */
  paid_before_stop: z.boolean(),
  returned_by: z.nullable(z.string()),
  flags: z.array(z.enum(payeeFlags)),
  /** The bank of the IFSC code. */
  ifsc_bank: z.nullable(z.string()),
  /** Approved withdrawals of this user to this payee, before this one. */
  paid_before: z.int(),
  /** This user's latest other withdrawals, newest first. */
  recent: z.array(z.object({ id, amount: money, type: withdrawalType, status: withdrawalStatus, created_at: instant })),
})
export type AdminWithdrawal = z.output<typeof adminWithdrawal>

/** The payee of a withdrawal in either form. */
export function payeeOfWithdrawal(row: Withdrawal | AdminWithdrawal): WithdrawalPayee {
  switch (row.type) {
    case 'upi':
      return { type: 'upi', details: row.withdrawal_details }
    case 'bank':
      return { type: 'bank', details: row.withdrawal_details }
    case 'crypto':
      return { type: 'crypto', details: row.withdrawal_details }
    default:
      return row satisfies never
  }
}

// ---- calls ----

export const withdrawalForm = z.strictObject({
  amount,
  type: withdrawalType,
  withdrawal_details: z._default(formDetails, {}),
  /** Crypto: the USDT that the user typed. If the rate has changed since, the call is refused with the new one. */
  usdt_amount: z.optional(usdt),
  /** The fee that the user saw: refused if it has changed since. */
  processing_fee: z.optional(money),
})
export type WithdrawalForm = z.output<typeof withdrawalForm>

export const createWithdrawal = endpoint({
  name: 'createWithdrawal',
  method: 'POST',
  path: '/withdrawals',
  who: 'user',
  summary: 'Request a withdrawal; the amount is held until it is decided',
  refusals: [
    'below_minimum',
    'rate_moved',
    'terms_moved',
    'email_unverified',
    'kyc_required',
    'upi_required',
    'usdt_address_required',
    'usdt_address_wrong',
    'bank_details_required',
    'new_payee_limit',
    'withdrawals_paused',
    'money_frozen',
    ...postingRefusals,
  ],
  idempotent: true,
  body: withdrawalForm,
  reply: withdrawal,
  status: 201,
})

export const listMyWithdrawals = endpoint({
  name: 'listMyWithdrawals',
  method: 'GET',
  path: '/withdrawals/my',
  who: 'user',
  summary: "The user's own withdrawals, newest first",
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(withdrawal), next_cursor: nextCursor }),
})

export const withdrawalTerms = endpoint({
  name: 'withdrawalTerms',
  method: 'GET',
  path: '/withdrawals/terms',
  who: 'user',
  summary: 'The current limits and fees for a withdrawal, and the payees of the last approved ones',
  reply: z.object({
    email_verified: z.boolean(),
    kyc_approved: z.boolean(),
    kyc_status: z.nullable(kycStatus),
    /** Until when no withdrawal can be made, after a changed password or e-mail address. */
    paused_until: z.nullable(instant),
    /** Whether an admin has frozen this person's money. */
    is_frozen: z.boolean(),
    balance: money,
    minimum: money,
    /** The most within 24 hours to accounts that were not used before. */
    new_payee_limit: money,
    fee_percentage: percent,
    usdt_rate: money,
    usdt_rate_is_fallback: z.boolean(),
    saved_details: z.object({
      upi: z.nullable(upiPayee),
      bank: z.nullable(bankPayee),
      crypto: z.nullable(cryptoPayee),
    }),
  }),
})

const withdrawalId = z.strictObject({ id: pathId })

export const cancelWithdrawal = endpoint({
  name: 'cancelWithdrawal',
  method: 'POST',
  path: '/withdrawals/{id}/cancel',
  who: 'user',
  summary: 'Cancel a pending withdrawal that no admin is paying yet; the whole amount returns to the wallet',
  refusals: ['already_decided', 'changed_meanwhile', 'being_paid', ...postingRefusals],
  idempotent: true,
  params: withdrawalId,
  reply: withdrawal,
})

export const lookUpIfsc = endpoint({
  name: 'lookUpIfsc',
  method: 'GET',
  path: '/ifsc/{code}',
  who: 'signed-in',
  summary: 'Whether an IFSC code is in the bank list, and which bank it belongs to',
  params: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  reply: z.object({ known: z.boolean(), bank: z.nullable(z.string()) }),
})

export const exportWithdrawals = endpoint({
  name: 'exportWithdrawals',
  method: 'GET',
  path: '/withdrawals/export',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The filtered withdrawals as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery(requestFilter('withdrawal')),
  reply: 'file',
})

export const listWithdrawals = endpoint({
  name: 'listWithdrawals',
  method: 'GET',
  path: '/withdrawals',
  who: 'admin',
  permission: 'records.read',
  summary: 'Withdrawals of all users',
  query: requestQuery('withdrawal'),
  reply: z.extend(requestPage('withdrawal', adminWithdrawal), {
    /** Amounts above it are unusual (contract/unusual.ts). */
    unusual_above: money,
  }),
})

const claimRefusals = [
  'already_decided',
  'changed_meanwhile',
  'own_request',
  'claimed_by_other',
  'already_proposed',
] as const satisfies readonly RefusalCode[]

export const claimWithdrawal = endpoint({
  name: 'claimWithdrawal',
  method: 'POST',
  path: '/withdrawals/{id}/claim',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'never',
  fourEyes: 'never',
  summary:
    'Claim a withdrawal in order to pay it: from then on its owner cannot cancel it, and no other admin can decide it',
  refusals: [...claimRefusals, 'owner_kyc_missing', 'requester_frozen'],
  idempotent: true,
  params: withdrawalId,
  /** The admin who pays it now: required to take a claim over. */
  body: z.strictObject({ take_over_from: z.optional(z.nullable(id)) }),
  reply: adminWithdrawal,
})

export const releaseWithdrawal = endpoint({
  name: 'releaseWithdrawal',
  method: 'POST',
  path: '/withdrawals/{id}/release',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Release the claim without having paid: any admin can claim it again, and its owner can cancel',
  refusals: [...claimRefusals, 'not_claimed'],
  idempotent: true,
  params: withdrawalId,
  reply: adminWithdrawal,
})

export const returnWithdrawal = endpoint({
  name: 'returnWithdrawal',
  method: 'POST',
  path: '/withdrawals/{id}/return',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'always',
  fourEyes: 'sometimes',
  summary:
    'Record that the bank returned an approved one: amount and fee go back to the wallet, its reference stays used',
  refusals: ['already_decided', 'changed_meanwhile', 'own_request', ...postingRefusals],
  idempotent: true,
  params: withdrawalId,
  /** Shown to the user. */
  body: z.strictObject({ reason: text({ max: 500 }) }),
  reply: adminWithdrawal,
})

export const decideWithdrawal = endpoint({
  name: 'decideWithdrawal',
  method: 'PUT',
  path: '/withdrawals/{id}',
  who: 'admin',
  permission: 'withdrawals.decide',
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  summary:
    'Approve (with the transaction ID of the payment) or reject (with a note) a pending withdrawal; an unclaimed one is claimed with it',
  refusals: [
    ...claimRefusals,
    'rejection_note_required',
    'owner_kyc_missing',
    'requester_frozen',
    'transaction_id_required',
    'reference_unreadable',
    'payout_reference_taken',
    ...postingRefusals,
  ],
  idempotent: true,
  params: withdrawalId,
  body: z.strictObject({
    status: verdict,
    transaction_id: z.optional(z.nullable(text({ max: 100, min: 0 }))),
    admin_note: optionalNote,
    /**
     * Sent by the claim's holder if the owner was frozen or their KYC approval revoked since: the money had already
     * left the bank. Without it, such a payment is refused.
     */
    already_paid: z.optional(z.nullable(z.boolean())),
    /** A usual reason for a rejection, which the user reads in their own language. No note is needed with it. */
    rejection_preset: z.optional(z.nullable(z.enum(withdrawalReasons))),
  }),
  reply: adminWithdrawal,
})
