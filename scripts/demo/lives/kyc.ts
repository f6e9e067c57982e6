/** Identity documents: handed in once, and mostly approved. */
import { kycReasons } from '@bittkosh/contract/reasons'
import { pick } from '../people.ts'
import type { Kyc, Person } from './lives.ts'
import { record, rowOf, tell, type Wave } from './wave.ts'

export function submitKyc(wave: Wave, person: Person): void {
  const kyc: Kyc = {
    ...rowOf(wave, person),
    type: wave.random() < 0.6 ? 'pan' : 'aadhar',
    status: 'pending',
    preset: null,
  }
  person.kyc = kyc
  wave.lives.kyc.push(kyc)
  wave.waiting.kyc.push(kyc)
}

export function decideKyc(wave: Wave, kyc: Kyc): void {
  kyc.decidedAt = wave.at
  if (wave.random() < 0.88) {
    kyc.status = 'approved'
    tell(wave, kyc.person, () => ({ kind: 'kyc_approved', values: { document: kyc.type }, about: kyc.id }))
  } else {
    kyc.status = 'rejected'
    kyc.preset = pick(wave.random, kycReasons)
    const { type: document, preset, note } = kyc
    tell(wave, kyc.person, () => ({ kind: 'kyc_rejected', values: { document, preset, note }, about: kyc.id }))
  }
  const { status } = kyc
  record(wave, () => ({
    action: `kyc ${status}`,
    subject: 'kyc',
    subjectId: kyc.id,
    before: { status: 'pending' },
    after: { status, user: kyc.person.id, index: 0, type: kyc.type, rejection_preset: kyc.preset },
    reason: kyc.note,
  }))
}
