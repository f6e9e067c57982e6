import {
  checkKycForm,
  flagsOf,
  type IdType,
  type KycFlag,
  type KycForm,
  type KycStatus,
  maskIdNumber,
  normaliseIdNumber,
  pictureCount,
  type KycFormCode,
} from '@bittkosh/contract/kyc'
import type { KycReason } from '@bittkosh/contract/reasons'
import type { Refused } from '@bittkosh/contract/refusals'
import type { Language } from '@bittkosh/contract/language'
import { isWaiting, requestStates } from '@bittkosh/contract/requestStates'

export type KnownRecord = { id: number; position: number; type: IdType; status: KycStatus }

export type Submission = {
  type: IdType
  number: string
  masked: string
  flags: KycFlag[]
  urls: string[]
  position: number
  /** The rejected record that it replaces. */
  replaces: number | null
}

/**
 * The position of a new document among a user's records. Only one waits at a time; an approved one blocks another of
 * its type; a new one replaces a rejected one. Refuses `kyc_open` and the form's own refusals.
 */
export function judgeSubmission(
  records: readonly KnownRecord[],
  form: KycForm,
): Submission | { refused: Refused<'kyc_open' | KycFormCode> } {
  const wrong = checkKycForm(form)
  if (wrong) return { refused: wrong }
  const { govt_id_type: type } = form
  const blocked = records.some(
    ({ status, type: of }) => isWaiting(status) || (requestStates[status] === 'granted' && of === type),
  )
  if (blocked) return { refused: { code: 'kyc_open' } }
  const rejected = records.find(({ status }) => requestStates[status] === 'nothing')
  const number = normaliseIdNumber(form.govt_id_number)
  return {
    type,
    number,
    masked: maskIdNumber(type, number),
    flags: flagsOf(type, number),
    urls: form.govt_id_urls.slice(0, pictureCount[type]),
    position: rejected?.position ?? records.length,
    replaces: rejected?.id ?? null,
  }
}

const KEPT_YEARS = 5 // PMLA, section 12: from the end of the business relationship

/** The last day on which the identity records of an account that is closed on `day` are kept. */
export function lockedUntil(day: string): string {
  return `${Number(day.slice(0, 4)) + KEPT_YEARS}${day.slice(4).replace('-02-29', '-03-01')}`
}

/** What is stored of a rejection. Refuses `rejection_reason_required`: the user reads the reason and submits again. */
export function judgeRejection({
  rejection_preset: preset = null,
  rejection_reason: note,
}: {
  rejection_preset?: KycReason | null | undefined
  rejection_reason?: string | null | undefined
}):
  | { rejection_preset: KycReason | null; rejection_reason: string | null }
  | { refused: Refused<'rejection_reason_required'> } {
  if (!preset && !note) return { refused: { code: 'rejection_reason_required', field: 'rejection_reason' } }
  return { rejection_preset: preset, rejection_reason: note || null }
}

export type KycState = {
  /** Whether the first record is approved and no revocation is in force: then money may leave. */
  approved: boolean
  /** Whether an approval was revoked and none was given since. */
  revoked: boolean
  /** The status of the last record; null if there is none. */
  status: KycStatus | null
}

/** The parts of a record that decide; its timestamp may come from JSON. */
export type StateRecord = { position: number; status: KycStatus; revoked_at: Date | string | null }

/** The state that follows from a user's records, in their order. */
export function stateOf(records: readonly StateRecord[]): KycState {
  const isApproved = ({ status }: { status: KycStatus }) => requestStates[status] === 'granted'
  const revoked = records.some((row) => row.revoked_at !== null && !isApproved(row))
  return {
    approved: !revoked && records.some((row) => row.position === 0 && isApproved(row)),
    revoked,
    status: records.at(-1)?.status ?? null,
  }
}

/** The owner's consent to a record, as the contract shows it. */
export function consentOf({
  consent_version: version,
  consent_language: language,
  consent_at: at,
}: {
  consent_version: number | null
  consent_language: Language | null
  consent_at: Date | null
}) {
  return version === null || language === null || at === null ? null : { version, language, at }
}
