/** The sample packages of the very first start. At the shipped withdrawal fee of 7 % none pays for withdrawing the same day. */
import { paise, ppm } from '@bittkosh/contract/money'
import type { Tx } from '../platform/database/database.ts'
import { insertPackage } from './queries.ts'

export const samples = [
  { name: 'Starter', rupees: 1_000n, bonusPercent: 2n, description: 'A small first step with a 2% bonus.' },
  { name: 'Regular', rupees: 5_000n, bonusPercent: 4n, description: 'For a monthly habit: 4% on top.' },
  { name: 'Family', rupees: 10_000n, bonusPercent: 5n, description: 'For a household’s savings: 5% on top.' },
  { name: 'Treasury', rupees: 50_000n, bonusPercent: 7n, description: 'The largest package, with 7% on top.' },
]

export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  for (const { name, rupees, bonusPercent, description } of samples) {
    await insertPackage(tx, at, {
      name,
      amount: paise(rupees * 100n),
      bonus_percentage: ppm(bonusPercent * 10_000n),
      description,
    })
  }
}
