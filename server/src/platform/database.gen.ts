// Generated from server/migrations by `npm run schema`. Do not edit: write a migration.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
/** Written as text (JSON.stringify), because the driver would turn a list into an array of PostgreSQL. */
type Json = ColumnType<JsonValue, string, string>

export interface Database {
  audit_counts: AuditCounts
  audit_log: AuditLog
  balance_adjustments: BalanceAdjustments
  balance_packages: BalancePackages
  balance_transfers: BalanceTransfers
  deposit_methods: DepositMethods
  deposits: Deposits
  dev_clock: DevClock
  files: Files
  flexible_accounts: FlexibleAccounts
  flexible_interest: FlexibleInterest
  flexible_movements: FlexibleMovements
  flexible_rates: FlexibleRates
  idempotency_keys: IdempotencyKeys
  investments: Investments
  kept_keys: KeptKeys
  known_addresses: KnownAddresses
  kyc_records: KycRecords
  ledger_accounts: LedgerAccounts
  ledger_added: LedgerAdded
  ledger_days: LedgerDays
  ledger_entries: LedgerEntries
  ledger_seals: LedgerSeals
  ledger_transfers: LedgerTransfers
  list_counts: ListCounts
  login_failures: LoginFailures
  mails: Mails
  notification_reads: NotificationReads
  notifications: Notifications
  password_resets: PasswordResets
  plan_categories: PlanCategories
  plans: Plans
  rate_windows: RateWindows
  recovery_codes: RecoveryCodes
  referral_rewards: ReferralRewards
  referral_shares: ReferralShares
  referrals: Referrals
  reset_requests: ResetRequests
  schema_migrations: SchemaMigrations
  second_factors: SecondFactors
  sessions: Sessions
  settings: Settings
  texts: Texts
  transfer_senders: TransferSenders
  transfer_wrong_codes: TransferWrongCodes
  upcomings: Upcomings
  users: Users
  wallet_ranks: WalletRanks
  withdrawals: Withdrawals
}

export interface AuditCounts {
  subject: string
  action: string
  admin_id: number
  n: bigint
}

export interface AuditLog {
  id: GeneratedAlways<number>
  at: Date
  admin_id: number | null
  action: string
  subject: string
  subject_id: number | null
  address: string | null
  before: Json | null
  after: Json | null
  reason: string | null
  hash: Buffer
}

export interface BalanceAdjustments {
  id: GeneratedAlways<number>
  user_id: number
  change: bigint
  reason: string
  admin_id: number | null
  created_at: Date
}

