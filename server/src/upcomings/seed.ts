import type { Tx } from '../platform/database/database.ts'
import { insertUpcoming } from './queries.ts'

/** Two public pages that every investor should know, as examples that an admin can replace. */
export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  await insertUpcoming(tx, at, {
    title: 'Report cyber fraud (call 1930)',
    title_hi: 'साइबर ठगी की शिकायत करें (1930 पर कॉल करें)',
    link: 'https://cybercrime.gov.in/',
  })
  await insertUpcoming(tx, at, {
    title: 'RBI Kehta Hai: safe banking',
    title_hi: 'RBI कहता है: सुरक्षित बैंकिंग',
    link: 'https://rbikehtahai.rbi.org.in/',
  })
}
