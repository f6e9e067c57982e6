/** BittPay: sending money to another user, confirmed by a one-time code. A transfer is always between two users. */
import * as z from 'zod/mini'
import { amount, money, percent } from './amounts.ts'
import { complaint, refuseInput } from './complaint.ts'
import { readContact } from './contact.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { add, type Paise, type Ppm, shareOf } from './money.ts'
import { narrowingByAmount, narrowingByDay, requestSorts } from './requests.ts'
import { isCut, id, instant, optionalNote, page, pagination, pathId, perPage, recordNumber, search } from './shapes.ts'

export const OTP_DIGITS = 6
export const OTP_MINUTES = 5
/** 1 in 200,000 to guess six digits. */
export const OTP_TRIES = 5

export const transferStatuses = ['pending', 'completed', 'failed', 'expired'] as const
export const transferStatus = z.enum(transferStatuses)
export type TransferStatus = z.output<typeof transferStatus>

export type TransferQuote = { amount: Paise; fee: Paise; total: Paise }

/** The fee comes on top: amount and fee leave the sender's wallet. */
export function quoteTransfer({ amount, feeRate }: { amount: Paise; feeRate: Ppm }): TransferQuote {
  const fee = shareOf(amount, feeRate)
  return { amount, fee, total: add(amount, fee) }
}

/**
 * A name as a sender may read it before the transfer is complete: enough to recognise a friend, too little to look
 * people up. 'Asha Rao' is 'Asha R•••', 'Asha' is 'A•••'.
 */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last] = words.length > 1 ? [words[0], words.at(-1)] : [undefined, words[0]]
  const initial = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(last ?? '')][0]?.segment ?? ''
  return `${first}${first ? ' ' : ''}${initial}•••`
}

/** The receiver of a transfer: by e-mail address or phone number, or as the receiver of a sender's completed transfer. */
export type Recipient = { email: string } | { phone: string } | { paidBefore: string }

/** The prefix that marks the receiver of a completed transfer in place of a contact; no contact begins with it. */
const PAID_BEFORE = '#'
export const paidBefore = (number: string) => `${PAID_BEFORE}${number}`

/** Contacts are normalised the way accounts keep them. */
const recipient = z.codec(
  z.string(complaint('not_text')).check(z.maxLength(254, complaint('too_long', { max: 254 }))),
  z.custom<Recipient>((value) => typeof value === 'object' && value !== null),
  {
    decode: (typed, context) => {
      if (/^#[0-9A-HJKMNP-TV-Z]{10}$/.test(typed)) return { paidBefore: typed.slice(PAID_BEFORE.length) }
      const contact = readContact(typed)
      if (contact) return contact
      return refuseInput(context, typed, complaint(typed.trim() ? 'contact' : 'required'))
    },
    encode: (to) => ('email' in to ? to.email : 'phone' in to ? to.phone : paidBefore(to.paidBefore)),
  },
)

const otp = z.string(complaint('six_digits')).check(z.regex(/^[0-9]{6}$/, complaint('six_digits')))

export const openTransfer = z.object({
  transfer_id: id,
  /** Masked until the transfer is complete. */
  receiver_name: z.string(),
  amount: money,
  fee: money,
  /** The total that will leave the wallet. */
  total_deducted: money,
  expires_at: instant,
  /** How long the code is still valid, by the server's clock: a countdown must not trust the device's clock. */
  seconds_left: z.int(),
  /** How many more wrong codes are permitted. */
  tries_left: z.int(),
})
export type OpenTransfer = z.output<typeof openTransfer>

export const transferTerms = endpoint({
  name: 'transferTerms',
  method: 'GET',
  path: '/balance-transfer/terms',
  who: 'user',
  summary: 'What a transfer costs, what the wallet holds, and the transfer that still waits for its code',
  reply: z.object({
    /** BittPay requires a proven e-mail address. */
    email_verified: z.boolean(),
    balance: money,
    fee_percentage: percent,
    open_transfer: z.nullable(openTransfer),
    /** Whether the code also comes as a short message. */
    code_by_sms: z.boolean(),
    /** The receivers of the last completed transfers, each once: the name, and the number of such a transfer. */
    recent_recipients: z.array(z.object({ name: z.string(), number: recordNumber })),
    /** What the user may send in a day, what is left of it today, and the most for new recipients within 24 hours. */
    daily_limit: money,
    left_today: money,
    new_recipient_limit: money,
    /** Until when nothing can be sent, after a changed password or e-mail address. */
    paused_until: z.nullable(instant),
    /** Whether an approved identity record was revoked: nothing can be sent until one is approved again. */
    kyc_revoked: z.boolean(),
    /** Whether an admin has frozen this person's money. */
    is_frozen: z.boolean(),
    /** Until when BittPay is blocked after too many wrong codes. */
    frozen_until: z.nullable(instant),
  }),
})

export const initiateTransfer = endpoint({
  name: 'initiateTransfer',
  method: 'POST',
  path: '/balance-transfer/initiate',
  who: 'user',
  summary: 'Begin a transfer; a one-time code goes to the sender. An older open transfer expires',
  refusals: [
    'email_unverified',
    'insufficient_balance',
    'recipient_unknown',
    'recipient_self',
    'transfer_limit',
    'new_recipient_limit',
    'receiver_limit',
    'transfers_full',
    'bittpay_frozen',
    'bittpay_paused',
    'kyc_revoked',
    'money_frozen',
  ],
  idempotent: true,
  limit: 'transfer',
  status: 201,
  body: z.strictObject({ recipient, amount, note: optionalNote }),
  reply: openTransfer,
})

export const verifyTransfer = endpoint({
  name: 'verifyTransfer',
  method: 'POST',
  path: '/balance-transfer/verify',
  who: 'user',
  summary: 'Confirm a transfer with its one-time code',
  refusals: [
    'email_unverified',
    'not_found',
    'recipient_unknown',
    'otp_wrong',
    'transfer_limit',
    'new_recipient_limit',
    'receiver_limit',
    'transfers_full',
    'bittpay_frozen',
    'bittpay_paused',
    'kyc_revoked',
    'money_frozen',
    ...postingRefusals,
  ],
  idempotent: true,
  body: z.strictObject({ transfer_id: id, otp }),
  reply: z.object({
    transfer: z.object({
      id,
      number: recordNumber,
      receiver_name: z.string(),
      amount: money,
      fee: money,
      total_deducted: money,
      completed_at: instant,
    }),
  }),
})

const person = z.object({ name: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()) })

