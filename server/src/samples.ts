import { type Db, transaction } from './platform/database/database.ts'
import { samples } from './rooms.ts'

/** Fills the database of the very first start with a sample catalogue, which admins can edit. */
export async function seedSamples(db: Db, at: Date): Promise<void> {
  await transaction(db, async (tx) => {
    for (const seed of samples) await seed(tx, at)
  })
}
