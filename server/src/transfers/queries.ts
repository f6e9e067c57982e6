import { FOUND_MAX } from '@bittkosh/contract/requests'
import { type Paise, paise, type Ppm, ZERO } from '@bittkosh/contract/money'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import {
  type AdminTransfer,
  type TransferDetails,
  type TransferFailure,
  type TransferStatus,
  transferStatuses,
} from '@bittkosh/contract/transfers'
import { type RawBuilder, sql } from 'kysely'
import { ledgerTotals } from '../ledger/totals.ts'
import type { Db, Tx } from '../platform/database.ts'
import {
  type Counted,
  countFound,
  idsOfParts,
  isOwnerFound,
  keptCounts,
  type Order,
  orderBy,
  type Part,
  peopleFound,
  type Slice,
  withNumber,
  withText,
} from '../platform/lists.ts'
import { OTP_LIFE_MS, type Used } from './rules.ts'

/** Locks all that this user sends until the transaction ends; answers until when BittPay rests for them. */
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

/** The active user behind an address, kept active until the transaction ends. */
export async function findReceiver(
  tx: Tx,
  contact: { email: string } | { phone: string },
): Promise<{ id: number; name: string } | null> {
  const named = 'email' in contact ? sql`email = ${contact.email}` : sql`phone = ${contact.phone}`
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users
     where ${named} and role = 'user' and is_active and closed_at is null
       for share`.execute(tx)
  return rows[0] ?? null
}

/** Whether a user may receive money now; kept so until the transaction ends. */
export async function mayReceive(tx: Tx, user: number): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${user} and role = 'user' and is_active and closed_at is null for share`.execute(tx)
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
  return rows[0]?.id ?? 0
}

export async function keepCode(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await sql`update balance_transfers set otp_hash = ${hash} where id = ${id}`.execute(tx)
}

