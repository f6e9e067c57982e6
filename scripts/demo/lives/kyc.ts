/** Identity documents: submitted once, and mostly approved. */
import { pictureCount } from '@bittkosh/contract/kyc'
import { kycReasons } from '@bittkosh/contract/reasons'
import { kycRules } from '../../../server/src/kyc/deciding.ts'
import { judgeSubmission } from '../../../server/src/kyc/rules.ts'
import { idNumberOf, pick } from '../people.ts'
import { pictureId } from '../pictures.ts'
import type { Kyc, Person } from './lives.ts'
import { actOn, asked } from './requests.ts'
import { agreed, momentOf, type Wave } from './wave.ts'

export function submitKyc(wave: Wave, person: Person): void {
  const { ids, random, lives, waiting } = wave
  const type = random() < 0.6 ? 'pan' : 'aadhar'
  const pictures = Array.from({ length: pictureCount[type] }, (_, side) => pictureId(person.number, side))
  const { number, masked, flags, position } = agreed(
    judgeSubmission([], {
      govt_id_type: type,
      govt_id_number: idNumberOf(person.number, type),
      govt_id_urls: pictures.map((id) => `/api/files/${id}`),
    }),
  )
  const kyc: Kyc = {
    ...asked,
    id: ids.next('kyc_records'),
    user_id: person.id,
    position,
    type,
    number,
    masked_number: masked,
    sealed_number: null, // until it is written
    flags,
    pictures,
    rejection_reason: null,
    rejected_before: 0,
    revoked_at: null,
    locked_until: null,
    lock_reason: null,
    consent_version: null,
    consent_language: null,
    consent_at: null,
    submitted_at: momentOf(wave, person),
  }
  person.kyc = kyc
  lives.kyc.push(kyc)
  waiting.kyc.push(kyc)
}

export function decideKyc(wave: Wave, row: Kyc): void {
  const decision = { id_index: row.position, kyc_id: row.id }
  if (wave.random() < 0.88) {
    actOn(wave, kycRules, { row, act: 'approve', typed: { ...decision, status: 'approved' } })
    wave.step.rewards.push({ user: row.user_id, kycApproved: true })
  } else {
    const rejection_preset = pick(wave.random, kycReasons)
    actOn(wave, kycRules, { row, act: 'reject', typed: { ...decision, status: 'rejected', rejection_preset } })
  }
}
