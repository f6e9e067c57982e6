/** Writes planned lives in one transaction: the records in their last state, then the money step by step, as it moved. */
import { maskIdNumber } from '@bittkosh/contract/kyc'
import { referenceKey } from '@bittkosh/contract/deposits'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import { maskName } from '@bittkosh/contract/transfers'
import { sql } from 'kysely'
import { recordEach } from '../../server/src/audit/actions.ts'
import type { Config } from '../../server/src/config.ts'
import { endOfDay } from '../../server/src/flexible/queries.ts'
import { type numberHasher, sealNumber } from '../../server/src/kyc/numbers.ts'
import { openAccounts, postHistory } from '../../server/src/ledger/post.ts'
import type { Tx } from '../../server/src/platform/database.ts'
import type { KeyRing } from '../../server/src/platform/keys.ts'
import { payeeKey } from '../../server/src/withdrawals/rules.ts'
import type { Catalogue } from './catalogue.ts'
import type { Lives, Person } from './lives/lives.ts'
import { digestOf, idNumberOf } from './people.ts'
import { type SampleCard, storePictures } from './pictures.ts'
import { copyRows, giveIds } from './rows.ts'
import { knowingUsers } from './upkeep.ts'

type Place = {
  catalogue: Catalogue
  config: Config
  ring: KeyRing
  hashNumber: Awaited<ReturnType<typeof numberHasher>>
  passwordHash: string
  card: SampleCard
  now: Date
}

export async function writeLives(tx: Tx, lives: Lives, place: Place): Promise<void> {
  await giveIds(tx, [
    ['users', lives.people],
    ['kyc_records', lives.kyc],
    ['deposits', lives.deposits.sort(byMoment)],
    ['withdrawals', lives.withdrawals.sort(byMoment)],
    ['investments', lives.investments.sort(byMoment)],
    ['balance_transfers', lives.transfers.sort(byMoment)],
    ['flexible_movements', lives.earnMoves.sort(byMoment)],
  ])
  await writePeople(tx, lives, place)
  await writeKyc(tx, lives, place)
  await writeRequests(tx, lives, place)
  await writeSettled(tx, lives)
  await knowingUsers(tx, async () => {
    await writeEarn(tx, lives)
    await writeReferrals(tx, lives, place)
    await writeNotices(tx, lives, place)
  })
  await postHistory(
    tx,
    lives.steps.flatMap(({ at, movements }) => movements.map((make) => ({ at, movement: make() }))),
  )
}

/** What only one transaction at a time can write, from there to its end: the audit log hashes each row with the one before. */
export async function finishLives(tx: Tx, { acts }: Lives): Promise<void> {
  await recordEach(
    tx,
    acts.map((act) => act()),
  )
}

async function writePeople(tx: Tx, { people }: Lives, { passwordHash }: Place): Promise<void> {
  await copyRows(
    tx,
    'users',
    people.map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      phone: person.phone,
      password_hash: passwordHash,
      role: 'user',
      is_active: person.isActive,
      referral_code: person.referralCode,
      referred_by: person.referrer?.id ?? null,
      must_change_password: false,
      welcome_seen_at: person.earn && person.earn.bonus > 0n ? null : person.registeredAt,
      created_at: person.registeredAt,
    })),
  )
  await openAccounts(
    tx,
    people.map((person) => person.id),
  )
}

async function writeKyc(tx: Tx, { kyc }: Lives, { catalogue, config, ring, hashNumber, card }: Place): Promise<void> {
  const pictures = await storePictures(tx, kyc, { config, ring, card })
  const rows = kyc.map((record) => {
    const number = idNumberOf(record.person.number, record.type)
    return {
      id: record.id,
      user_id: record.person.id,
      position: 0,
      type: record.type,
      masked_number: maskIdNumber(record.type, number),
      number_hash: hashNumber({ type: record.type, number }),
      sealed_number: sealNumber(ring, { type: record.type, number, user: record.person.id }),
      flags: [],
      pictures: pictures.get(record) ?? [],
      status: record.status,
      rejection_reason: record.note,
      rejected_before: 0,
      submitted_at: record.at,
      decided_at: record.decidedAt,
      decided_by: record.decidedAt && catalogue.admin,
    }
  })
  await copyRows(tx, 'kyc_records', rows)
}

