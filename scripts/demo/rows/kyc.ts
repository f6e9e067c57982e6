import { maskIdNumber } from '@bittkosh/contract/kyc'
import { sealNumber } from '../../../server/src/kyc/numbers.ts'
import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import { idNumberOf } from '../people.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'
import { storePictures } from './pictures.ts'

export async function writeKyc(
  tx: Tx,
  { kyc }: Lives,
  { catalogue, config, ring, hashNumber, card }: Place,
): Promise<void> {
  const pictures = await storePictures(tx, kyc, { config, ring, card })
  const rows = kyc.map((record) => {
    const number = idNumberOf(record.person.number, record.type)
    return {
      id: record.id,
      user_id: record.person.id,
      position: 0,
      type: record.type,
      masked_number: maskIdNumber(record.type, number),
      number_hash: hashNumber({ type: record.type, number }),
      sealed_number: sealNumber(ring, { type: record.type, number, user: record.person.id }),
      flags: [],
      pictures: pictures.get(record) ?? [],
      status: record.status,
      rejection_preset: record.preset,
      rejection_reason: record.note,
      rejected_before: 0,
      submitted_at: record.at,
      decided_at: record.decidedAt,
      decided_by: record.decidedAt && catalogue.admin,
    }
  })
  await insertRows(tx, 'kyc_records', rows)
}
