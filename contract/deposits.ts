/** Deposits: requests to add money or to buy a package. The payment happens outside, and an admin decides. */
import * as z from 'zod/mini'
import { amount, amountOrNone, money, percent, percent2, usdt } from './amounts.ts'
import { complaint } from './complaint.ts'
import type { PlainComplaintCode } from './complaints.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { methodType, payee } from './methods.ts'
import { type Paise, paise, type Ppm } from './money.ts'
import { marks } from './marks.ts'
import type { Refused } from './refusals.ts'
import { depositReasons } from './reasons.ts'
import { referenceKey } from './references.ts'
import { statesOf, verdict } from './requestStates.ts'
import { requester, requestFilter, requestPage, requestQuery } from './requests.ts'
import {
  cursor,
  id,
  instant,
  nextCursor,
  note,
  optionalNote,
  pathId,
  recordNumber,
  text,
  withoutInvisible,
} from './shapes.ts'

export const depositStatus = z.enum(statesOf('deposit'))
export type DepositStatus = z.output<typeof depositStatus>

/** The terms of a package as they were when it was bought. */
export const boughtPackage = z.object({
  id,
  name: z.string(),
  amount: money,
  bonus_percentage: percent2,
  /** The bonus on the approved amount, or on the price before the decision. */
  bonus_amount: money,
})

const common = {
  id,
  number: recordNumber,
  requested_amount: money,
  /** Null until it is approved. */
  approved_amount: z.nullable(money),
  transaction_id: z.string(),
  status: depositStatus,
  admin_note: z.nullable(z.string()),
  created_at: instant,
  decided_at: z.nullable(instant),
  reversed_at: z.nullable(instant),
  reversal_reason: z.nullable(z.string()),
  /** `payee_since`: of the payee that was paid, as in `createDeposit`; null for requests from before it was recorded. */
  method: z.object({ id, name: z.string(), type: methodType, payee_since: z.nullable(instant) }),
  package: z.nullable(boughtPackage),
  /** Crypto only: the USDT to send, and the rate in rupees per USDT at that moment. */
  usdt_amount: z.nullable(usdt),
  usdt_rate: z.nullable(money),
  usdt_rate_is_fallback: z.boolean(),
}

/** A deposit as its owner sees it. */
export const deposit = z.object({ ...common, user: z.object({ name: z.string(), email: z.string() }) })
export type Deposit = z.output<typeof deposit>

const elsewhere = z.object({ id, status: depositStatus, user_name: z.string(), created_at: instant })
export const adminDeposit = z.object({
  ...common,
  user: z.object({
    ...requester,
    kyc_approved: z.boolean(),
  }),
  /** This user's largest other approved request; null if there is none. */
  largest_approved: z.nullable(money),
  /** Whether it was reversed and another request may use its transaction ID. */
  reference_freed: z.boolean(),
  /** The payee as it was shown to the user. */
  payee,
  /** Whether the method has another payee by now. */
  has_former_payee: z.boolean(),
  decided_by: z.nullable(z.string()),
  marks,
  /** Other requests with the same transaction ID, rejected ones included. */
  seen_before: z.array(elsewhere),
  /** Whether the user made no request before it; one that they cancelled does not count. */
  is_first: z.boolean(),
  /** The user's five latest other requests. */
  recent: z.array(
    z.object({
      id,
      requested_amount: money,
      approved_amount: z.nullable(money),
      status: depositStatus,
      created_at: instant,
    }),
  ),
})
export type AdminDeposit = z.output<typeof adminDeposit>

/** A pasted transaction ID. */
const pastedReference = z.codec(
  z.string({ error: ({ input }) => complaint((input ?? null) === null ? 'transaction_id_missing' : 'not_text') }),
  text({ max: 100, missing: 'transaction_id_missing' }).check(
    z.refine((id) => referenceKey(id) !== '', complaint('transaction_id_missing')),
  ),
  { decode: withoutInvisible, encode: (id) => id },
)

/** The most that may be approved for a request, rounded down to the paisa. Source: docs/rules.md#deposits. */
export function largestApproval(requested: Paise, excess: Ppm): Paise {
  return paise((requested * (1_000_000n + excess)) / 1_000_000n)
}

/** The refusal of an approval above `largest`. */
export function aboveRequested(largest: Paise): Refused<'above_requested'> {
  return { code: 'above_requested', field: 'approved_amount', params: { largest } }
}

