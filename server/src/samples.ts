import { type Db, transaction } from './platform/database.ts'
import { samples } from './rooms.ts'

/** The very first start has something to look at: a sample catalogue, every piece of it editable by an admin. */
export async function seedSamples(db: Db, at: Date): Promise<void> {
  await transaction(db, async (tx) => {
    for (const seed of samples) await seed(tx, at)
  })
}