export interface BalancePackages {
  id: GeneratedAlways<number>
  name: string
  amount: bigint
  bonus_ppm: bigint
  description: string
  is_active: Generated<boolean>
  sort_order: number
  archived_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface BalanceTransfers {
  id: GeneratedAlways<number>
  sender_id: number
  receiver_id: number
  amount: bigint
  fee: bigint
  fee_rate_ppm: bigint
  note: string | null
  receiver_masked: string
  status: Generated<'pending' | 'completed' | 'failed' | 'expired'>
  otp_hash: Buffer | null
  wrong_codes: Generated<number>
  otp_expires_at: Date
  created_at: Date
  ended_at: Date | null
  failure: string | null
}

export interface DepositMethods {
  id: GeneratedAlways<number>
  name: string
  type: 'upi' | 'bank' | 'crypto'
  instructions: string
  details: Json
  is_active: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export interface Deposits {
  id: GeneratedAlways<number>
  user_id: number
  method_id: number
  method_name: string
  payee: Json
  type: 'upi' | 'bank' | 'crypto'
  requested_amount: bigint
  approved_amount: bigint | null
  package_id: number | null
  package_name: string | null
  bonus_ppm: bigint | null
  bonus: Generated<bigint>
  transaction_id: string
  reference_key: string
  usdt_amount: bigint | null
  usdt_rate: bigint | null
  usdt_rate_is_fallback: Generated<boolean>
  status: Generated<'pending' | 'approved' | 'rejected'>
  admin_note: string | null
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
}

export interface DevClock {
  only_row: Generated<boolean>
  offset_ms: bigint
}

export interface Files {
  id: string
  owner_id: number
  bytes: number
  sealed_key: Buffer
  state: 'writing' | 'stored' | 'kept' | 'doomed'
  created_at: Date
}

export interface FlexibleAccounts {
  user_id: number
  principal: bigint
  bonus: Generated<bigint>
  paid_in: bigint
}

export interface FlexibleInterest {
  user_id: number
  at: Date
  eligible: bigint
  rate_ppm: bigint
  posted: bigint
  carried: bigint
  balance_after: bigint
}

export interface FlexibleMovements {
  id: GeneratedAlways<number>
  user_id: number
  type: 'deposit' | 'withdraw'
  amount: bigint
  balance_after: bigint
  created_at: Date
}

export interface FlexibleRates {
  day: string
  rate_ppm: bigint
}

export interface IdempotencyKeys {
  user_id: number
  key: string
  endpoint: string
  body_hash: Buffer
  status: number | null
  reply: string | null
  created_at: Date
}

export interface Investments {
  id: GeneratedAlways<number>
  user_id: number
  plan_id: number
  name: string
  symbol: string
  amount: bigint
  profit_ppm: bigint
  profit: bigint
  duration_days: number
  is_only: boolean
  bought_at: Date
  bought_on: string
  matures_on: string
  matures_at: Date
  told_at: Date | null
  claimed_at: Date | null
}

export interface KeptKeys {
  purpose: string
  sealed: Buffer
}

export interface KnownAddresses {
  user_id: number
  address_hash: Buffer
  seen_at: Date
}

export interface KycRecords {
  id: GeneratedAlways<number>
  user_id: number
  position: number
  type: 'aadhar' | 'pan'
  masked_number: string
  number_hash: Buffer
  sealed_number: Buffer | null
  flags: string[]
  pictures: string[]
  status: Generated<'pending' | 'approved' | 'rejected'>
  rejection_reason: string | null
  rejected_before: Generated<number>
  submitted_at: Date
  decided_at: Date | null
  decided_by: number | null
}

export interface LedgerAccounts {
  id: GeneratedAlways<bigint>
  user_id: number | null
  holder: number
  kind: 'wallet' | 'flexible' | 'invested' | 'held' | 'cash_upi' | 'cash_bank' | 'cash_crypto' | 'fee_withdrawal' | 'fee_transfer' | 'expense_plan_profit' | 'expense_flexible_interest' | 'expense_package_bonus' | 'expense_welcome_bonus' | 'expense_referral' | 'expense_adjustment'
  balance: bigint | null
  settled_through: string | null
  low_day: string | null
  low: bigint | null
  interest_due: bigint | null
}

export interface LedgerAdded {
  only_row: Generated<boolean>
  transfers: bigint
  accounts: bigint
}

export interface LedgerDays {
  day: string
  movement: string
  account: string
  plus: bigint
  minus: bigint
  pluses: bigint
  minuses: bigint
}

export interface LedgerEntries {
  id: GeneratedAlways<bigint>
  transfer_id: bigint
  account_id: bigint
  amount: bigint
  balance_after: bigint | null
  at: Date
}

export interface LedgerSeals {
  through: bigint
  sealed_at: Date
  transfer_ids: bigint[]
  digests: Buffer
  head: Buffer
  sealed_head: Buffer
}

export interface LedgerTransfers {
  id: GeneratedAlways<bigint>
  kind: string
  at: Date
  subject: string
  subject_id: number
  event: string
  day: string | null
}

export interface ListCounts {
  list: string
  part: string
  slot: number
  n: bigint
}

export interface LoginFailures {
  account: string
  failures: number
  last_at: Date
}

export interface Mails {
  id: GeneratedAlways<number>
  recipient: string
  subject: string
  body: string
  created_at: Date
  send_after: Date
  attempts: Generated<number>
  sent_at: Date | null
  useless_after: Date | null
  given_up_at: Date | null
}

export interface NotificationReads {
  notification_id: number
  user_id: number
  read_at: Date
}

export interface Notifications {
  id: GeneratedAlways<number>
  user_id: number | null
  title: string
  message: string
  type: 'info' | 'success' | 'warning' | 'error'
  created_at: Date
  expires_at: Date | null
  read_at: Date | null
}

export interface PasswordResets {
  id: GeneratedAlways<number>
  user_id: number
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface PlanCategories {
  id: GeneratedAlways<number>
  name: string
  description: string
  is_active: Generated<boolean>
  updated_at: Date | null
}

export interface Plans {
  id: GeneratedAlways<number>
  name: string
  symbol: string
  icon_url: string
  description: Generated<string>
  category_id: number
  duration_days: Generated<number>
  minimum_deposit: bigint
  maximum_deposit: bigint
  profit_ppm: bigint
  wallet_address: string | null
  lower_fluctuation: bigint
  higher_fluctuation: bigint
  bottom_flow_ppm: bigint
  upper_flow_ppm: bigint
  is_active: Generated<boolean>
  multiple_allowed: Generated<boolean>
  archived_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface RateWindows {
  bucket: string
  window_at: Date
  hits: number
}

export interface RecoveryCodes {
  user_id: number
  code_hash: Buffer
}

export interface ReferralRewards {
  id: GeneratedAlways<number>
  referred_id: number
  referrer_id: number
  amount: bigint
  created_at: Date
}

export interface ReferralShares {
  id: GeneratedAlways<number>
  referred_id: number
  referrer_id: number
  profit: bigint
  rate_ppm: bigint
  posted: bigint
  carried: bigint
  created_at: Date
  subject: string
  subject_id: number
  day: string | null
  paid_subject_id: number
  paid_day: string | null
}

export interface Referrals {
  referred_id: number
  carried: Generated<bigint>
  shares_total: Generated<bigint>
  untold: Generated<bigint>
}

export interface ResetRequests {
  id: GeneratedAlways<number>
  email: string
  requested_at: Date
}

export interface SchemaMigrations {
  number: number
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export interface SecondFactors {
  user_id: number
  sealed_secret: Buffer
  created_at: Date
  active_since: Date | null
  last_step: Generated<bigint>
  last_session: number | null
  wrong_codes: Generated<number>
  wrong_at: Date | null
}

export interface Sessions {
  id: GeneratedAlways<number>
  user_id: number
  token_hash: Buffer
  device: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

export interface Settings {
  key: string
  value: string
  updated_at: Date
  updated_by: number | null
  description: string | null
}

export interface Texts {
  id: GeneratedAlways<number>
  recipient: string
  body: string
  created_at: Date
  send_after: Date
  useless_after: Date
  attempts: Generated<number>
  sent_at: Date | null
}

export interface TransferSenders {
  user_id: number
  frozen_until: Date | null
}

export interface TransferWrongCodes {
  id: GeneratedAlways<number>
  sender_id: number
  at: Date
}

export interface Upcomings {
  id: GeneratedAlways<number>
  title: string
  link: string | null
  created_at: Date
  updated_at: Date | null
}

export interface Users {
  id: GeneratedAlways<number>
  name: string
  email: string | null
  phone: string | null
  password_hash: string | null
  role: Generated<'user' | 'admin'>
  is_active: Generated<boolean>
  referral_code: string
  referred_by: number | null
  must_change_password: Generated<boolean>
  welcome_seen_at: Date | null
  password_reset_at: Date | null
  closed_at: Date | null
  created_at: Date
  searched: GeneratedAlways<string>
  updated_at: Date | null
  language: Generated<'en' | 'hi'>
  second_factor: Generated<boolean>
}

export interface WalletRanks {
  user_id: number
  balance: bigint
}

export interface Withdrawals {
  id: GeneratedAlways<number>
  user_id: number
  amount: bigint
  fee: bigint
  fee_rate: bigint
  type: 'upi' | 'bank' | 'crypto'
  details: Json
  payee: string
  usdt_rate: bigint | null
  usdt_rate_is_fallback: Generated<boolean>
  status: Generated<'pending' | 'approved' | 'rejected' | 'cancelled'>
  transaction_id: string | null
  admin_note: string | null
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
}
