/** One wave of a batch of lives, as the functions of each subject get it, and what all of them do with it. */
import { add, type Paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { Refused } from '@bittkosh/contract/refusals'
import type { DepositRow } from '../../../server/src/deposits/queries.ts'
import type { Movement } from '../../../server/src/ledger/movements.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Random } from '../people.ts'
import type { Ids } from '../rows.ts'
import type { Investment, Kyc, Lives, Person, Step, Withdrawal } from './lives.ts'

/** What goes on from the first wave to the last. */
export type Batch = {
  catalogue: Catalogue
  ids: Ids
  random: Random
  /** The business day on which the lives are told. */
  today: string
  lives: Lives
  /** Who has registered by now. */
  present: Person[]
  personOf: ReadonlyMap<number, Person>
  /** What admins have not decided yet. */
  waiting: { kyc: Kyc[]; deposits: DepositRow[]; withdrawals: Withdrawal[] }
  running: Set<Investment>
}

export type Wave = Batch & {
  at: Date
  day: string
  /** People acted on this day from here on, if they had registered. */
  since: number
  isLast: boolean
  step: Step
  /** What came into wallets in this wave: spent from the next one on. */
  incoming: [Person, Paise][]
}

/** When a person does something in this wave: at a moment of it when they were already here. */
export function momentOf({ random, at, since }: Wave, person: Person): Date {
  const earliest = Math.max(since, person.registeredAt.getTime() + 1000)
  const latest = at.getTime()
  return earliest >= latest ? at : new Date(Math.floor(earliest + random() * (latest - earliest)))
}

/** Moves money, and keeps count of the wallets. */
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

/** The yes of a rule that the plan keeps; its no is a fault of the plan. */
export function agreed<Decision extends object>(decision: Decision): Exclude<Decision, { refused: Refused }> {
  if ('refused' in decision) throw new Error(`the plan of the demo breaks a rule: ${JSON.stringify(decision.refused)}`)
  return decision as Exclude<Decision, { refused: Refused }> // its no was thrown
}
