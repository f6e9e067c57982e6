/**
 * Every refusal by a rule: code → HTTP status and the sentence for a person, or a function if the sentence has figures.
 * Server and web import this table; a code that is missing here does not compile. Hindi: refusals.hi.ts.
 */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { type Complaint, complaintSentence } from './complaints.ts'
import { dayText, momentText, whenText } from './dates.ts'
import { formatRupees } from './money.ts'
import { decidedStates } from './requestStates.ts'
import { day, id, instant } from './shapes.ts'
import { formatRate } from './usdt.ts'

/** A refusal whose sentence has figures; `shape` is also their form on the wire. */
function withParams<S extends z.ZodMiniType>(status: number, shape: S, message: (params: z.output<S>) => string) {
  return { status, shape, message }
}

/** A wait in whole minutes, or hours from 91 minutes on, rounded up; 0 for up to a minute. */
export function waitOf(seconds: number): { count: number; unit: 'minute' | 'hour' } {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return { count: Math.ceil(minutes / 60), unit: 'hour' }
  return { count: minutes > 1 ? minutes : 0, unit: 'minute' }
}

const limited = () => z.object({ limit: money, left: money })

export const refusals = {
  // the call itself
  malformed: { status: 400, message: 'The request could not be read.' },
  unauthorized: { status: 401, message: 'Please sign in again.' },
  wrong_role: { status: 403, message: 'This is not available for your account.' },
  not_permitted: { status: 403, message: 'Your role does not permit this. An owner can change your roles.' },
  not_found: { status: 404, message: 'Not found' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_type: { status: 415, message: 'Send the request as JSON, or a picture as a multipart form.' },
  invalid: { status: 422, message: 'Please check the marked fields.' },
  too_many_requests: withParams(429, z.object({ seconds: z.int() }), ({ seconds }) => {
    const { count, unit } = waitOf(seconds)
    return count === 0
      ? 'Too many attempts. Please wait a moment and try again.'
      : `Too many attempts. Please try again in ${count} ${unit}s.`
  }),
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was changed.' },
  unavailable: { status: 503, message: 'The service is busy right now. Please try again in a moment.' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  /** `by` and `at` are known for an edit. */
  changed_meanwhile: withParams(
    409,
    z.optional(z.object({ by: z.nullable(z.string()), at: instant, now: instant })),
    (known) =>
      known
        ? `Changed${known.by ? ` by ${known.by}` : ''} in the meantime, ${whenText(known.at, known.now)}`
        : 'This was changed in the meantime. Please look at it again.',
  ),

  date_doubted: {
    status: 409,
    message: 'We are checking today’s date. Your money is safe. Please try again later.',
  },

  // money
  insufficient_balance: { status: 422, message: 'Insufficient balance' },
  money_frozen: { status: 403, message: 'Your withdrawals and transfers are on hold. Contact support.' },
  already_moved: { status: 409, message: 'This has already been booked.' },
  balance_limit: { status: 422, message: 'This amount would exceed the largest balance an account can hold.' },

  // auth
  wrong_credentials: { status: 401, message: 'Invalid email or password' },
  email_taken: { status: 422, message: 'This e-mail address is already registered.' },
  phone_taken: { status: 422, message: 'This phone number is already registered.' },
  referral_code_taken: { status: 422, message: 'Another user has this referral code.' },
  unknown_referral_code: { status: 422, message: 'This referral code is not valid.' },
  reset_link_dead: { status: 422, message: 'This reset link is no longer valid. Please request a new one.' },
  passwords_differ: { status: 422, message: 'Passwords do not match' },
  weak_password: { status: 422, message: 'This password is too common. Please choose another one.' },
  password_unchanged: { status: 422, message: 'This is your current password. Please choose another one.' },
  account_inactive: { status: 403, message: 'This account is deactivated. Please contact support.' },
  password_change_required: { status: 403, message: 'Please choose a new password first.' },
  second_factor_required: { status: 422, message: 'Enter the code from your authenticator app.' },
  second_factor_wrong: { status: 422, message: 'This code is wrong or has already been used.' },
  fresh_code_required: { status: 403, message: 'This needs a fresh code from your authenticator app.' },
  second_factor_setup_required: { status: 403, message: 'Please set up your second factor first.' },
  second_factor_active: {
    status: 409,
    message: 'You already have a second factor. Remove it before you set up another.',
  },
  second_factor_missing: { status: 409, message: 'There is no second factor.' },
  own_second_factor_needed: { status: 403, message: 'Set up your own second factor first.' },
  own_second_factor: { status: 422, message: 'Remove your own second factor on the security page.' },
  contact_code_wrong: withParams(422, z.object({ left: z.int() }), ({ left }) =>
    left === 0
      ? 'This code is wrong and no longer works. Please request a new one.'
      : `This code is wrong. ${left === 1 ? 'One try is' : `${left} tries are`} left.`,
  ),
  contact_code_dead: { status: 422, message: 'This code no longer works. Please request a new one.' },
  phone_by_identity: { status: 422, message: 'Your phone number is confirmed with your identity document.' },
  email_unverified: { status: 422, message: 'Please confirm your e-mail address first.' },
  claim_link_dead: { status: 422, message: 'This link is no longer valid. Please register again.' },
  wrong_current_password: { status: 422, message: 'The current password is not correct.' },

  // settings
  unknown_setting: { status: 404, message: 'There is no such setting.' },
  setting_out_of_range: { status: 422, message: 'This value is outside the allowed range.' },

  // exports
  too_many_rows: withParams(
    422,
    z.object({ max: z.int() }),
    ({ max }) =>
      `A spreadsheet can hold at most ${max.toLocaleString('en-IN')} rows. Narrow the list, or download it as CSV.`,
  ),

  // bank statements
  statement_unreadable: { status: 422, message: 'This file could not be read. Save it as CSV or XLSX and try again.' },
  statement_too_large: {
    status: 422,
    message: 'This file is too large: at most 5 MB, 20,000 rows and 100 columns.',
  },
  statement_without_lines: { status: 422, message: 'No line with a date and an amount was found in these columns.' },
  line_used: { status: 409, message: 'This line has already been matched or set aside.' },
  not_incoming: { status: 422, message: 'Only an incoming line can be matched to a deposit or a returned payout.' },
  deposit_on_line: { status: 409, message: 'This deposit is already matched to another statement line.' },
  unknown_deposit: { status: 422, message: 'There is no such deposit.' },
  no_such_payout: { status: 422, message: 'No paid withdrawal has this amount.' },
  payout_on_line: { status: 409, message: 'This payout was already returned on another line.' },

  // payout batches
  not_by_bank: { status: 422, message: 'Only withdrawals to bank accounts can be paid in a batch.' },
  withdrawal_in_batch: { status: 409, message: 'This withdrawal is already in another open batch.' },
  batch_too_large: withParams(
    422,
    z.object({ limit: money }),
    ({ limit }) => `This is too much for one batch: at most ${formatRupees(limit)}.`,
  ),
  unknown_withdrawal: { status: 422, message: 'There is no such withdrawal.' },
  nothing_to_take_over: { status: 409, message: 'That admin has nothing left to pay in this batch.' },
  nothing_to_pay: { status: 409, message: 'You have nothing to pay in this batch.' },
  result_without_rows: {
    status: 422,
    message: 'No row with a reference, a status and an amount was found in this file.',
  },
  with_bank: {
    status: 409,
    message: 'The bank has this payout and may still pay it. It stays with you until the bank has settled it.',
  },
  payment_reported: withParams(
    409,
    z.object({ utr: z.string(), batch: id }),
    ({ utr, batch }) =>
      `The bank reported this withdrawal as paid ${utr ? `with UTR ${utr}` : 'without a UTR'} (batch #${batch}). Mark it as paid, or dismiss that report in its record.`,
  ),
  payout_file_downloaded: withParams(
    409,
    z.object({ batch: id }),
    ({ batch }) =>
      `The file of batch #${batch} was downloaded. If the bank has no file that contains this withdrawal, take it out of the batch.`,
  ),
  not_in_batch: { status: 409, message: 'This withdrawal is no longer waiting in this batch.' },

  // the close of a day
  day_not_over: { status: 409, message: 'A day can be signed fifteen minutes after it is over.' },
  day_closed: { status: 409, message: 'This day is already closed.' },
  day_out_of_order: withParams(409, z.object({ day }), ({ day: first }) => `${dayText(first)} must be closed first.`),
  day_interest_missing: {
    status: 409,
    message: 'The interest for this day has not been posted yet.',
  },
  day_figures_changed: { status: 409, message: 'The figures have changed. Look at them again.' },
  day_note_required: { status: 422, message: 'Something is unexplained or has no statement. Write a note about it.' },
  day_signed_already: { status: 409, message: 'You have signed this day. Another admin must sign it too.' },

  // deposits and methods
  method_unavailable: { status: 422, message: 'This payment method is not available. Please choose another one.' },
  payee_unconfirmed: withParams(
    422,
    z.object({ ifsc: z.string() }),
    ({ ifsc }) =>
      `IFSC ${ifsc} is not in the list of banks. Check it against the bank's documents and confirm that it is correct.`,
  ),
  package_unavailable: { status: 422, message: 'This package is not available.' },
  /** `gain`: what one package gains its buyer. `packages`: for a fee, the packages that would pay, each with that. */
  loss_unconfirmed: withParams(
    422,
    z.union([z.object({ gain: money }), z.object({ packages: z.array(z.object({ name: z.string(), gain: money })) })]),
    (loss) =>
      'gain' in loss
        ? `Anyone who buys this package and withdraws everything the same day gains ${formatRupees(loss.gain)}. Please confirm this loss.`
        : `At this fee, anyone who buys one of these packages and withdraws everything the same day gains: ${loss.packages.map(({ name, gain }) => `${name} ${formatRupees(gain)}`).join(', ')}. Please confirm this loss.`,
  ),
  below_minimum: withParams(
    422,
    z.object({ of: z.enum(['deposit', 'withdrawal', 'investment']), minimum: money }),
    ({ of, minimum }) =>
      of === 'investment'
        ? `The minimum is ${formatRupees(minimum)}.`
        : `The smallest ${of} is ${formatRupees(minimum)}.`,
  ),
  above_maximum: withParams(
    422,
    z.object({ of: z.enum(['deposit', 'investment']), maximum: money }),
    ({ of, maximum }) =>
      of === 'investment'
        ? `The maximum is ${formatRupees(maximum)}.`
        : `The largest ${of} is ${formatRupees(maximum)}.`,
  ),
  reference_taken: {
    status: 409,
    message: 'This transaction ID has already been submitted. Check it, or contact support if the payment is yours.',
  },
  rate_moved: withParams(
    409,
    z.object({ rate: money }),
    ({ rate }) => `The USDT rate is now ${formatRate(rate)}. Please check the amount again.`,
  ),
  terms_moved: { status: 409, message: 'The terms have changed since you were shown them. Please check them again.' },
  too_many_pending: {
    status: 422,
    message: 'Five of your requests are still being checked. Please wait until one is decided.',
  },
  already_decided: withParams(
    409,
    z.object({
      status: z.enum(decidedStates),
      /** Who decided: an admin (named `by` if known), the user whose request it is, or the reader. */
      side: z.enum(['admin', 'user', 'reader']),
      by: z.nullable(z.string()),
      at: instant,
      now: instant,
    }),
    ({ status, side, by, at, now }) => {
      const who = { admin: by, user: 'the user', reader: 'you' }[side]
      return `Already ${status}${who ? ` by ${who}` : ''}, ${whenText(at, now)}`
    },
  ),
  claimed_by_other: withParams(
    409,
    z.object({ by: z.string(), at: instant, now: instant }),
    ({ by, at, now }) => `${by} is paying this (since ${whenText(at, now)}). Take it over before you decide.`,
  ),
  not_claimed: { status: 409, message: 'No admin is paying this right now.' },
  being_paid: { status: 409, message: 'This withdrawal is being paid and can no longer be cancelled.' },
  reference_unreadable: { status: 422, message: 'A reference needs letters or digits.' },
  payout_reference_taken: { status: 409, message: 'This reference is already on another paid withdrawal.' },
  amount_required: { status: 422, message: 'Amount is required' },
  rejection_note_required: { status: 422, message: 'Note is required for rejection' },
  differing_amount_note_required: {
    status: 422,
    message: 'A note is required when the amount differs from the requested one.',
  },
  above_requested: withParams(
    422,
    z.object({ largest: money }),
    ({ largest }) =>
      `At most ${formatRupees(largest)} can be approved for this request. Anyone who paid more files another one.`,
  ),
  wallet_holds_less: withParams(
    422,
    z.object({ holds: money, missing: money }),
    ({ holds, missing }) =>
      `The wallet holds ${formatRupees(holds)}, ${formatRupees(missing)} less than this reversal needs.`,
  ),
  own_request: {
    status: 403,
    message: 'You cannot decide your own request, or one of an account that invited you or that you invited.',
  },

  // proposals
  already_proposed: withParams(
    409,
    z.object({ by: z.string(), at: instant, now: instant }),
    ({ by, at, now }) =>
      `${by} has already proposed something for this, ${whenText(at, now)}. It must be decided first.`,
  ),
  own_proposal: { status: 403, message: 'Another admin must decide what you proposed.' },
  may_not_decide: { status: 403, message: 'Your roles do not permit this, so another admin must decide it.' },
  proposal_of_another: { status: 403, message: 'Only the admin who proposed it can withdraw it.' },
  proposal_closed: withParams(
    409,
    z.object({
      status: z.enum(['approved', 'declined', 'withdrawn', 'stale']),
      by: z.string(),
      at: instant,
      now: instant,
    }),
    ({ status, by, at, now }) =>
      `${{ approved: 'Already approved', declined: 'Already declined', withdrawn: 'Withdrawn', stale: 'Could no longer be carried out when approved' }[status]} by ${by}, ${whenText(at, now)}`,
  ),
  proposer_left: { status: 409, message: 'The admin who proposed it is no longer allowed to do it.' },
  act_refused: withParams(
    409,
    z.object({ code: z.string(), params: z.optional(z.record(z.string(), z.unknown())), message: z.string() }),
    ({ message }) => `Nothing was done, and the proposal is closed: ${message}`,
  ),
  four_eyes_need_two: {
    status: 422,
    message: 'While four-eyes approval is on, two active owners must remain. Add another owner first.',
  },

  // plans and investments
  symbol_taken: { status: 422, message: 'Another plan uses this symbol.' },
  category_name_taken: { status: 422, message: 'Another category has this name.' },
  category_unavailable: { status: 422, message: 'This category is not available.' },
  plan_unavailable: { status: 422, message: 'This plan is not available.' },
  already_invested: { status: 422, message: 'You already have an active investment in this plan.' },
  not_matured: withParams(
    422,
    z.object({ matures_on: day }),
    ({ matures_on: on }) => `This investment matures on ${dayText(on)} at 00:00 (India time).`,
  ),
  already_claimed: withParams(
    409,
    z.object({ claimed_on: day }),
    ({ claimed_on: on }) => `This investment was already claimed on ${dayText(on)}.`,
  ),

  // kyc and uploads
  kyc_required: { status: 422, message: 'KYC Verification Required' },
  kyc_revoked: {
    status: 422,
    message: 'The approval of your documents was revoked. Submit them again on your profile.',
  },
  owner_kyc_missing: {
    status: 422,
    message:
      'The identity of this user is no longer approved. Approve one of their documents first, or reject the withdrawal if nothing was paid.',
  },
  kyc_open: { status: 409, message: 'Your documents are already being checked or approved.' },
  id_number_required: { status: 422, message: 'Please enter your government ID number' },
  aadhar_format: { status: 422, message: 'Aadhar number must be 12 digits' },
  pan_format: { status: 422, message: 'Invalid PAN number format' },
  images_required: { status: 422, message: 'Please upload all required images' },
  id_in_use: {
    status: 422,
    message: 'This ID number is already used by another account. If it is yours, contact support.',
  },
  image_unreadable: { status: 422, message: 'This image cannot be read. Use a JPEG, PNG or WebP photo.' },
  image_too_large: { status: 413, message: 'The image is too large. Use at most 5 MB and 25 megapixels.' },
  uploads_full: { status: 422, message: 'You have uploaded too many pictures. Unused ones are deleted after a day.' },
  rejection_reason_required: { status: 422, message: 'A rejection reason is required' },

  // withdrawals
  upi_required: { status: 422, message: 'Please enter UPI ID' },
  usdt_address_required: { status: 422, message: 'Please enter USDT address' },
  usdt_address_wrong: { status: 422, message: 'This TRC20 address is not valid. Please check every character.' },
  bank_details_required: { status: 422, message: 'Please fill all bank details' },
  transaction_id_required: { status: 422, message: 'Transaction ID is required' },
  new_payee_limit: withParams(
    422,
    limited(),
    ({ limit, left }) =>
      `You can withdraw at most ${formatRupees(limit)} to new accounts within 24 hours; ${formatRupees(left)} is left.`,
  ),
  requester_frozen: {
    status: 409,
    message: 'This account is frozen: nothing is paid out until an administrator unfreezes it.',
  },
  withdrawals_paused: withParams(
    422,
    z.object({ until: instant }),
    ({ until }) =>
      `Withdrawals are paused until ${momentText(until)} because the password, e-mail address or phone number was changed.`,
  ),

  // transfers (BittPay)
  recipient_unknown: { status: 422, message: 'We could not find an active user with this e-mail or phone.' },
  recipient_self: { status: 422, message: 'You cannot send money to yourself.' },
  otp_wrong: { status: 422, message: 'Invalid OTP or transfer expired' },
  transfer_limit: withParams(
    422,
    limited(),
    ({ limit, left }) => `You can send ${formatRupees(left)} more today. The limit is ${formatRupees(limit)} a day.`,
  ),
  new_recipient_limit: withParams(
    422,
    limited(),
    ({ limit, left }) =>
      `You can send at most ${formatRupees(limit)} to new recipients within 24 hours; ${formatRupees(left)} is left.`,
  ),
  receiver_limit: {
    status: 422,
    message: 'This person cannot receive that much with BittPay today. Send less, or try again tomorrow.',
  },
  transfers_full: { status: 422, message: 'BittPay has reached its limit for today. Please try again tomorrow.' },
  bittpay_paused: withParams(
    422,
    z.object({ until: instant }),
    ({ until }) =>
      `BittPay is paused until ${momentText(until)} because the password, e-mail address or phone number was changed.`,
  ),
  bittpay_frozen: { status: 422, message: 'BittPay is paused for 24 hours after too many wrong codes.' },

  // flexible (Earn)
  bonus_locked: {
    status: 422,
    message: 'Your welcome bonus can be withdrawn once your KYC and a deposit have been approved.',
  },
  bonus_had_before: {
    status: 422,
    message: 'You’ve already had a welcome bonus on another account: this one and its interest stay here.',
  },

  // notes
  not_assignable: { status: 422, message: 'This can only be assigned to an active administrator.' },

  // support
  too_many_conversations: withParams(
    422,
    z.object({ open: z.int() }),
    ({ open }) => `You already have ${open} open conversations. Please write in one of them.`,
  ),
  contact_link_dead: { status: 422, message: 'This link is no longer valid. Please write to us again.' },
  /** Somebody, another admin or the person, wrote after the last message that the admin had seen. */
  answered_meanwhile: withParams(
    409,
    z.object({ by: z.nullable(z.string()), at: instant, now: instant }),
    ({ by, at, now }) =>
      by
        ? `${by} has answered in the meantime, ${whenText(at, now)}. Please read it first.`
        : `There is a newer message, ${whenText(at, now)}. Please read it first.`,
  ),
  canned_title_taken: { status: 422, message: 'Another answer has this title.' },

  // notifications
  already_recalled: { status: 409, message: 'This has already been recalled.' },

  // users
  account_holds_money: {
    status: 409,
    message:
      'Your account still holds money. Withdraw or send it first. If it is too little for that, write to support.',
  },
  account_has_requests: {
    status: 409,
    message: 'Something you asked for is still open. Wait until it is decided, or cancel it.',
  },
  user_holds_money: { status: 409, message: 'This user still holds money or has pending requests.' },
  nothing_in_earn: { status: 422, message: 'Nothing can be moved out of this user’s Earn account.' },
  own_account: { status: 422, message: 'You cannot deactivate or delete your own account.' },
  only_users_freeze: {
    status: 422,
    message: 'Only user accounts can be frozen. Deactivate the administrator instead.',
  },
  already_frozen: { status: 409, message: 'This account is already frozen.' },
  not_frozen: { status: 409, message: 'This account is not frozen.' },
  last_owner: {
    status: 422,
    message: 'One active owner must remain. Make another admin an owner first.',
  },
  balance_moved: { status: 409, message: 'The balance has changed since you opened this form. Please check it again.' },
} as const satisfies Record<string, { status: number; message: string | ((params: never) => string) }>

type Table = typeof refusals
export type RefusalCode = keyof Table
type ParamsOf<C extends RefusalCode> = Table[C] extends { shape: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined

type CodeWithout = { [C in RefusalCode]: [ParamsOf<C>] extends [undefined] ? C : never }[RefusalCode]
/** The codes that can be used without figures. */
export type PlainRefusalCode = { [C in RefusalCode]: undefined extends ParamsOf<C> ? C : never }[RefusalCode]

type Plain<C extends RefusalCode> = [C] extends [never] ? never : { code: C }
/** Requires figures exactly for the codes whose sentence has them. */
type Said<C extends RefusalCode> = C extends CodeWithout
  ? never
  : undefined extends ParamsOf<C>
    ? { code: C; params?: NonNullable<ParamsOf<C>> }
    : { code: C; params: ParamsOf<C> }

/**
 * A refusal by a rule. `field` marks the form field it belongs to. `complaints` are the fields with invalid input; the
 * first one is the sentence of the whole refusal.
 */
export type Refused<Code extends RefusalCode = RefusalCode> = (Plain<Code & CodeWithout> | Said<Code>) & {
  field?: string
  complaints?: Readonly<Record<string, Complaint>>
  retryAfterSeconds?: number
}

/** The sentences of all refusals in one language, with the same figures as the English ones. */
export type RefusalWords = {
  [C in RefusalCode]: [ParamsOf<C>] extends [undefined] ? string : (params: ParamsOf<C>) => string
}

/** The English sentence of a refusal, as in `message` on the wire. */
export function refusalSentence({ code, complaints, ...said }: Refused): string {
  const [first] = Object.values(complaints ?? {})
  if (first) return complaintSentence(first)
  return worded(refusals[code].message, 'params' in said ? said.params : undefined)
}

/** An entry of a table as text, with the figures of its code. */
export function worded(word: string | ((params: never) => string), params: unknown): string {
  return typeof word === 'string' ? word : word(params as never)
}

/** The figures of a refusal as JSON: rupees as numbers, moments in ISO 8601, days as 'YYYY-MM-DD'. */
export function wireParams(refused: Refused): Record<string, unknown> | undefined {
  const params = 'params' in refused ? refused.params : undefined
  const row = refusals[refused.code]
  if (params === undefined || !('shape' in row)) return undefined
  return z.encode(row.shape as z.ZodMiniType, params) as Record<string, unknown> // every shape of figures is an object
}

/** Reads them back; null if they are not those of the code. */
export function readParams(code: RefusalCode, wire: unknown): { params: unknown } | null {
  const row = refusals[code]
  if (!('shape' in row)) return { params: undefined }
  const read = z.safeDecode(row.shape as z.ZodMiniType, wire)
  return read.success ? { params: read.data } : null
}