export type TransferRow = {
  id: number
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
    select t.id, t.receiver_id, r.name, t.receiver_masked, t.amount, t.fee, t.note, t.status, t.otp_hash, t.wrong_codes,
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
  return rows[0]?.count ?? 0
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
  const paidBefore = (who: RawBuilder<unknown>) => sql`
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
           (select coalesce(sum(amount), 0)::bigint from balance_transfers
             where status = 'completed' and ended_at >= ${today}) as all
      from balance_transfers t
     where t.sender_id = ${sender} and t.status = 'completed'
       and t.created_at > ${new Date(Math.min(today.getTime(), dayAgo.getTime()) - OTP_LIFE_MS)}`.execute(db)
  const [row] = rows
  return {
    sentToday: paise(row?.today ?? 0n),
    sentToNew: paise(row?.to_new ?? 0n),
    recipientIsNew: !row?.known,
    receivedToday: paise(row?.received ?? 0n),
    allToday: paise(row?.all ?? 0n),
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
  return paise(rows[0]?.sent ?? 0n)
}

// A transfer past its time is expired for everyone who looks, whether or not anything has written it down.
const shown = (now: Date) => sql`
  case when t.status = 'pending' and t.otp_expires_at <= ${now} then 'expired' else t.status end`

type Filter = { status: TransferStatus | undefined; search: string | undefined; now: Date }

export type ListedRow = {
  id: number
  status: TransferStatus
  amount: bigint
  fee: bigint
  note: string | null
  created_at: Date
  completed_at: Date | null
  otp_expires_at: Date
  sender: AdminTransfer['sender']
  receiver: AdminTransfer['receiver']
}

const listed = (filter: Filter, most: number | null, transfers: RawBuilder<unknown>) => sql<ListedRow>`
    ${finding(filter, most)}
    select t.id, ${shown(filter.now)} as status, t.amount, t.fee, t.note, t.created_at, t.otp_expires_at,
           case when t.status = 'completed' then t.ended_at end as completed_at,
           jsonb_build_object('name', s.name, 'email', s.email, 'phone', s.phone) as sender,
           jsonb_build_object('name', r.name, 'email', r.email, 'phone', r.phone) as receiver
      from ${transfers} as t
      join users s on s.id = t.sender_id
      join users r on r.id = t.receiver_id
     order by t.id desc`

const newestFirst: Order = [['t.id', 'desc']]

/** A page: its ids by an index first, however deep it lies, then what is shown of them. */
export async function transfersPage(
  db: Db,
  { offset, limit, backwards, ...filter }: Filter & Slice,
): Promise<AdminTransfer[]> {
  const { rows } = await listed(
    filter,
    FOUND_MAX,
    sql`(select *
              from balance_transfers
             where id = any (array(
                     select t.id
                       from ${among(filter, { first: offset + limit, backwards })}
                      order by ${orderBy(newestFirst, backwards)}
                     offset ${offset} limit ${limit})))`,
  ).execute(db)
  return rows.map(toTransfer)
}

/**
 * What a page that ends with row `first` is taken from. Expired ones are of two kinds, written down or not yet, each read
 * in its order: asked for with one `or`, it would be the planner's guess how many rows that reads.
 */
function among(
  filter: Filter,
  { first, backwards }: { first: number; backwards: boolean | undefined },
): RawBuilder<unknown> {
  if (filter.status !== 'expired' || filter.search) {
    return sql`balance_transfers t where ${matching(filter)}`
  }
  const order = orderBy(newestFirst, backwards)
  return sql`(
    (select t.id from balance_transfers t where t.status = 'expired' order by ${order} limit ${first})
    union all
    (select t.id from balance_transfers t
      where t.status = 'pending' and t.otp_expires_at <= ${filter.now} order by ${order} limit ${first})) as t`
}

/**
 * A transfer with what happened to it. A sender has one open transfer at a time, so a wrong code of theirs between its
 * beginning and its end was for this one.
 */
export async function transferDetails(
  db: Db,
  id: number,
  now: Date,
): Promise<Omit<TransferDetails, 'entries'> | undefined> {
  type Row = ListedRow & Omit<TransferDetails, keyof AdminTransfer | 'entries' | 'replaced'>
  const { rows } = await sql<Row & Pick<TransferDetails, 'sender' | 'receiver'>>`
    select t.id, ${shown(now)} as status, t.amount, t.fee, t.note, t.created_at, t.otp_expires_at,
           case when t.status = 'completed' then t.ended_at end as completed_at, t.ended_at, t.failure, t.wrong_codes,
           array(select w.at from transfer_wrong_codes w
                  where w.sender_id = t.sender_id and w.at between t.created_at and coalesce(t.ended_at, t.otp_expires_at)
                  order by w.at) as wrong_codes_at,
           jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email, 'phone', s.phone) as sender,
           jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email, 'phone', r.phone) as receiver
      from balance_transfers t
      join users s on s.id = t.sender_id
      join users r on r.id = t.receiver_id
     where t.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { status, ended_at: endedAt, otp_expires_at: until } = row
  const replaced = status === 'expired' && endedAt !== null && endedAt < until
  return { ...toTransfer(row), replaced, ended_at: status === 'expired' && !replaced ? until : endedAt }
}

/** All transfers of a filter, for reading in batches. */
export function exportedTransfers(filter: Filter): RawBuilder<ListedRow> {
  return listed(filter, null, sql`(select * from balance_transfers t where ${matching(filter)})`)
}

export function toTransfer<Row extends ListedRow>({ amount, fee, ...row }: Row) {
  return { ...row, amount: paise(amount), processing_fee: paise(fee), total_deducted: paise(amount + fee) }
}

/** How many transfers of each shown status a search finds. */
export function countTransfers(
  db: Db,
  { search, now }: { search: string; now: Date },
): Promise<Counted<TransferStatus>> {
  return countFound(db, search, transferStatuses.map(partOf({ search, now }, FOUND_MAX)))
}

/** What a search finds, for a statement whose condition is `matching`. */
function finding({ status, search, now }: Filter, most: number | null): RawBuilder<unknown> {
  if (!search) return sql``
  const parts = (status ? [status] : transferStatuses).map(partOf({ search, now }, most))
  return sql`with ${peopleFound(search, most)}, found as materialized (${idsOfParts(parts)})`
}

function matching({ status, search, now }: Filter): RawBuilder<unknown> {
  if (search) return sql`t.id in (select id from found)`
  return status ? ofShown(status, now) : sql`true`
}

/** What a search finds of a status. Those that wait are few: each is looked at, whoever it is of, so none is left out. */
const partOf =
  ({ search, now }: { search: string; now: Date }, most: number | null) =>
  (status: TransferStatus): Part & { name: TransferStatus } => {
    const rows = sql`select id from balance_transfers t where ${ofShown(status, now)}`
    // the index of what a user received holds only what arrived
    const received = status === 'completed' ? sql`t.status = 'completed'` : sql`t.status <> 'completed'`
    return {
      name: status,
      most: status === 'pending' ? null : most,
      found: [
        ...(status === 'pending'
          ? [
              sql`${rows} and (${isOwnerFound('t.sender_id', search, most)} or ${isOwnerFound('t.receiver_id', search, most)})`,
            ]
          : [
              sql`${rows} and t.sender_id in (select id from people)`,
              sql`${rows} and ${received} and t.receiver_id in (select id from people)`,
            ]),
        ...withText(rows, ['note'], search),
        ...withNumber(rows, search.replace(/^BP-/i, '')), // as lists and receipts write it
      ],
    }
  }

// Written by what is stored, so that an index of the status finds it.
function ofShown(status: TransferStatus, now: Date): RawBuilder<unknown> {
  switch (status) {
    case 'pending':
      return sql`t.status = 'pending' and t.otp_expires_at > ${now}`
    case 'expired':
      return sql`(t.status = 'expired' or (t.status = 'pending' and t.otp_expires_at <= ${now}))`
    default:
      return sql`t.status = ${status}`
  }
}

export type StatusSums = { counts: Record<TransferStatus, number>; amount: Paise; fee: Paise }

/**
 * How many transfers there are of each shown status, and the sums of the completed ones: those as the ledger has them,
 * what failed or expired as it was counted, and the open ones, which are few, by looking at them.
 */
export async function sumsByStatus(db: Db, now: Date): Promise<StatusSums> {
  const [moved, ended, open] = await Promise.all([
    ledgerTotals(db, { movement: 'transfer' }),
    keptCounts(db, 'balance_transfers'),
    sql<{ live: number; past: number }>`
      select count(*) filter (where otp_expires_at > ${now})::integer as live,
             count(*) filter (where otp_expires_at <= ${now})::integer as past
        from balance_transfers
       where status = 'pending'`.execute(db),
  ])
  const received = moved.find((row) => row.account === 'wallet')
  const { live = 0, past = 0 } = open.rows[0] ?? {}
  return {
    counts: {
      pending: live,
      completed: received?.pluses ?? 0,
      failed: ended.get('failed') ?? 0,
      expired: (ended.get('expired') ?? 0) + past,
    },
    amount: received?.plus ?? ZERO,
    fee: moved.find((row) => row.account === 'fee_transfer')?.plus ?? ZERO,
  }
}
