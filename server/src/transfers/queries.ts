import { type Paise, paise, type Ppm } from '@bittkosh/contract/money'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import type { Recipient, TransferFailure, TransferStatus } from '@bittkosh/contract/transfers'
import { phoneIsProven } from '../auth/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { ERASED_NAME, type Person, withoutNames } from '../platform/personal.ts'
import { OTP_LIFE_MS, type Used } from './rules.ts'

/** Locks all that this user sends until the transaction ends; returns until when BittPay is frozen for them. */
export async function lockSender(tx: Tx, sender: number): Promise<Date | null> {
  const { rows } = await sql<{ frozen_until: Date | null }>`
    insert into transfer_senders (user_id) values (${sender})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning frozen_until`.execute(tx)
  return rows[0]?.frozen_until ?? null
}

export async function frozenUntil(db: Db | Tx, sender: number): Promise<Date | null> {
  const { rows } = await sql<{ frozen_until: Date | null }>`
    select frozen_until from transfer_senders where user_id = ${sender}`.execute(db)
  return rows[0]?.frozen_until ?? null
}

export async function freezeSender(tx: Tx, sender: number, until: Date): Promise<void> {
  await sql`update transfer_senders set frozen_until = ${until} where user_id = ${sender}`.execute(tx)
}

const RECENT_TRANSFERS = 40
const RECENT_RECIPIENTS = 6

/** Whom this user's last completed transfers went to, each once, the latest first. */
export async function recentRecipients(db: Db, sender: number): Promise<{ name: string; number: string }[]> {
  const { rows } = await sql<{ name: string; number: string }>`
    select u.name, (array_agg(t.number order by t.created_at desc, t.id desc))[1] as number
      from (select id, number, receiver_id, status, created_at
              from balance_transfers
             where sender_id = ${sender}
             order by created_at desc, id desc
             limit ${RECENT_TRANSFERS}) as t
      join users u on u.id = t.receiver_id and u.is_active and u.closed_at is null
     where t.status = 'completed'
     group by u.id, u.name
     order by max(t.created_at) desc
     limit ${RECENT_RECIPIENTS}`.execute(db)
  return rows
}

