/** One wave of a batch of lives, as the functions of each subject get it, and what all of them do with it. */
import type { Paise } from '@bittkosh/contract/money'
import type { Act } from '../../../server/src/audit/actions.ts'
import type { Movement, ProfitSource } from '../../../server/src/ledger/movements.ts'
import type { Notice } from '@bittkosh/contract/notices'
import type { Catalogue } from '../catalogue.ts'
import type { Random } from '../people.ts'
import type { Deposit, Investment, Kyc, Lives, Person, Row, Step, Withdrawal } from './lives.ts'

/** What goes on from the first wave to the last. */
export type Batch = {
  catalogue: Catalogue
  random: Random
  /** The business day on which the lives are told. */
  today: string
  lives: Lives
  /** Who has registered by now. */
  present: Person[]
  /** What admins have not decided yet. */
  waiting: { kyc: Kyc[]; deposits: Deposit[]; withdrawals: Withdrawal[] }
  running: Set<Investment>
}

export type Wave = Batch & {
  at: Date
  day: string
  /** People acted on this day from here on, if they had registered. */
  since: number
  isLast: boolean
  step: Step
  /** What people earned in this wave: their referrers get their share at its end. */
  profits: Profit[]
  /** What came into wallets in this wave: spent from the next one on. */
  incoming: [Person, Paise][]
}

export type Profit = { person: Person; profit: Paise; source: () => ProfitSource }

/** What every record begins with, at a moment of this wave when the person was already here. */
export function rowOf({ random, at, since }: Wave, person: Person): Row {
  const earliest = Math.max(since, person.registeredAt.getTime() + 1000)
  const latest = at.getTime()
  const moment = earliest >= latest ? at : new Date(Math.floor(earliest + random() * (latest - earliest)))
  return { id: 0, person, at: moment, decidedAt: null, note: null }
}

export function move({ step }: Wave, movement: () => Movement): void {
  step.movements.push(movement)
}

export function tell({ lives, at }: Pick<Wave, 'lives' | 'at'>, person: Person, notice: () => Notice): void {
  lives.notices.push({ person, notice, at })
}

/** What the admin's decision leaves in the audit log; ids are known only when it is written. */
export function record({ lives, at, catalogue: { admin } }: Wave, act: () => Omit<Act, 'admin'>): void {
  lives.acts.push(() => ({ ...act(), at, admin }))
}
