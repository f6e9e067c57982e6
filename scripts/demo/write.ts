/** Writes planned lives in one transaction: the records in their last state, then the money step by step, as it moved. */
import { maskIdNumber } from '@bittkosh/contract/kyc'
import { referenceKey } from '@bittkosh/contract/deposits'
import { dayOf } from '@bittkosh/contract/time'
import { sql } from 'kysely'
import { recordEach } from '../../server/src/audit/actions.ts'
import type { Config } from '../../server/src/config.ts'
import { interestName, interestSource } from '../../server/src/flexible/actions.ts'
import { endOfDay } from '../../server/src/flexible/queries.ts'
import { numberHasher, sealNumber } from '../../server/src/kyc/numbers.ts'
import { interestPosted, type Movement } from '../../server/src/ledger/movements.ts'
import { openAccounts, post, postEach } from '../../server/src/ledger/post.ts'
import type { Tx } from '../../server/src/platform/database.ts'
import { keyRing } from '../../server/src/platform/keys.ts'
import { oweProfitShares } from '../../server/src/referrals/actions.ts'
import { payeeKey } from '../../server/src/withdrawals/rules.ts'
import type { Catalogue } from './catalogue.ts'
import type { Lives, Step } from './life.ts'
import { digestOf, idNumberOf } from './people.ts'
import { insertRows } from './rows.ts'
import { type SampleCard, storePictures } from './pictures.ts'

type Place = { catalogue: Catalogue; config: Config; passwordHash: string; card: SampleCard; now: Date }

const ANALYZE_BELOW = 10_000 // users; from there on a batch adds too little to matter

export async function writeLives(tx: Tx, lives: Lives, place: Place): Promise<void> {
  await writePeople(tx, lives, place)
  await writeKyc(tx, lives, place)
  await writeRequests(tx, lives, place)
  await writeEarn(tx, lives)
  for (const step of lives.steps) await postStep(tx, step, place.catalogue)
  await insertRows(
    tx,
    'notifications',
    lives.notices.map(({ person, title, message, type, at }, n) => ({
      user_id: person.id,
      title,
      message,
      type,
      created_at: at,
      // most people read what they are told, the latest ones not yet
      read_at: n % 4 === 0 || dayOf(at) === dayOf(place.now) ? null : new Date(at.getTime() + 3_600_000),
    })),
  )
  await recordEach(
    tx,
    lives.acts.map((act) => act()),
  )
}

async function writePeople(tx: Tx, { people }: Lives, { passwordHash }: Place): Promise<void> {
  // Two passes, as a referrer's id must be known first.
  const ids = await insertRows(
    tx,
    'users',
    people.map((person) => ({
      name: person.name,
      email: person.email,
      phone: person.phone,
      password_hash: passwordHash,
      role: 'user',
      is_active: person.isActive,
      referral_code: person.referralCode,
      must_change_password: false,
      welcome_seen_at: person.earn && person.earn.bonus > 0n ? null : person.registeredAt,
      created_at: person.registeredAt,
    })),
  )
  for (const [n, person] of people.entries()) person.id = ids[n] ?? 0
  const referred = people.filter((person) => person.referrer)
  await sql`
    update users u set referred_by = r.referrer
      from unnest(${referred.map((person) => person.id)}::integer[],
                  ${referred.map((person) => person.referrer?.id)}::integer[]) as r (referred, referrer)
     where u.id = r.referred`.execute(tx)
  await openAccounts(tx, ids)
  // Without fresh figures of tables that have just grown, the posting function reads the whole of them.
  if ((people[0]?.number ?? 0) < ANALYZE_BELOW) await sql`analyze users, ledger_accounts`.execute(tx)
}