/** The active user who has proven an address, and the phone number where they are named by it; kept so until the transaction ends. */
export async function findReceiver(
  tx: Tx,
  to: Recipient,
  { sender, config }: { sender: number; config: { smsUrl: string | null } },
): Promise<{ id: number; name: string } | null> {
  const named =
    'email' in to
      ? sql`u.email = ${to.email}`
      : 'phone' in to
        ? sql`u.phone = ${to.phone} and ${phoneIsProven(config)}`
        : sql`u.id = (select receiver_id from balance_transfers
                       where number = ${to.paidBefore} and sender_id = ${sender} and status = 'completed')`
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u
     where ${named} and u.email_verified_at is not null and u.role = 'user' and u.is_active and u.closed_at is null
       for share of u`.execute(tx)
  return rows[0] ?? null
}

/** Whether a user may receive money now; kept so until the transaction ends. */
export async function mayReceive(tx: Tx, user: number): Promise<boolean> {
  const { rows } = await sql`
    select from users
     where id = ${user} and email_verified_at is not null and role = 'user' and is_active and closed_at is null
       for share`.execute(tx)
  return rows.length > 0
}

export async function expireOpen(tx: Tx, sender: number, at: Date): Promise<void> {
  await sql`
    update balance_transfers set status = 'expired', otp_hash = null, ended_at = ${at}
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

/** A sender's own transfer: by its id, or the one that is open. */
export async function findTransfer(
  db: Db | Tx,
  sender: number,
  which: number | 'open',
): Promise<TransferRow | undefined> {
  const { rows } = await sql<{
    id: number
    number: string
    receiver_id: number
    name: string
    receiver_masked: string
    amount: bigint
    fee: bigint
    note: string | null
    status: TransferStatus
    otp_hash: Buffer | null
    wrong_codes: number
    otp_expires_at: Date
  }>`
    select t.id, t.number, t.receiver_id, r.name, t.receiver_masked, t.amount, t.fee, t.note, t.status, t.otp_hash, t.wrong_codes,
           t.otp_expires_at
      from balance_transfers t
      join users r on r.id = t.receiver_id
     where t.sender_id = ${sender} and ${which === 'open' ? sql`t.status = 'pending'` : sql`t.id = ${which}`}`.execute(
    db,
  )
  const [row] = rows
  return (
    row && {
      id: row.id,
      number: row.number,
      receiver: row.receiver_id,
      receiverName: row.name,
      receiverMasked: row.receiver_masked,
      amount: paise(row.amount),
      fee: paise(row.fee),
      note: row.note,
      status: row.status,
      hash: row.otp_hash,
      wrongCodes: row.wrong_codes,
      expiresAt: row.otp_expires_at,
    }
  )
}

export async function endTransfer(
  tx: Tx,
  id: number,
  end: { at: Date } & ({ status: 'completed' | 'expired' } | { status: 'failed'; failure: TransferFailure }),
): Promise<void> {
  const failure = end.status === 'failed' ? end.failure : null
  await sql`
    update balance_transfers set status = ${end.status}, otp_hash = null, ended_at = ${end.at}, failure = ${failure}
     where id = ${id} and status = 'pending'`.execute(tx)
}

/** Counts a wrong code: on its transfer, and on its sender. */
export async function countWrongCode(tx: Tx, transfer: { id: number; sender: number; at: Date }): Promise<void> {
  await sql`update balance_transfers set wrong_codes = wrong_codes + 1 where id = ${transfer.id}`.execute(tx)
  await sql`
    insert into transfer_wrong_codes (sender_id, at) values (${transfer.sender}, ${transfer.at})`.execute(tx)
}

export async function wrongCodesSince(tx: Tx, sender: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from transfer_wrong_codes where sender_id = ${sender} and at > ${since}`.execute(
    tx,
  )
  return onlyRow(rows, `wrong codes of user ${sender}`).count
}

const DAY_MS = 24 * 3_600_000

/**
 * What completed transfers have taken of the limits of `sender`, who would send to `receiver`. Exact for both where
 * their wallets are locked; the sum of all may miss transfers that other calls are just completing.
 */
export async function usedOfLimits(
  db: Db | Tx,
  { sender, receiver, now }: { sender: number; receiver: number; now: Date },
): Promise<Used> {
  const today = startOfDay(dayOf(now))
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const paidBefore = (who: Sql<unknown>) => sql`
    exists (select from balance_transfers older
             where older.sender_id = ${sender} and older.receiver_id = ${who} and older.status = 'completed'
               and older.ended_at <= ${dayAgo})`
  const { rows } = await sql<{ today: bigint; to_new: bigint; known: boolean; received: bigint; all: bigint }>`
    select coalesce(sum(t.amount) filter (where t.ended_at >= ${today}), 0)::bigint as today,
           coalesce(sum(t.amount) filter (where t.ended_at > ${dayAgo} and not ${paidBefore(sql`t.receiver_id`)}), 0)::bigint
             as to_new,
           ${paidBefore(sql`${receiver}`)} as known,
           (select coalesce(sum(amount), 0)::bigint from balance_transfers
             where receiver_id = ${receiver} and status = 'completed' and ended_at >= ${today}) as received,
           (select coalesce(sum(amount), 0)::bigint from transfer_days where day = ${dayOf(now)}::date) as all
      from balance_transfers t
     where t.sender_id = ${sender} and t.status = 'completed'
       and t.created_at > ${new Date(Math.min(today.getTime(), dayAgo.getTime()) - OTP_LIFE_MS)}`.execute(db)
  const row = onlyRow(rows, `what user ${sender} has used of the limits`)
  return {
    sentToday: paise(row.today),
    sentToNew: paise(row.to_new),
    recipientIsNew: !row.known,
    receivedToday: paise(row.received),
    allToday: paise(row.all),
  }
}

/** What a user has sent since the business day began. */
export async function sentToday(db: Db, sender: number, now: Date): Promise<Paise> {
  const today = startOfDay(dayOf(now))
  const { rows } = await sql<{ sent: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sent
      from balance_transfers
     where sender_id = ${sender} and status = 'completed' and ended_at >= ${today}
       and created_at > ${new Date(today.getTime() - OTP_LIFE_MS)}`.execute(db)
  return paise(onlyRow(rows, `what user ${sender} sent today`).sent)
}

const NOTE_MAX = 500 // of the column

/** Empties a closed account's notes and its masked name; what others wrote stays, without the person's name and contacts. */
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
