/** Everybody's transfers, as the panel lists and exports them. */
import type { Narrowing, RequestSort } from '@bittkosh/contract/requests'
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { add, type Paise, ZERO } from '@bittkosh/contract/money'
import {
  type AdminTransfer,
  type TransferDetails,
  type TransferStatus,
  transferStatuses,
} from '@bittkosh/contract/transfers'
import { ledgerTotals } from '../ledger/totals.ts'
import { statusAt } from './queries.ts'
import { type Db, onlyRow } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import {
  between,
  type Counted,
  countFound,
  countsOf,
  idsOfParts,
  isOwnerFound,
  keptCounts,
  ofPeople,
  onDays,
  type Order,
  orderBy,
  type Part,
  peopleFound,
  type Slice,
  withAmount,
  withNumber,
  withText,
} from '../platform/lists.ts'

type Range = Pick<Narrowing, 'from' | 'to' | 'least' | 'most'>
type Filter = Range & { status?: TransferStatus | undefined; search?: string | undefined; now: Date }
type Sorted = Filter & { sort: RequestSort }

export type ListedRow = {
  id: number
  number: string
  status: TransferStatus
  amount: Paise
  fee: Paise
  note: string | null
  created_at: Date
  completed_at: Date | null
  otp_expires_at: Date
  sender: AdminTransfer['sender']
  receiver: AdminTransfer['receiver']
}

const listed = (filter: Sorted, most: number | null, transfers: Sql<unknown>) => sql<ListedRow>`
    ${finding(filter, most)}
    select t.id, t.number, ${statusAt(filter.now)} as status, t.amount, t.fee, t.note, t.created_at, t.otp_expires_at,
           case when t.status = 'completed' then t.ended_at end as completed_at,
           jsonb_build_object('name', s.name, 'email', s.email, 'phone', s.phone) as sender,
           jsonb_build_object('name', r.name, 'email', r.email, 'phone', r.phone) as receiver
      from ${transfers} as t
      join users s on s.id = t.sender_id
      join users r on r.id = t.receiver_id
     order by ${orderBy(orderOf(filter))}`

const orders: Record<RequestSort, Order> = {
  newest: [['t.id', 'desc']],
  oldest: [['t.id', 'asc']],
  amount: [
    ['t.amount', 'desc'],
    ['t.id', 'desc'],
  ],
  smallest: [
    ['t.amount', 'asc'],
    ['t.id', 'asc'],
  ],
}

/** A range of days is ordered by time, as in the index that finds it: in id order all earlier rows would be read. */
function orderOf({ sort, from, to }: Sorted): Order {
  if (!from && !to) return orders[sort]
  if (sort === 'newest') return [['t.created_at', 'desc'], ...orders.newest]
  if (sort === 'oldest') return [['t.created_at', 'asc'], ...orders.oldest]
  return orders[sort]
}

/** A page: its ids through an index first, at any depth, then the columns to show. */
export async function transfersPage(
  db: Db,
  { offset, limit, backwards, ...filter }: Sorted & Slice,
): Promise<AdminTransfer[]> {
  const { rows } = await listed(
    filter,
    FOUND_MAX,
    sql`(select *
              from balance_transfers
             where id = any (array(
                     select t.id
                       from ${among(filter, { first: offset + limit, backwards })}
                      order by ${orderBy(orderOf(filter), backwards)}
                     offset ${offset} limit ${limit})))`,
  ).execute(db)
  return rows.map(toTransfer)
}

/**
 * The rows among which the page that ends at row number `first` is found. There are two kinds of expired ones, recorded or not yet,
 * each read in its order: with a single `or`, the planner could only guess how many rows it reads.
 */
function among(filter: Sorted, { first, backwards }: { first: number; backwards: boolean | undefined }): Sql<unknown> {
  if (filter.status !== 'expired' || filter.search) {
    return sql`balance_transfers t where ${matching(filter)}`
  }
  const order = orderBy(orderOf(filter), backwards)
  const end = sql`${inRange(filter)} order by ${order} limit ${first}`
  return sql`(
    (select t.id, t.amount, t.created_at from balance_transfers t where t.status = 'expired' and ${end})
    union all
    (select t.id, t.amount, t.created_at from balance_transfers t
      where t.status = 'pending' and t.otp_expires_at <= ${filter.now} and ${end})) as t`
}

/**
 * A transfer with its history. A sender has one open transfer at a time, so a wrong code of theirs between its
 * beginning and its end was for this one.
 */
