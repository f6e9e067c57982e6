/** The people at their registration: when, referred by whom, and how active they will be. */
import { ZERO } from '@bittkosh/contract/money'
import { personOf, randomFrom } from '../people.ts'
import type { Person } from './lives.ts'

/** The people with these numbers, of `total`, registered between `since` and `until`, more from month to month. */
export function makePeople({
  from,
  to,
  total,
  since,
  until,
}: {
  from: number
  to: number
  total: number
  since: Date
  until: Date
}): Person[] {
  const span = until.getTime() - since.getTime()
  const people: Person[] = []
  for (let number = from; number <= to; number++) {
    const random = randomFrom(number)
    const ago = span * (1 - ((number - 0.5) / total) ** 0.7)
    const older = people[Math.floor(random() * people.length)]
    const kind = random()
    people.push({
      ...personOf(number, random),
      number,
      id: 0,
      referrer: older?.isActive && random() < 0.3 ? older : null,
      isActive: random() > 0.02,
      registeredAt: new Date(Math.floor(until.getTime() - ago)),
      eagerness: kind < 0.35 ? 0 : kind < 0.7 ? 3 : kind < 0.92 ? 8 : 20,
      wallet: ZERO,
      depositApproved: false,
      wantsKyc: random() < (kind < 0.35 ? 0.3 : 0.85),
      kyc: null,
      earn: null,
      welcomed: null,
      days: [],
      plans: new Set(),
      references: 0,
    })
  }
  return people
}