export const adminTransfer = z.object({
  id,
  number: recordNumber,
  status: transferStatus,
  amount: money,
  processing_fee: money,
  total_deducted: money,
  note: z.nullable(z.string()),
  created_at: instant,
  completed_at: z.nullable(instant),
  otp_expires_at: instant,
  sender: person,
  receiver: person,
})
export type AdminTransfer = z.output<typeof adminTransfer>

const byStatus = z.object({ completed: z.int(), pending: z.int(), failed: z.int(), expired: z.int() })
const overall = z.object({
  total_transfers: z.int(),
  /** Over completed transfers, like the two sums below. */
  average_transfer_amount: money,
  total_amount_transferred: money,
  total_fees_collected: money,
  /** The share of completed transfers in all, in percent with two decimals. */
  success_rate: percent,
  completed_transfers: z.int(),
  pending_transfers: z.int(),
  failed_transfers: z.int(),
  status_breakdown: byStatus,
})
export type TransferStatistics = z.output<typeof overall>

const filter = {
  search,
  status: z.optional(transferStatus),
  ...narrowingByDay,
  /** Without the fee. */
  ...narrowingByAmount,
  sort: z.optional(z.enum(requestSorts)),
}

export const exportTransfers = endpoint({
  name: 'exportTransfers',
  method: 'GET',
  path: '/admin/balance-transfers/export',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The filtered BittPay transfers as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery(filter),
  reply: 'file',
})

/** Why a transfer failed. */
const transferFailures = ['wrong_codes', 'recipient_inactive', 'insufficient_balance', 'over_limit'] as const
export type TransferFailure = (typeof transferFailures)[number]

const side = z.extend(person, {
  id,
  is_active: z.boolean(),
  /** Whether the money is frozen (POST /users/{id}/freeze): none leaves the account. */
  is_frozen: z.boolean(),
})
export const transferDetails = z.extend(adminTransfer, {
  sender: side,
  receiver: side,
  /** When it was completed, failed or expired; null while it waits. */
  ended_at: z.nullable(instant),
  /** Whether it expired early because its sender began another one. */
  replaced: z.boolean(),
  /** Also null for transfers that failed before this was recorded. */
  failure: z.nullable(z.enum(transferFailures)),
  wrong_codes: z.int(),
  wrong_codes_at: z.array(instant),
  /** Its ledger lines, which sum to zero; none unless it is completed. */
  entries: z.array(
    z.object({
      side: z.enum(['sender', 'receiver', 'fee']),
      amount: money,
      /** Null for the platform's own account. */
      balance_after: z.nullable(money),
    }),
  ),
})
export type TransferDetails = z.output<typeof transferDetails>

export const getTransfer = endpoint({
  name: 'getTransfer',
  method: 'GET',
  path: '/admin/balance-transfers/{id}',
  who: 'admin',
  permission: 'records.read',
  summary: 'One BittPay transfer: its history and its ledger entries',
  params: z.strictObject({ id: pathId }),
  reply: transferDetails,
})

export const listTransfers = endpoint({
  name: 'listTransfers',
  method: 'GET',
  path: '/admin/balance-transfers',
  who: 'admin',
  permission: 'records.read',
  summary: 'All BittPay transfers, newest first, with their statistics; search by sender, receiver or number',
  query: z.strictObject({ page, per_page: perPage, ...filter }),
  reply: z.object({
    transfers: z.array(adminTransfer),
    statistics: z.object({ overall }),
    pagination,
    /** By status, for the search if there is one. */
    counts: byStatus,
    is_cut: isCut,
  }),
})
