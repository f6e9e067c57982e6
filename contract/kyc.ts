/** Identity documents (KYC): what a user submits, what an admin decides, and the hints shown to both. */
import * as z from 'zod/mini'
import { endpoint, postingRefusals } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { type Language, languages } from './language.ts'
import { marks } from './marks.ts'
import type { Refused } from './refusals.ts'
import { statesOf, verdict } from './requestStates.ts'
import { flagged, linkedToReader, narrowingByTime } from './requests.ts'
import { id, instant, note, optionalNote, page, pagination, pathId, perPage, search } from './shapes.ts'
import { kycReasons } from './reasons.ts'

export const idTypes = ['aadhar', 'pan'] as const
export const idType = z.enum(idTypes)
export type IdType = z.output<typeof idType>
export const idTypeLabels: Record<Language, Record<IdType, string>> = {
  en: { aadhar: 'Aadhar Card', pan: 'PAN Card' },
  hi: { aadhar: 'आधार कार्ड', pan: 'PAN कार्ड' },
}

export const kycStatus = z.enum(statesOf('kyc'))
export type KycStatus = z.output<typeof kycStatus>

export type KycFormCode = 'id_number_required' | 'aadhar_format' | 'pan_format' | 'images_required'

/** The newest of the texts in words/kycConsent.ts, which only the form and an admin load. */
export const CONSENT_VERSION = 1

/**
 * The consent that the person gave with the document (words/kycConsent.ts). Optional, because other clients send none;
 * the record then says that none was given.
 */
export const consentShown = z.strictObject({
  version: z.int().check(z.minimum(1), z.maximum(CONSENT_VERSION)),
  language: z.enum(languages),
})
export const consent = z.nullable(z.object({ version: z.int(), language: z.enum(languages), at: instant }))

/** The KYC branch of PUT /profile. It checks types only; `checkKycForm` finds what is missing. */
export const kycForm = z.strictObject({
  govt_id_type: idType,
  /** The links that /upload-image returned: front first, then the back of an Aadhar. */
  govt_id_urls: z._default(z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(4)), []),
  govt_id_number: z._default(z.string().check(z.maxLength(40)), ''),
  consent: z.optional(consentShown),
})
export type KycForm = z.output<typeof kycForm>

/** How many pictures each document needs. */
export const pictureCount: Record<IdType, number> = { aadhar: 2, pan: 1 }

/** Upper case, without the spaces and hyphens that people group digits with. */
export function normaliseIdNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

/** The first problem that prevents a submission, or null. */
export function checkKycForm({
  govt_id_type: type,
  govt_id_urls: urls,
  govt_id_number: typed,
}: KycForm): Refused<KycFormCode> | null {
  const number = normaliseIdNumber(typed)
  if (number === '') return { code: 'id_number_required', field: 'govt_id_number' }
  if (type === 'aadhar' && !/^\d{12}$/.test(number)) return { code: 'aadhar_format', field: 'govt_id_number' }
  if (type === 'pan' && !/^[A-Z]{5}\d{4}[A-Z]$/.test(number)) return { code: 'pan_format', field: 'govt_id_number' }
  if (urls.filter(Boolean).length < pictureCount[type]) return { code: 'images_required', field: 'govt_id_urls' }
  return null
}

/** The most that is ever shown of a number: 'XXXX XXXX 1234', 'ABCDE****F'. */
export function maskIdNumber(type: IdType, number: string): string {
  return type === 'aadhar' ? `XXXX XXXX ${number.slice(-4)}` : `${number.slice(0, 5)}****${number.slice(9)}`
}

/** Hints, never refusals: what looks unusual about a well-formed number. */
export const kycFlags = ['check_digit', 'holder_letter', 'seen_before'] as const
export type KycFlag = (typeof kycFlags)[number]

/** The hints that a form may show to the user and that admins see. */
export function flagsOf(type: IdType, number: string): KycFlag[] {
  if (type === 'aadhar') return aadharCheckDigitFits(number) ? [] : ['check_digit']
  return panHolder(number) === 'person' ? [] : ['holder_letter']
}

/** The kind of holder that a PAN's fourth letter stands for; null for a letter without a meaning. */
export function panHolder(pan: string): 'person' | 'other' | null {
  const letter = pan[3] ?? ''
  if (letter === 'P') return 'person'
  return letter !== '' && 'ABCEFGHJLT'.includes(letter) ? 'other' : null
}

// Verhoeff's check: the multiplication table of the dihedral group of order 10, and a permutation by position.
const times = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]
const moved = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** Whether the last digit of an Aadhaar number is the check digit of the others (Verhoeff). */
export function aadharCheckDigitFits(digits: string): boolean {
  return /^\d+$/.test(digits) && verhoeff(digits) === 0
}

/** The digit that Verhoeff's check appends to `digits`. */
export function verhoeffDigit(digits: string): number {
  const rest = verhoeff(`${digits}0`)
  return times[rest]?.indexOf(0) ?? 0
}

function verhoeff(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, position) => {
    let value = Number(digit)
    for (let n = 0; n < position % 8; n++) value = moved[value] ?? 0
    return times[sum]?.[value] ?? 0
  }, 0)
}

/** A user's own record as GET /profile lists it; the user's status is that of the last one. */
export const govtId = z.object({
  id,
  type: idType,
  type_label: z.string(),
  status: kycStatus,
  submitted_at: instant,
  /** Masked. */
  id_number: z.string(),
  rejection_reason: z.nullable(z.string()),
  /** Signed for the reader; they expire within minutes. */
  urls: z.array(z.string()),
})
export type GovtId = z.output<typeof govtId>

