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
import type { Refused } from '@bittkosh/contract/refusals'

export type KnownRecord = { id: number; position: number; type: IdType; status: KycStatus }

export type Submission = {
  type: IdType
  number: string
  masked: string
  flags: KycFlag[]
  urls: string[]
  position: number
  /** The rejected record that it takes the place of. */
  replaces: number | null
}

/**
 * Where a new document goes among a user's records. One is checked at a time; an approved one blocks another of its
 * type; after a rejection the new one takes the rejected one's place. Refuses `kyc_open` and the form's own sentences.
 */
export function acceptSubmission(
  records: readonly KnownRecord[],
  form: KycForm,
): Submission | { refused: Refused<'kyc_open' | KycFormCode> } {
  const wrong = checkKycForm(form)
  if (wrong) return { refused: wrong }
  const { govt_id_type: type } = form
  const blocked = records.some(
    (record) => record.status === 'pending' || (record.status === 'approved' && record.type === type),
  )
  if (blocked) return { refused: { code: 'kyc_open' } }
  const rejected = records.find((record) => record.status === 'rejected')
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
