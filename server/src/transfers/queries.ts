import type { Paise, Ppm } from '@bittkosh/contract/money'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import type { Recipient, TransferFailure, TransferStatus } from '@bittkosh/contract/transfers'
import { type MoneyStops, moneyStops, phoneIsProven } from '../auth/actions.ts'
import { type StateRecord, stateOf, statesHeld, statesOf } from '../kyc/actions.ts'
import { accountsLocked, walletOf } from '../ledger/balances.ts'
import { type Db, lockInOrder, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { ERASED_NAME, type Person, withoutNames } from '../platform/personal.ts'
import {
  FROZEN_MS,
  type InitiateFacts,
  OTP_LIFE_MS,
  type Used,
  type VerifyFacts,
  WRONG_CODES_WITHIN_MS,
} from './rules.ts'

/** How much a user has guessed: their wrong codes within 24 hours, and until when BittPay is blocked for them. */
export async function guessesOf(
  db: Db,
  sender: number,
  now: Date,
): Promise<Pick<VerifyFacts, 'frozenUntil' | 'wrongCodesToday'>> {
  const { rows } = await sql<Pick<StoredFacts, 'frozen_until' | 'wrong_codes_today'>>`
    select (select frozen_until from transfer_senders where user_id = ${sender}) as frozen_until,
           ${wrongCodesOf(sender, now)} as wrong_codes_today`.execute(db)
  const row = onlyRow(rows, `guesses of user ${sender}`)
  return { frozenUntil: row.frozen_until, wrongCodesToday: row.wrong_codes_today }
}

/** The number of a sender's wrong codes within 24 hours, over all transfers. */
const wrongCodesOf = (sender: number | Sql, now: Date) => sql`
  (select count(*)::integer from transfer_wrong_codes w
    where w.sender_id = ${sender} and w.at > ${new Date(now.getTime() - WRONG_CODES_WITHIN_MS)})`

export async function freezeSender(tx: Tx, sender: number, until: Date): Promise<void> {
  await sql`update transfer_senders set frozen_until = ${until} where user_id = ${sender}`.execute(tx)
}

const RECENT_TRANSFERS = 40
const RECENT_RECIPIENTS = 6

/** The recipients of this user's last completed transfers, each once, latest first. */
export async function recentRecipients(db: Db, sender: number): Promise<{ name: string; number: string }[]> {
  const { rows } = await sql<{ name: string; number: string }>`
    select u.name, (array_agg(t.number order by t.created_at desc, t.id desc))[1] as number
      from (select id, number, receiver_id, status, created_at
              from balance_transfers
             where sender_id = ${sender}
             order by created_at desc, id desc
             limit ${RECENT_TRANSFERS}) as t
      join users u on u.id = t.receiver_id and ${mayReceive('u')}
     where t.status = 'completed'
     group by u.id, u.name
     order by max(t.created_at) desc
     limit ${RECENT_RECIPIENTS}`.execute(db)
  return rows
}

type Asked = { sender: number; to: Recipient; config: { smsUrl: string | null } }

/** The named user, active and with a proven e-mail address; a phone number must be proven too. Locked against changes. */
function recipient({ sender, to, config }: Asked): Sql {
  const named =
    'email' in to
      ? sql`u.email = ${to.email}`
      : 'phone' in to
        ? sql`u.phone = ${to.phone} and ${phoneIsProven(config)}`
        : sql`u.id = (select receiver_id from balance_transfers
                       where number = ${to.paidBefore} and sender_id = ${sender} and status = 'completed')`
  return sql`select u.id, u.name from users u where ${named} and ${mayReceive('u')} for share of u`
}

/** Locks what opening a transfer depends on until the transaction ends: its sender's transfers, the receiver, the records. */
export async function lockOpening(tx: Tx, asked: Asked): Promise<void> {
  await lockInOrder(tx, [
    sql`insert into transfer_senders (user_id) values (${asked.sender})
        on conflict (user_id) do update set user_id = excluded.user_id returning user_id`,
    recipient(asked),
    statesHeld(asked.sender),
  ])
}

/** The facts by which a new transfer is judged; the receiver is null if nobody matches. */
export async function gatherOpening(
  tx: Tx,
  { now, ...asked }: Asked & { now: Date },
): Promise<{ receiver: { id: number; name: string } | null; wrongCodesToday: number; facts: OpeningFacts }> {
  const { sender } = asked
  const { rows } = await sql<
    StoredUse & MoneyStops & Omit<StoredFacts, 'receiver_active'> & { id: number | null; name: string }
  >`
    select ${moneyStops(now)}, s.frozen_until, ${statesOf(sender)} as records, ${walletOf(sender)} as balance, r.id, r.name, used.*,
           ${wrongCodesOf(sender, now)} as wrong_codes_today
      from users u
      join transfer_senders s on s.user_id = u.id
      left join lateral (${recipient(asked)}) as r on true
     cross join lateral (${usedOf({ sender, receiver: sql`r.id`, now })}) as used
     where u.id = ${sender}`.execute(tx)
  const row = onlyRow(rows, `what user ${sender} may send`)
  return {
    receiver: row.id === null ? null : { id: row.id, name: row.name },
    wrongCodesToday: row.wrong_codes_today,
    facts: {
      isFrozen: row.isFrozen,
      pausedUntil: row.pausedUntil,
      frozenUntil: row.frozen_until,
      kycRevoked: stateOf(row.records).revoked,
      balance: row.balance,
      used: useOf(row),
    },
  }
}

type OpeningFacts = MoneyStops & Pick<InitiateFacts, 'frozenUntil' | 'kycRevoked' | 'balance' | 'used'>

/** The state of a transfer `t` now: past its time it has expired, whether that has been stored or not. */
export const statusAt = (now: Date | Sql) =>
  sql`case when t.status = 'pending' and t.otp_expires_at <= ${now} then 'expired' else t.status end`

/** The condition that a user may receive money now. */
const mayReceive = (user: string) => sql`
  (${sql.ref(`${user}.email_verified_at`)} is not null and ${sql.ref(`${user}.role`)} = 'user'
   and ${sql.ref(`${user}.is_active`)} and ${sql.ref(`${user}.closed_at`)} is null)`

/** A transfer and the sender who confirms it. */
type Confirmation = { sender: number; transfer: number }

const sendersOf = (asked: readonly Confirmation[]) => asked.map(({ sender }) => sender)
const asRows = (asked: readonly Confirmation[]) => sql.rows('a', { integer: ['sender', 'transfer'] }, asked)

/**
 * Locks what the confirmations of transfers depend on until the transaction ends, one class after the other and by user
 * within each, so that no two transactions deadlock: senders, receivers, records, wallets.
 */
export async function lockConfirmations(tx: Tx, asked: readonly Confirmation[]): Promise<void> {
  const senders = sendersOf(asked)
  const receivers = sql`
    select t.receiver_id from ${asRows(asked)}
      join balance_transfers t on t.id = a.transfer and t.sender_id = a.sender`
  await lockInOrder(tx, [
    sql`select from transfer_senders where user_id ${sql.among(senders)} order by user_id for no key update`,
    sql`select from users where id = any (array(${receivers})) order by id for share`,
    statesHeld(...senders),
    accountsLocked(sql`${senders}::integer[] || array(${receivers})`, 'wallet'),
  ])
}

/** The facts by which codes are judged, read under the locks, in their order. Undefined for somebody else's transfer. */
export async function gatherConfirmations(
  tx: Tx,
  asked: readonly Confirmation[],
  now: Date,
): Promise<({ transfer: TransferRow; facts: ConfirmationFacts; used: Used } | undefined)[]> {
  const sender = sql.ref('t.sender_id')
  const { rows } = await sql<Pick<Confirmation, 'sender'> & StoredTransfer & StoredUse & MoneyStops & StoredFacts>`
    select a.sender, ${transferColumns}, ${moneyStops(now)}, ${mayReceive('r')} as receiver_active, s.frozen_until,
           ${statesOf(sender)} as records, ${walletOf(sender)} as balance, used.*,
           ${wrongCodesOf(sender, now)} as wrong_codes_today
      from ${asRows(asked)}
      join balance_transfers t on t.id = a.transfer and t.sender_id = a.sender
      join users r on r.id = t.receiver_id
      join users u on u.id = t.sender_id
      join transfer_senders s on s.user_id = t.sender_id
     cross join lateral (${usedOf({ sender, receiver: sql`t.receiver_id`, now })}) as used`.execute(tx)
  const found = new Map(rows.map((row) => [row.sender, row]))
  return asked.map((one) => {
    const row = found.get(one.sender)
    return (
      row && {
        transfer: transferOf(row),
        facts: {
          isFrozen: row.isFrozen,
          pausedUntil: row.pausedUntil,
          frozenUntil: row.frozen_until,
          kycRevoked: stateOf(row.records).revoked,
          wrongCodesToday: row.wrong_codes_today,
          receiverActive: row.receiver_active,
          balance: row.balance,
        },
        used: useOf(row),
      }
    )
  })
}

type ConfirmationFacts = MoneyStops &
  Pick<VerifyFacts, 'frozenUntil' | 'kycRevoked' | 'wrongCodesToday' | 'receiverActive' | 'balance'>
type StoredFacts = {
  receiver_active: boolean
  frozen_until: Date | null
  records: StateRecord[]
  balance: Paise
  wrong_codes_today: number
}

export async function expireOpen(tx: Tx, sender: number, at: Date): Promise<void> {
  await sql`
    update balance_transfers set status = 'expired', otp_hash = null, ended_at = least(${at}, otp_expires_at)
     where sender_id = ${sender} and status = 'pending'`.execute(tx)
}

export async function insertTransfer(
  tx: Tx,
  transfer: {
    sender: number
    receiver: number
    receiverMasked: string
    amount: Paise
    fee: Paise
    feeRate: Ppm
    note: string | null
    expiresAt: Date
    at: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into balance_transfers (sender_id, receiver_id, receiver_masked, amount, fee, fee_rate_ppm, note,
                                   otp_expires_at, created_at)
    values (${transfer.sender}, ${transfer.receiver}, ${transfer.receiverMasked}, ${transfer.amount}, ${transfer.fee},
            ${transfer.feeRate}, ${transfer.note}, ${transfer.expiresAt}, ${transfer.at})
    returning id`.execute(tx)
  return onlyRow(rows, 'a transfer').id
}

export async function keepCode(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await sql`update balance_transfers set otp_hash = ${hash} where id = ${id}`.execute(tx)
}

export type TransferRow = {
  id: number
  number: string
  receiver: number
  receiverName: string
  receiverMasked: string
  amount: Paise
  fee: Paise
  note: string | null
  status: TransferStatus
  hash: Buffer | null
  wrongCodes: number
  expiresAt: Date
}

/** A sender's transfer that waits for its code. */
export async function findOpenTransfer(db: Db | Tx, sender: number): Promise<TransferRow | undefined> {
  const { rows } = await sql<StoredTransfer>`
    select ${transferColumns}
      from balance_transfers t
      join users r on r.id = t.receiver_id
     where t.sender_id = ${sender} and t.status = 'pending'`.execute(db)
  return rows[0] && transferOf(rows[0])
}

const transferColumns = sql`
  t.id, t.number, t.receiver_id, r.name, t.receiver_masked, t.amount, t.fee, t.note, t.status, t.otp_hash, t.wrong_codes,
  t.otp_expires_at`
type StoredTransfer = {
  id: number
  number: string
  receiver_id: number
  name: string
  receiver_masked: string
  amount: Paise
  fee: Paise
  note: string | null
  status: TransferStatus
  otp_hash: Buffer | null
  wrong_codes: number
  otp_expires_at: Date
}

function transferOf(row: StoredTransfer): TransferRow {
  return {
    id: row.id,
    number: row.number,
    receiver: row.receiver_id,
    receiverName: row.name,
    receiverMasked: row.receiver_masked,
    amount: row.amount,
    fee: row.fee,
    note: row.note,
    status: row.status,
    hash: row.otp_hash,
    wrongCodes: row.wrong_codes,
    expiresAt: row.otp_expires_at,
  }
}

/** Ends a transfer that moves no money. */
export async function endTransfer(
  tx: Tx,
  id: number,
  end: { at: Date } & ({ status: 'expired' } | { status: 'failed'; failure: TransferFailure }),
): Promise<void> {
  const failure = end.status === 'failed' ? end.failure : null
  // it expired with its code, even if that is noticed later
  const endedAt = end.status === 'expired' ? sql`least(${end.at}, otp_expires_at)` : sql`${end.at}`
  await sql`
    update balance_transfers set status = ${end.status}, otp_hash = null, ended_at = ${endedAt}, failure = ${failure}
     where id = ${id} and status = 'pending'`.execute(tx)
}

/** After a clock that ran ahead: ends the transfers that wait since after `ahead`; pauses begun then run from now. */
export async function endTransfersAhead(tx: Tx, { now, ahead }: { now: Date; ahead: Date }): Promise<void> {
  const waiting = sql`status = 'pending' and otp_expires_at > ${new Date(ahead.getTime() + OTP_LIFE_MS)}`
  // the locks of a confirmation, which may be moving the money
  await sql`
    select from transfer_senders
     where user_id in (select sender_id from balance_transfers where ${waiting})
     order by user_id for no key update`.execute(tx)
  await sql`
    update balance_transfers set status = 'expired', otp_hash = null, ended_at = ${now} where ${waiting}`.execute(tx)
  await sql`
    update transfer_senders set frozen_until = ${new Date(now.getTime() + FROZEN_MS)}
     where frozen_until > ${new Date(ahead.getTime() + FROZEN_MS)}`.execute(tx)
}

/** The statement that completes transfers, ordered by the shard of `transfer_days` that each adds to: one order for all. */
export function transfersCompleted(at: Date, ids: readonly number[]): Sql {
  const waiting =
    ids.length === 1
      ? sql`select ${ids[0]}::integer as id`
      : sql`select id from balance_transfers where id = any (${ids}::integer[]) order by sender_id & 63 for no key update`
  return sql`
    update balance_transfers t set status = 'completed', otp_hash = null, ended_at = ${at}
      from (${waiting}) as waiting
     where t.id = waiting.id and t.status = 'pending'`
}

/** Counts a wrong code on its transfer and on its sender. */
export async function countWrongCode(tx: Tx, transfer: { id: number; sender: number; at: Date }): Promise<void> {
  await sql`update balance_transfers set wrong_codes = wrong_codes + 1 where id = ${transfer.id}`.execute(tx)
  await sql`
    insert into transfer_wrong_codes (sender_id, at) values (${transfer.sender}, ${transfer.at})`.execute(tx)
}

const DAY_MS = 24 * 3_600_000

/**
 * What completed transfers have used of the limits of `sender` for a transfer to `receiver`, a column of the enclosing
 * statement. Exact for both if their wallets are locked; the total of all users may miss transfers that other calls are
 * completing.
 */
function usedOf({ sender, receiver, now }: { sender: number | Sql; receiver: Sql; now: Date }): Sql<StoredUse> {
  const today = startOfDay(dayOf(now))
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const paidBefore = (who: Sql<unknown>) => sql`
    exists (select from balance_transfers older
             where older.sender_id = ${sender} and older.receiver_id = ${who} and older.status = 'completed'
               and older.ended_at <= ${dayAgo})`
  return sql`
    select coalesce(sum(sent.amount) filter (where sent.ended_at >= ${today}), 0)::bigint as today,
           coalesce(sum(sent.amount) filter (where sent.ended_at > ${dayAgo} and not ${paidBefore(sql`sent.receiver_id`)}), 0)::bigint
             as to_new,
           ${paidBefore(receiver)} as known,
           (select coalesce(sum(amount), 0)::bigint from balance_transfers
             where receiver_id = ${receiver} and status = 'completed' and ended_at >= ${today}) as received,
           (select coalesce(sum(amount), 0)::bigint from transfer_days where day = ${dayOf(now)}::date) as all
      from balance_transfers sent
     where sent.sender_id = ${sender} and sent.status = 'completed'
       and sent.created_at > ${new Date(Math.min(today.getTime(), dayAgo.getTime()) - OTP_LIFE_MS)}`
}

type StoredUse = { today: Paise; to_new: Paise; known: boolean; received: Paise; all: Paise }

function useOf(row: StoredUse): Used {
  return {
    sentToday: row.today,
    sentToNew: row.to_new,
    recipientIsNew: !row.known,
    receivedToday: row.received,
    allToday: row.all,
  }
}

/** The total that a user has sent since the business day began. */
export async function sentToday(db: Db, sender: number, now: Date): Promise<Paise> {
  const today = startOfDay(dayOf(now))
  const { rows } = await sql<{ sent: Paise }>`
    select coalesce(sum(amount), 0)::bigint as sent
      from balance_transfers
     where sender_id = ${sender} and status = 'completed' and ended_at >= ${today}
       and created_at > ${new Date(today.getTime() - OTP_LIFE_MS)}`.execute(db)
  return onlyRow(rows, `what user ${sender} sent today`).sent
}

const NOTE_MAX = 500 // of the column

/** Clears a closed account's notes and its masked name; others' notes stay, without the person's name and contacts. */
export async function eraseFromTransfers(tx: Tx, person: Person): Promise<void> {
  await sql`update balance_transfers set note = null where sender_id = ${person.id}`.execute(tx)
  await sql`update balance_transfers set receiver_masked = ${ERASED_NAME} where receiver_id = ${person.id}`.execute(tx)
  const { rows } = await sql<{ id: number; note: string }>`
    select id, note from balance_transfers where receiver_id = ${person.id} and note is not null`.execute(tx)
  const named = rows.flatMap(({ id, note }) => {
    const rest = withoutNames(note, person)
    return rest === note ? [] : [{ id, note: rest.slice(0, NOTE_MAX) }]
  })
  await sql`
    update balance_transfers t set note = n.note
      from unnest(${named.map(({ id }) => id)}::integer[], ${named.map(({ note }) => note)}::text[]) as n (id, note)
     where t.id = n.id`.execute(tx)
}