/** The same for an admin: without number and pictures if they may not see identity documents. */
export const adminGovtId = z.extend(govtId, { id_number: z.nullable(z.string()), consent })
export type AdminGovtId = z.output<typeof adminGovtId>

const pendingId = z.object({
  index: z.int(),
  type: idType,
  type_label: z.string(),
  submitted_at: instant,
  id_number: z.string(),
  flags: z.array(z.enum(kycFlags)),
  urls: z.array(z.string()),
  consent,
})

export const kycRequest = z.object({
  user_id: id,
  kyc_id: id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  registered_at: instant,
  is_active: z.boolean(),
  /** Whether the money is frozen (POST /users/{id}/freeze): none leaves the account. */
  is_frozen: z.boolean(),
  is_linked_to_you: linkedToReader,
  /** Earlier submissions of this user that were rejected. */
  rejected_before: z.int(),
  marks,
  pending_ids: z.array(pendingId),
})
export type KycRequest = z.output<typeof kycRequest>

/** How an admin narrows the queue and its export. */
const filter = { search, flagged, ...narrowingByTime }

export const listPendingKyc = endpoint({
  name: 'listPendingKyc',
  method: 'GET',
  path: '/kyc/pending',
  who: 'admin',
  permission: 'kyc.read',
  summary: 'Documents waiting for a decision, the longest waiting first',
  query: z.strictObject({ page, per_page: perPage, ...filter }),
  reply: z.object({ data: z.array(kycRequest), total_pending: z.int(), pagination }),
})

export const exportPendingKyc = endpoint({
  name: 'exportPendingKyc',
  method: 'GET',
  path: '/kyc/pending/export',
  who: 'admin',
  permission: 'exports.people',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The waiting documents that match a search as CSV or XLSX, without ID numbers and pictures; logged',
  refusals: ['too_many_rows'],
  query: exportQuery(filter),
  reply: 'file',
})

const userParams = z.strictObject({ userId: pathId })
const index = z.int().check(z.minimum(0), z.maximum(100))

export const kycDecision = z.object({
  user_id: id,
  kyc_id: id,
  index: z.int(),
  type: idType,
  type_label: z.string(),
  status: kycStatus,
  submitted_at: instant,
  decided_at: instant,
  id_number: z.string(),
  rejection_reason: z.nullable(z.string()),
})
export type KycDecision = z.output<typeof kycDecision>

export const verifyKyc = endpoint({
  name: 'verifyKyc',
  method: 'POST',
  path: '/kyc/{userId}/verify',
  who: 'admin',
  permission: 'kyc.decide',
  freshCode: 'never',
  fourEyes: 'never',
  movesUnguarded: 'a reward that was due already, from the platform, as the rules fix it',
  summary: 'Approve or reject a document',
  refusals: ['changed_meanwhile', 'already_decided', 'own_request', 'rejection_reason_required', ...postingRefusals],
  params: userParams,
  body: z.strictObject({
    id_index: index,
    /** The submission that the admin saw, so that a newer one at the same index is not decided unseen. */
    kyc_id: z.optional(id),
    status: verdict,
    rejection_reason: optionalNote,
    /** One of the usual reasons, which the user reads in their own language. No note is needed with it. */
    rejection_preset: z.optional(z.nullable(z.enum(kycReasons))),
  }),
  reply: kycDecision,
})

export const revokeKyc = endpoint({
  name: 'revokeKyc',
  method: 'POST',
  path: '/kyc/{userId}/revoke',
  who: 'admin',
  permission: 'kyc.decide',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'Revoke the approval of a document: withdrawals and BittPay stop until a new approval',
  refusals: ['changed_meanwhile', 'already_decided', 'own_request'],
  params: userParams,
  body: z.strictObject({
    id_index: index,
    /** The submission that the admin saw, as in the verification. */
    kyc_id: z.optional(id),
    /** Shown to the user. */
    reason: note,
  }),
  reply: kycDecision,
})

export const revealKyc = endpoint({
  name: 'revealKyc',
  method: 'POST',
  path: '/kyc/{userId}/reveal',
  who: 'admin',
  permission: 'kyc.reveal',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'The full ID number, logged; for an Aadhar, only the masked number exists',
  params: userParams,
  body: z.strictObject({ id_index: index, reason: note }),
  reply: z.object({ id_number: z.string() }),
})

/** Why and until which day a closed account's records are kept. */
const lock = { locked_until: z.iso.date(), lock_reason: z.enum(['account_closed']) }

export const lockedRecord = z.object({
  index: z.int(),
  type: idType,
  type_label: z.string(),
  status: kycStatus,
  submitted_at: instant,
  ...lock,
})
export type LockedRecord = z.output<typeof lockedRecord>

export const openedRecord = z.extend(lockedRecord, {
  /** Masked. */
  id_number: z.string(),
  urls: z.array(z.string()),
})
export type OpenedRecord = z.output<typeof openedRecord>

export const openLockedKyc = endpoint({
  name: 'openLockedKyc',
  method: 'POST',
  path: '/kyc/{userId}/open-locked',
  who: 'admin',
  permission: 'kyc.locked',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'The locked identity records of a closed account with their pictures, for an owner with a reason; logged',
  params: userParams,
  body: z.strictObject({ reason: note }),
  reply: z.array(openedRecord),
})
