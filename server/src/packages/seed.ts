/** The sample packages of the very first start. At the shipped withdrawal fee of 7 % none pays for a same-day withdrawal. */
import { paise, ppm } from '@bittkosh/contract/money'
import type { Tx } from '../platform/database/database.ts'
import { insertPackage } from './queries.ts'

export const samples = [
  {
    name: 'Starter',
    name_hi: 'शुरुआत',
    rupees: 1_000n,
    bonusPercent: 2n,
    description: 'A small first step with a 2 % bonus.',
    description_hi: '2 % बोनस के साथ एक छोटा पहला कदम।',
  },
  {
    name: 'Regular',
    name_hi: 'नियमित',
    rupees: 5_000n,
    bonusPercent: 4n,
    description: 'For a monthly habit: 4 % on top.',
    description_hi: 'हर महीने की आदत के लिए: ऊपर से 4 %।',
  },
  {
    name: 'Family',
    name_hi: 'परिवार',
    rupees: 10_000n,
    bonusPercent: 5n,
    description: 'For a household’s savings: 5 % on top.',
    description_hi: 'घर की बचत के लिए: ऊपर से 5 %।',
  },
  {
    name: 'Treasury',
    name_hi: 'कोष',
    rupees: 50_000n,
    bonusPercent: 7n,
    description: 'The largest package, with 7 % on top.',
    description_hi: 'सबसे बड़ा पैकेज, ऊपर से 7 % के साथ।',
  },
]

export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  for (const { rupees, bonusPercent, ...texts } of samples) {
    await insertPackage(tx, at, {
      ...texts,
      amount: paise(rupees * 100n),
      bonus_percentage: ppm(bonusPercent * 10_000n),
    })
  }
}
