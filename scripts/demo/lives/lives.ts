/** What the lives of demo users consist of, as they are planned in memory: no row of the database has its shape yet. */
import type { EarnState, InterestDay } from '@bittkosh/contract/flexible'
import type { IdType } from '@bittkosh/contract/kyc'
import type { Paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { WithdrawalPayee } from '@bittkosh/contract/withdrawals'
import type { DepositReason, KycReason, WithdrawalReason } from '@bittkosh/contract/reasons'
import type { Act } from '../../../server/src/audit/actions.ts'
import type { Movement, ProfitSource } from '../../../server/src/ledger/movements.ts'
import type { Catalogue } from '../catalogue.ts'

export type Person = {
  number: number
  /** Known once it is written. */
  id: number
  name: string
  email: string
  phone: string
  referralCode: string
  referrer: Person | null
  isActive: boolean
  registeredAt: Date
  /** Of the waves of a long life, so many see them act. */
  eagerness: number
  wallet: Paise
  deposited: Paise
  movedToEarn: Paise
  rewarded: boolean
  /** Of the referrer's share of what they earn: what was paid, the fraction that waits for the next share, what is not told yet. */
  shared: { total: Paise; carried: bigint; untold: Paise } | null
  wantsKyc: boolean
  kyc: Kyc | null
  earn: Earn | null
  days: InterestDay[]
  /** Ids of plans that an investment of theirs runs in. */
  plans: Set<number>
  /** References used so far, so that each is another. */
  references: number
}

export type Earn = EarnState & { principal: Paise; profitTotal: Paise; bonus: Paise }

type Status = 'pending' | 'approved' | 'rejected'

/** What each record has; its id is known once it is written. */
export type Row = { id: number; person: Person; at: Date; decidedAt: Date | null; note: string | null }

export type Kyc = Row & { type: IdType; status: Status; preset: KycReason | null }
export type Deposit = Row & {
  status: Status
  preset: DepositReason | null
  method: Catalogue['methods'][number]
  bought: Catalogue['packages'][number] | null
  amount: Paise
  approved: Paise | null
  bonus: Paise
  reference: string
  usdt: { amount: bigint; rate: Paise } | null
}
export type Withdrawal = Row & {
  status: Status | 'cancelled'
  preset: WithdrawalReason | null
  amount: Paise
  fee: Paise
  payee: WithdrawalPayee
  usdtRate: Paise | null
  transactionId: string | null
}
export type Investment = Row & {
  plan: Catalogue['plans'][number]
  amount: Paise
  profit: Paise
  maturesOn: string
  maturesAt: Date
  told: boolean
  claimedAt: Date | null
}
export type Transfer = Row & {
  receiver: Person
  amount: Paise
  fee: Paise
  status: 'pending' | 'completed' | 'failed' | 'expired'
}
export type EarnMove = Row & { type: 'deposit' | 'withdraw'; amount: Paise; balanceAfter: Paise }
export type Reward = { referred: Person; referrer: Person; amount: Paise; at: Date }
export type Share = {
  referred: Person
  referrer: Person
  source: () => ProfitSource
  /** What the movement that pays it is called. */
  paidAs: () => ProfitSource
  profit: Paise
  posted: Paise
  carried: bigint
  at: Date
}
/** What somebody is told; made when it is written, as the ids are known only then. */
export type ToldPerson = { person: Person; at: Date; notice: () => Notice }

/** What the ledger posts at one moment. Ids are known only when it is written, so movements are made then. */
export type Step = { at: Date; movements: (() => Movement)[] }

export type Lives = {
  people: Person[]
  kyc: Kyc[]
  deposits: Deposit[]
  withdrawals: Withdrawal[]
  investments: Investment[]
  transfers: Transfer[]
  earnMoves: EarnMove[]
  rewards: Reward[]
  shares: Share[]
  steps: Step[]
  notices: ToldPerson[]
  /** What admins did. */
  acts: (() => Act & { at: Date })[]
}
