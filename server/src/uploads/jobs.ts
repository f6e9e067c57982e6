import { transaction } from '../platform/database/database.ts'
import { fileStore } from '../platform/files/files.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { keptSince } from '../platform/retention.ts'
import { markUnusedForDeletion, forget, mayDelete } from './queries.ts'

/** Deletes pictures that no record uses a day after their upload, and those that a record has released. */
export const purgeUnusedPictures: Job = {
  name: 'purge unused pictures',
  cron: '17 * * * *',
  byDate: true,
  async run({ config, db }, at) {
    const store = await fileStore(config)
    const failures: unknown[] = []
    for (const id of await markUnusedForDeletion(db, keptSince('unused pictures', at))) {
      const deleted = await transaction(db, async (tx) => {
        if (!(await mayDelete(tx))) return false
        await store.delete(id)
        await forget(tx, id)
        return true
      }).catch((failure) => {
        failures.push(failure) // one that cannot be deleted keeps no other
        return true
      })
      if (!deleted) break // a backup is copying them; the next run continues
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be deleted`)
  },
}
