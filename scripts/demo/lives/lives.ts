/** The data of demo users' lives while they are planned: the rooms' own rows, and the events step by step. */
import type { InterestDay } from '@bittkosh/contract/flexible'
import type { Paise } from '@bittkosh/contract/money'
import type { TransferFailure, TransferStatus } from '@bittkosh/contract/transfers'
import type { Act } from '../../../server/src/audit/actions.ts'
import type { DepositRow } from '../../../server/src/deposits/queries.ts'
import type { EarnAccount } from '../../../server/src/flexible/rules.ts'
import type { NewInvestment } from '../../../server/src/investments/queries.ts'
import type { KycRow } from '../../../server/src/kyc/queries.ts'
import type { Movement } from '../../../server/src/ledger/movements.ts'
import type { PersonalNotice } from '../../../server/src/notifications/actions.ts'
import type { Profit } from '../../../server/src/referrals/actions.ts'
import type { WithdrawalRow } from '../../../server/src/withdrawals/queries.ts'

export type Person = {
  number: number
  /** The database id, assigned at registration. */
  id: number
  name: string
  email: string
  phone: string
  referralCode: string
  referrer: Person | null
  isActive: boolean
  registeredAt: Date
  /** The number of waves of a long life in which they act. */
  eagerness: number
  wallet: Paise
  depositApproved: boolean
  wantsKyc: boolean
  kyc: KycRow | null
  earn: EarnAccount | null
  /** The welcome bonus while nothing of it has left Earn. */
  welcomed: { bonus: Paise; day: string } | null
  days: InterestDay[]
  /** Ids of the plans of their running investments. */
  plans: Set<number>
  /** The number of references used so far, so that each is different. */
  references: number
}

export type Kyc = KycRow & { number: string }
export type Withdrawal = WithdrawalRow & { payee: string; reference_key: string | null }
export type Investment = NewInvestment & { id: number; told_at: Date | null; claimed_at: Date | null }
export type Transfer = {
  id: number
  sender_id: number
  receiver_id: number
  amount: Paise
  fee: Paise
  fee_rate_ppm: bigint
  receiver_masked: string
  status: TransferStatus
  otp_hash: Buffer | null
  wrong_codes: number
  failure: TransferFailure | null
  otp_expires_at: Date
  created_at: Date
  ended_at: Date | null
}
export type EarnMove = {
  id: number
  user_id: number
  type: 'deposit' | 'withdraw'
  amount: Paise
  balance_after: Paise
  created_at: Date
}

/** The events of one point in time. */
export type Step = {
  at: Date
  movements: Movement[]
  notices: PersonalNotice[]
  /** The admins' acts. */
  acts: Act[]
  /** Deposits into Earn by referred people: each may earn the reward. */
  rewards: { user: number; kycApproved: boolean; moving?: Paise }[]
  /** Profits of people whose referrers get a share. */
  profits: Profit[]
}

export type Lives = {
  people: readonly Person[]
  kyc: Kyc[]
  deposits: DepositRow[]
  withdrawals: Withdrawal[]
  investments: Investment[]
  transfers: Transfer[]
  earnMoves: EarnMove[]
  steps: Step[]
}

export function stepAt(at: Date): Step {
  return { at, movements: [], notices: [], acts: [], rewards: [], profits: [] }
}
