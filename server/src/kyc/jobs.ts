import { dayOf } from '@bittkosh/contract/time'
import { recordWithoutAdmin } from '../audit/actions.ts'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { dropPictures } from '../uploads/actions.ts'
import { deleteRecords, recordsPastLock } from './queries.ts'

const BATCH_SIZE = 100

/** Erases closed accounts' identity records at the end of their retention. Their keyed hashes stay in `id_numbers`. */
export const eraseKeptKyc: Job = {
  name: 'kyc erasure',
  cron: '30 3 * * *',
  byDate: true,
  run: async ({ db }, at) => {
    for (;;) {
      const erased = await transaction(db, async (tx) => {
        const records = await recordsPastLock(tx, { today: dayOf(at), limit: BATCH_SIZE })
        for (const { id, user_id: user, pictures } of records) {
          await dropPictures(tx, pictures)
          const by = { at, address: null }
          recordWithoutAdmin(tx, by, { action: 'kyc erased', subject: 'kyc', subjectId: id, after: { user } })
        }
        await deleteRecords(
          tx,
          records.map(({ id }) => id),
        )
        return records.length
      })
      if (erased < BATCH_SIZE) return
    }
  },
}