export async function transferDetails(
  db: Db,
  id: number,
  now: Date,
): Promise<Omit<TransferDetails, 'entries'> | undefined> {
  type Row = ListedRow & Omit<TransferDetails, keyof AdminTransfer | 'entries' | 'replaced'>
  const { rows } = await sql<Row & Pick<TransferDetails, 'sender' | 'receiver'>>`
    select t.id, t.number, ${statusAt(now)} as status, t.amount, t.fee, t.note, t.created_at, t.otp_expires_at,
           case when t.status = 'completed' then t.ended_at end as completed_at, t.ended_at, t.failure, t.wrong_codes,
           array(select w.at from transfer_wrong_codes w
                  where w.sender_id = t.sender_id and w.at between t.created_at and coalesce(t.ended_at, t.otp_expires_at)
                  order by w.at) as wrong_codes_at,
           ${side('s')} as sender, ${side('r')} as receiver
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

const side = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`jsonb_build_object('id', ${of('id')}, 'name', ${of('name')}, 'email', ${of('email')}, 'phone', ${of('phone')},
                                'is_active', ${of('is_active')}, 'is_frozen', ${of('frozen_at')} is not null)`
}

/** All transfers that match a filter, for reading in batches. */
export function exportedTransfers(filter: Sorted): Sql<ListedRow> {
  return listed(filter, null, sql`(select * from balance_transfers t where ${matching(filter)})`)
}

export function toTransfer<Row extends ListedRow>({ fee, ...row }: Row) {
  return { ...row, processing_fee: fee, total_deducted: add(row.amount, fee) }
}

/** How many transfers of each shown status match a search or are in a range: there are no stored counts for these. */
export async function countTransfers(
  db: Db,
  { search, ...filter }: Omit<Filter, 'status'>,
): Promise<Counted<TransferStatus>> {
  if (search) return countFound(db, search, transferStatuses.map(partOf({ search, ...filter }, FOUND_MAX)))
  const { rows } = await sql<{ status: string; n: number }>`
    select ${statusAt(filter.now)} as status, count(*)::integer as n
      from balance_transfers t
     where ${inRange(filter)}
     group by 1`.execute(db)
  return { counts: countsOf(transferStatuses, new Map(rows.map((row) => [row.status, row.n]))), cut: new Set() }
}

/** Whether a list is narrowed to days or amounts. */
export function isNarrowed({ from, to, least, most }: Range): boolean {
  return [from, to, least, most].some((end) => end !== undefined)
}

/** A search's matches, for a statement with the condition `matching`. */
function finding({ status, search, ...filter }: Filter, most: number | null): Sql<unknown> {
  if (!search) return sql``
  const parts = (status ? [status] : transferStatuses).map(partOf({ search, ...filter }, most))
  return sql`with ${peopleFound(search, most)}, found as materialized (${idsOfParts(parts)})`
}

function matching({ status, search, now, ...range }: Filter): Sql<unknown> {
  if (search) return sql`t.id = any (array(select id from found))`
  return sql`${status ? ofShown(status, now) : sql`true`} and ${inRange(range)}`
}

/** Made on these days, with these amounts. */
function inRange(range: Range): Sql<unknown> {
  const ends = [...onDays('t.created_at', range), ...between('t.amount', range)]
  return ends.length > 0 ? sql.join(ends, sql` and `) : sql`true`
}

/** A search's matches in one status. Waiting transfers are few: all of them are checked, so none is left out. */
const partOf =
  ({ search, now, ...range }: Omit<Filter, 'status'> & { search: string }, most: number | null) =>
  (status: TransferStatus): Part & { name: TransferStatus } => {
    const rowsOf = (transfers: Sql<unknown>) =>
      sql`select id from ${transfers} where ${ofShown(status, now)} and ${inRange(range)}`
    const rows = rowsOf(sql`balance_transfers t`)
    // the index of what a user received contains only completed transfers
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
              rowsOf(ofPeople('balance_transfers', 'sender_id')),
              rowsOf(ofPeople('balance_transfers', 'receiver_id', received)),
            ]),
        ...withText(rows, ['note'], search),
        ...withNumber(rows, search),
        ...withAmount(rows, 'amount', search),
      ],
    }
  }

// Uses the stored columns, so that an index on the status can be used.
function ofShown(status: TransferStatus, now: Date): Sql<unknown> {
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
 * How many transfers there are in each shown status, and the sums of the completed ones: these from the ledger, the
 * failed and expired ones from stored counts, and the open ones, which are few, by reading them.
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
  const { live, past } = onlyRow(open.rows, 'open transfers')
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
