import type { Tx } from '../platform/database/database.ts'
import { insertUpcoming } from './queries.ts'

/** Two public pages that every investor should know, as examples that an admin can replace. */
export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  await insertUpcoming(tx, at, { title: 'Report cyber fraud (call 1930)', link: 'https://cybercrime.gov.in/' })
  await insertUpcoming(tx, at, { title: 'RBI Kehta Hai: safe banking', link: 'https://rbikehtahai.rbi.org.in/' })
}
