/** Withdrawals: what a user requests, what will arrive, and what an admin pays. */
import * as z from 'zod/mini'
import { amount, money, percent, usdt } from './amounts.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { adminGovtId, kycStatus } from './kyc.ts'
import {
  bankPayee,
  cryptoPayee,
  payeeFields,
  payeeFlags,
  upiPayee,
  type WithdrawalPayee,
  withdrawalType,
} from './payees.ts'
import type { RefusalCode } from './refusals.ts'
import { statesOf, verdict } from './requestStates.ts'
import { requester, requestFilter, requestPage, requestQuery } from './requests.ts'
import { cursor, id, instant, nextCursor, optionalNote, pathId, person, recordNumber, text } from './shapes.ts'
import { marks } from './marks.ts'
import { withdrawalReasons } from './reasons.ts'
import { rateBases } from './withdrawalQuote.ts'

export const withdrawalStatus = z.enum(statesOf('withdrawal'))
export type WithdrawalStatus = z.output<typeof withdrawalStatus>

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

/** A payment that the bank's result of a batch reported and that the withdrawal does not show. */
export const reportedPayment = z.object({
  id,
  /** As the bank wrote it; empty if it gave none. */
  utr: z.string(),
  /** The batch whose result reported it, who imported that result, and when. */
  batch: id,
  by: person,
  at: instant,
})
export type ReportedPayment = z.output<typeof reportedPayment>

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
  /** The batch in which it waits. */
  open_batch: z.nullable(
    z.object({
      id,
      /** The last download of its file: from then on the bank may pay what waits in it. */
      downloaded: z.nullable(z.object({ by: person, at: instant })),
      /** Whether the bank has this payout and has not settled it. */
      is_with_bank: z.boolean(),
    }),
  ),
  /** While one is reported, it is not given back to the wallet. */
  reported_payments: z.array(reportedPayment),
  /** Its owner's money was stopped when it was marked as paid; the claim's holder confirmed that it had been paid before. */
  paid_before_stop: z.boolean(),
  returned_by: z.nullable(z.string()),
  flags: z.array(z.enum(payeeFlags)),
  /** The bank of the IFSC code. */
  ifsc_bank: z.nullable(z.string()),
  /** Approved withdrawals of this user to this payee, before this one. */
  paid_before: z.int(),
  /** Whether this user requested none before it; one that they cancelled does not count. */
  is_first: z.boolean(),
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

export const withdrawalForm = z.strictObject({
  amount,
  type: withdrawalType,
  withdrawal_details: z._default(z.strictObject(payeeFields), {}),
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
  refusals: [...claimRefusals, 'not_claimed', 'with_bank', 'payment_reported', 'payout_file_downloaded'],
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
    'with_bank',
    'payment_reported',
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
