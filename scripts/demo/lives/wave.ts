/** One wave of a batch of lives, the argument of each subject's functions, and the operations that all of them share. */
import { add, type Paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { Refused } from '@bittkosh/contract/refusals'
import type { DepositRow } from '../../../server/src/deposits/queries.ts'
import type { Movement } from '../../../server/src/ledger/movements.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Random } from '../people.ts'
import type { Ids } from '../rows.ts'
import type { Investment, Kyc, Lives, Person, Step, Withdrawal } from './lives.ts'

/** The state that lasts from the first wave to the last. */
export type Batch = {
  catalogue: Catalogue
  ids: Ids
  random: Random
  /** The current business day of the lives. */
  today: string
  lives: Lives
  /** The people who have registered so far. */
  present: Person[]
  personOf: ReadonlyMap<number, Person>
  /** What admins have not decided yet. */
  waiting: { kyc: Kyc[]; deposits: DepositRow[]; withdrawals: Withdrawal[] }
  running: Set<Investment>
}

export type Wave = Batch & {
  at: Date
  day: string
  /** People acted on this day from this time on, if they had registered. */
  since: number
  isLast: boolean
  step: Step
  /** Money that came into wallets in this wave, spendable from the next one on. */
  incoming: [Person, Paise][]
}

/** The time of a person's act in this wave: within the wave and after their registration. */
export function momentOf({ random, at, since }: Wave, person: Person): Date {
  const earliest = Math.max(since, person.registeredAt.getTime() + 1000)
  const latest = at.getTime()
  return earliest >= latest ? at : new Date(Math.floor(earliest + random() * (latest - earliest)))
}

/** Moves money, and updates the wallets. */
export function move({ step, personOf, incoming }: Wave, ...movements: readonly Movement[]): void {
  step.movements.push(...movements)
  for (const { user, account, amount } of movements.flatMap(({ legs }) => legs)) {
    const person = account === 'wallet' ? personOf.get(user) : undefined
    if (!person) continue
    if (amount < 0n) person.wallet = add(person.wallet, amount)
    else incoming.push([person, amount])
  }
}

export function tell({ step }: Wave, user: number, notice: Notice): void {
  step.notices.push({ user, ...notice })
}

/** The positive decision of a rule; a refusal is an error in the plan. */
export function agreed<Decision extends object>(decision: Decision): Exclude<Decision, { refused: Refused }> {
  if ('refused' in decision) throw new Error(`the plan of the demo breaks a rule: ${JSON.stringify(decision.refused)}`)
  return decision as Exclude<Decision, { refused: Refused }> // a refusal has thrown
}