export const listMyDeposits = endpoint({
  name: 'listMyDeposits',
  method: 'GET',
  path: '/deposits/my',
  who: 'user',
  summary: "The signed-in user's deposit and package requests, newest first",
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(deposit), next_cursor: nextCursor }),
})

export const createDeposit = endpoint({
  name: 'createDeposit',
  method: 'POST',
  path: '/deposits',
  who: 'user',
  idempotent: true,
  limit: 'deposit',
  summary: 'Request that a deposit be credited (with an amount), or buy a package',
  refusals: [
    'method_unavailable',
    'package_unavailable',
    'below_minimum',
    'reference_taken',
    'rate_moved',
    'terms_moved',
    'too_many_pending',
    'amount_required',
  ],
  body: z
    .strictObject({
      amount: z.optional(amount),
      balance_package_id: z.optional(id),
      transaction_id: pastedReference,
      /** The deposit method's id; optional for a package. */
      payment_method: z.optional(id),
      /** `payee_since` of the method as its payer was shown it; without it, the method's present payee was paid. */
      payee_since: z.optional(instant),
      /** Crypto: the USDT sent. If they do not match the amount at the current rate, the answer is 409. */
      usdt_amount: z.optional(usdt),
      /** The sum of price and bonus that the buyer of a package saw: refused if it has changed since. */
      total_amount: z.optional(money),
    })
    .check(
      z.check<{ amount?: unknown; balance_package_id?: unknown; payment_method?: unknown }>(
        ({ value, issues }) => {
          const complain = (field: string, code: PlainComplaintCode) =>
            void issues.push({ code: 'custom', input: value, path: [field], message: complaint(code) })
          if (value.balance_package_id !== undefined) {
            if (value.amount !== undefined) complain('amount', 'package_price')
            return
          }
          if (value.amount === undefined) complain('amount', 'amount_missing')
          if (value.payment_method === undefined) complain('payment_method', 'method_missing')
        },
        { when: ({ value }) => typeof value === 'object' && value !== null }, // also beside other wrong fields
      ),
    ),
  reply: deposit,
  status: 201,
})

export const paymentReference = endpoint({
  name: 'paymentReference',
  method: 'POST',
  path: '/deposits/reference',
  who: 'user',
  limit: 'poll',
  summary:
    "The reference ('tr') for the QR code of the user's next payment; it stays the same until a deposit request is sent",
  reply: z.object({ reference: z.string() }),
})

export const exportDeposits = endpoint({
  name: 'exportDeposits',
  method: 'GET',
  path: '/deposits/export',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The filtered deposit requests as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery(requestFilter('deposit')),
  reply: 'file',
})

export const listDeposits = endpoint({
  name: 'listDeposits',
  method: 'GET',
  path: '/deposits',
  who: 'admin',
  permission: 'records.read',
  summary: 'Deposit requests; search by user, transaction ID or number',
  query: requestQuery('deposit'),
  reply: z.extend(requestPage('deposit', adminDeposit), {
    /** How far above the requested amount an approval may be. */
    excess_percentage: percent,
    /** Amounts above it are unusual (contract/unusual.ts). */
    unusual_above: money,
  }),
})

export const decideDeposit = endpoint({
  name: 'decideDeposit',
  method: 'PUT',
  path: '/deposits/{id}',
  who: 'admin',
  permission: 'deposits.decide',
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Approve a deposit with an amount, or reject it with a note; once',
  refusals: [
    'already_decided',
    'changed_meanwhile',
    'amount_required',
    'rejection_note_required',
    'differing_amount_note_required',
    'above_requested',
    'own_request',
    ...postingRefusals,
  ],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    status: verdict,
    approved_amount: z.optional(amountOrNone),
    admin_note: optionalNote,
    /** A usual reason for a rejection, which the user reads in their own language. No note is needed with it. */
    rejection_preset: z.optional(z.nullable(z.enum(depositReasons))),
  }),
  reply: adminDeposit,
})

export const reverseDeposit = endpoint({
  name: 'reverseDeposit',
  method: 'POST',
  path: '/deposits/{id}/reverse',
  who: 'admin',
  permission: 'deposits.decide',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Take an approved deposit and its bonus back out of the wallet, with a reason for the user',
  refusals: ['already_decided', 'changed_meanwhile', 'own_request', 'wallet_holds_less', ...postingRefusals],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    reason: note,
    /** Lets another request, to which the money belongs, use the transaction ID. */
    free_reference: z.optional(z.boolean()),
  }),
  reply: adminDeposit,
})