async function writeRequests(
  tx: Tx,
  { deposits, withdrawals, investments, transfers }: Lives,
  { catalogue: { admin, settings } }: Place,
): Promise<void> {
  const fallback = !settings.isSet('usdt_value')
  await copyRows(
    tx,
    'deposits',
    deposits.map((deposit) => ({
      id: deposit.id,
      user_id: deposit.person.id,
      method_id: deposit.method.id,
      method_name: deposit.method.name,
      payee: deposit.method.payee,
      type: deposit.method.type,
      requested_amount: deposit.amount,
      approved_amount: deposit.approved,
      package_id: deposit.bought?.id ?? null,
      package_name: deposit.bought?.name ?? null,
      bonus_ppm: deposit.bought?.bonus ?? null,
      bonus: deposit.bonus,
      transaction_id: deposit.reference,
      reference_key: referenceKey(deposit.reference),
      usdt_amount: deposit.usdt?.amount ?? null,
      usdt_rate: deposit.usdt?.rate ?? null,
      usdt_rate_is_fallback: deposit.usdt !== null && fallback,
      status: deposit.status,
      admin_note: deposit.note,
      created_at: deposit.at,
      decided_at: deposit.decidedAt,
      decided_by: deposit.decidedAt && admin,
    })),
  )
  await copyRows(
    tx,
    'withdrawals',
    withdrawals.map((withdrawal) => ({
      id: withdrawal.id,
      user_id: withdrawal.person.id,
      amount: withdrawal.amount,
      fee: withdrawal.fee,
      fee_rate: settings.percent('withdrawal_fee_percentage'),
      type: withdrawal.payee.type,
      details: withdrawal.payee.details,
      payee: payeeKey(withdrawal.payee),
      usdt_rate: withdrawal.usdtRate,
      usdt_rate_is_fallback: withdrawal.usdtRate !== null && fallback,
      status: withdrawal.status,
      transaction_id: withdrawal.transactionId,
      admin_note: withdrawal.note,
      created_at: withdrawal.at,
      decided_at: withdrawal.decidedAt,
      decided_by: withdrawal.status === 'approved' || withdrawal.status === 'rejected' ? admin : null,
    })),
  )
  await copyRows(
    tx,
    'investments',
    investments.map(({ plan, ...investment }) => ({
      id: investment.id,
      user_id: investment.person.id,
      plan_id: plan.id,
      name: plan.name,
      symbol: plan.symbol,
      amount: investment.amount,
      profit_ppm: plan.profit_ppm,
      profit: investment.profit,
      duration_days: plan.duration_days,
      is_only: !plan.multiple_allowed,
      bought_at: investment.at,
      bought_on: dayOf(investment.at),
      matures_on: investment.maturesOn,
      matures_at: investment.maturesAt,
      told_at: investment.told ? investment.maturesAt : null,
      claimed_at: investment.claimedAt,
    })),
  )
  await copyRows(
    tx,
    'balance_transfers',
    transfers.map((transfer) => ({
      id: transfer.id,
      sender_id: transfer.person.id,
      receiver_id: transfer.receiver.id,
      amount: transfer.amount,
      fee: transfer.fee,
      fee_rate_ppm: settings.percent('transfer_fee_percentage'),
      receiver_masked: masked(transfer.receiver.name),
      status: transfer.status,
      // nobody was sent the code of a pending one: no code fits
      otp_hash: transfer.status === 'pending' ? digestOf(`code ${transfer.person.number}`) : null,
      wrong_codes: transfer.status === 'failed' ? 5 : 0,
      failure: transfer.status === 'failed' ? 'wrong_codes' : null,
      otp_expires_at: new Date(transfer.at.getTime() + 300_000),
      created_at: transfer.at,
      ended_at: transfer.decidedAt,
    })),
  )
}

