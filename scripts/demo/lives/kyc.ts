/** Identity documents: handed in once, and mostly approved. */
import { pick } from '../people.ts'
import type { Kyc, Person } from './lives.ts'
import { record, rowOf, tell, type Wave } from './wave.ts'

const reasons = ['The picture is blurred', 'The name differs from the profile', 'The number cannot be read']

export function submitKyc(wave: Wave, person: Person): void {
  const kyc: Kyc = { ...rowOf(wave, person), type: wave.random() < 0.6 ? 'pan' : 'aadhar', status: 'pending' }
  person.kyc = kyc
  wave.lives.kyc.push(kyc)
  wave.waiting.kyc.push(kyc)
}

export function decideKyc(wave: Wave, kyc: Kyc): void {
  const label = kyc.type === 'pan' ? 'PAN Card' : 'Aadhar Card'
  kyc.decidedAt = wave.at
  if (wave.random() < 0.88) {
    kyc.status = 'approved'
    tell(wave, kyc.person, { type: 'success', title: 'KYC approved', message: `Your ${label} has been verified.` })
  } else {
    kyc.status = 'rejected'
    kyc.note = pick(wave.random, reasons)
    tell(wave, kyc.person, {
      type: 'error',
      title: 'KYC rejected',
      message: `Your ${label} was not accepted: ${kyc.note}. You can submit it again on your profile.`,
    })
  }
  const { status } = kyc
  record(wave, () => ({
    action: `kyc ${status}`,
    subject: 'kyc',
    subjectId: kyc.id,
    before: { status: 'pending' },
    after: { status, user: kyc.person.id, index: 0, type: kyc.type },
    reason: kyc.note,
  }))
}