async function writeKyc(tx: Tx, { kyc }: Lives, { catalogue, config, card }: Place): Promise<void> {
  const ring = keyRing(config)
  const hash = await numberHasher(tx, ring)
  const pictures = await storePictures(tx, kyc, { config, ring, card })
  const rows = kyc.map((record) => {
    const number = idNumberOf(record.person.number, record.type)
    return {
      user_id: record.person.id,
      position: 0,
      type: record.type,
      masked_number: maskIdNumber(record.type, number),
      number_hash: hash({ type: record.type, number }),
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
  keepIds(kyc, await insertRows(tx, 'kyc_records', rows))
}

async function writeRequests(tx: Tx, lives: Lives, { catalogue: { admin, settings } }: Place): Promise<void> {
  const fallback = !settings.isSet('usdt_value')
  const deposits = lives.deposits.sort(byMoment)
  keepIds(
    deposits,
    await insertRows(
      tx,
      'deposits',
      deposits.map((deposit) => ({
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
    ),
  )
  const withdrawals = lives.withdrawals.sort(byMoment)
  keepIds(
    withdrawals,
    await insertRows(
      tx,
      'withdrawals',
      withdrawals.map((withdrawal) => ({
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
    ),
  )
  const investments = lives.investments.sort(byMoment)
  keepIds(
    investments,
    await insertRows(
      tx,
      'investments',
      investments.map(({ plan, ...investment }) => ({
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
    ),
  )
  const transfers = lives.transfers.sort(byMoment)
  keepIds(
    transfers,
    await insertRows(
      tx,
      'balance_transfers',
      transfers.map((transfer) => ({
        sender_id: transfer.person.id,
        receiver_id: transfer.receiver.id,
        amount: transfer.amount,
        fee: transfer.fee,
        fee_rate_ppm: settings.percent('transfer_fee_percentage'),
        receiver_masked: transfer.masked,
        status: transfer.status,
        // nobody was sent the code of a pending one: no code fits
        otp_hash: transfer.status === 'pending' ? digestOf(`code ${transfer.person.number}`) : null,
        wrong_codes: transfer.status === 'failed' ? 5 : 0,
        otp_expires_at: new Date(transfer.at.getTime() + 300_000),
        created_at: transfer.at,
        ended_at: transfer.decidedAt,
      })),
    ),
  )
  await insertRows(
    tx,
    'referral_rewards',
    lives.rewards.map(({ referred, referrer, amount, at }) => ({
      referred_id: referred.id,
      referrer_id: referrer.id,
      amount,
      created_at: at,
    })),
  )
}

async function writeEarn(tx: Tx, { people, earnMoves }: Lives): Promise<void> {
  const moves = earnMoves.sort(byMoment)
  keepIds(
    moves,
    await insertRows(
      tx,
      'flexible_movements',
      moves.map(({ person, type, amount, balanceAfter, at }) => ({
        user_id: person.id,
        type,
        amount,
        balance_after: balanceAfter,
        created_at: at,
      })),
    ),
  )
  await insertRows(
    tx,
    'flexible_accounts',
    people.flatMap(({ id, earn }) =>
      earn === null
        ? []
        : [
            {
              user_id: id,
              principal: earn.principal,
              profit_total: earn.profitTotal,
              bonus: earn.bonus,
              carried: earn.carried,
              settled_through: earn.settledThrough,
              low_day: earn.lowDay,
              low: earn.low,
            },
          ],
    ),
  )
  await insertRows(
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

async function postStep(tx: Tx, step: Step, { settings }: Catalogue): Promise<void> {
  if (step.interest) {
    const { day, credits } = step.interest
    const paid = credits.map(({ person, amount }) => ({ user: person.id, amount }))
    await post(tx, endOfDay(day), interestPosted({ day, credits: paid }))
    const profits = credits
      .filter(({ person }) => person.referrer)
      .map(({ person, amount }) => ({ user: person.id, profit: amount, source: interestSource(person.id, day) }))
    const [first] = paid
    // the night's job runs just after midnight
    const at = new Date(endOfDay(day).getTime() + 60_001)
    if (first)
      await post(tx, at, await oweProfitShares(tx, at, { settings, profits, name: interestName(day, first.user) }))
    return
  }
  await postAll(
    tx,
    step.at,
    step.movements.map((make) => make()),
  )
  const profits = step.profits.map((make) => make())
  const [first] = profits
  if (first) await post(tx, step.at, await oweProfitShares(tx, step.at, { settings, profits, name: first.source }))
}

async function postAll(tx: Tx, at: Date, movements: Movement[]): Promise<void> {
  const verdicts = await postEach(tx, at, movements)
  for (const [n, verdict] of verdicts.entries())
    if ('refused' in verdict) throw new Error(`demo: '${movements[n]?.cause}' was refused: ${verdict.refused}`)
}

function keepIds(records: { id: number }[], ids: number[]): void {
  for (const [n, record] of records.entries()) record.id = ids[n] ?? 0
}

function byMoment(one: { at: Date }, other: { at: Date }): number {
  return one.at.getTime() - other.at.getTime()
}