async function writeNotices(tx: Tx, { notices }: Lives, { now }: Place): Promise<void> {
  const today = startOfDay(dayOf(now))
  await copyRows(
    tx,
    'notifications',
    notices.map(({ person, title, message, type, at }, n) => ({
      user_id: person.id,
      title,
      message,
      type,
      created_at: at,
      // most people read what they are told, the latest ones not yet
      read_at: n % 4 === 0 || at >= today ? null : new Date(at.getTime() + 3_600_000),
    })),
  )
}

/** Rewards, and the referrers' shares of profits, each row with the fraction it handed on. */
async function writeReferrals(
  tx: Tx,
  { rewards, shares, people }: Lives,
  { catalogue: { settings } }: Place,
): Promise<void> {
  await copyRows(
    tx,
    'referral_rewards',
    rewards.map(({ referred, referrer, amount, at }) => ({
      referred_id: referred.id,
      referrer_id: referrer.id,
      amount,
      created_at: at,
    })),
  )
  await copyRows(
    tx,
    'referral_shares',
    shares.map(({ referred, referrer, source, profit, posted, carried, at }) => ({
      referred_id: referred.id,
      referrer_id: referrer.id,
      source: source(),
      profit,
      rate_ppm: settings.percent('referral_profit_share'),
      posted,
      carried,
      created_at: at,
    })),
  )
  await copyRows(
    tx,
    'referrals',
    people.flatMap(({ id, shared }) =>
      shared === null
        ? []
        : [{ referred_id: id, carried: shared.carried, shares_total: shared.total, untold: shared.untold }],
    ),
  )
}

async function writeEarn(tx: Tx, { people, earnMoves }: Lives): Promise<void> {
  await copyRows(
    tx,
    'flexible_movements',
    earnMoves.map(({ id, person, type, amount, balanceAfter, at }) => ({
      id,
      user_id: person.id,
      type,
      amount,
      balance_after: balanceAfter,
      created_at: at,
    })),
  )
  await copyRows(
    tx,
    'flexible_accounts',
    earningOf(people).map(({ id, principal, bonus, balance, profitTotal }) => ({
      user_id: id,
      principal,
      bonus,
      paid_in: balance - profitTotal,
    })),
  )
  await copyRows(
    tx,
    'flexible_interest',
    people.flatMap(({ id, days }) =>
      days.map((day) => ({
        user_id: id,
        at: endOfDay(day.day),
        eligible: day.eligible,
        rate_ppm: day.rate,
        posted: day.posted,
        carried: day.carried,
        balance_after: day.balanceAfter,
      })),
    ),
  )
}

/** Through which night the interest of each Earn account is paid, and what stands for the next. */
async function writeSettled(tx: Tx, { people }: Lives): Promise<void> {
  const accounts = earningOf(people)
  await sql`
    update ledger_accounts a set settled_through = e.settled_through, low_day = e.low_day, low = e.low, interest_due = e.carried
      from unnest(
             ${accounts.map((account) => account.id)}::integer[],
             ${accounts.map((account) => account.settledThrough)}::date[],
             ${accounts.map((account) => account.lowDay)}::date[],
             ${accounts.map((account) => account.low)}::bigint[],
             ${accounts.map((account) => account.carried)}::bigint[])
           as e (user_id, settled_through, low_day, low, carried)
     where a.holder = e.user_id and a.kind = 'flexible'`.execute(tx)
}

function earningOf(people: readonly Person[]) {
  return people.flatMap(({ id, earn }) => (earn === null ? [] : [{ id, ...earn }]))
}

// There are some thousand names, and a name takes 30 µs: it is cut by letters as people see them.
const maskedNames = new Map<string, string>()

function masked(name: string): string {
  const found = maskedNames.get(name) ?? maskName(name)
  maskedNames.set(name, found)
  return found
}

function byMoment(one: { at: Date }, other: { at: Date }): number {
  return one.at.getTime() - other.at.getTime()
}
