import { type Db, transaction } from '../../server/src/platform/database/database.ts'
import { samples } from '../../server/src/rooms.ts'

/** The sample catalogue of a very first start. */
export async function seedSamples(db: Db, at: Date): Promise<void> {
  await transaction(db, async (tx) => {
    for (const seed of samples) await seed(tx, at)
  })
}
