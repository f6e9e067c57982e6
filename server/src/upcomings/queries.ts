import type { Upcoming } from '@bittkosh/contract/upcomings'
import { onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

const columns = sql`id, title, title_hi, link, created_at, updated_at`

type UpcomingTexts = { title: string; title_hi: string; link: string | null }
type UpcomingRow = Upcoming & { title_hi: string }

export function allUpcomings(): Sql<UpcomingRow> {
  return sql<UpcomingRow>`select ${columns} from upcomings order by id desc`
}

export async function insertUpcoming(tx: Tx, at: Date, { title, title_hi, link }: UpcomingTexts): Promise<UpcomingRow> {
  const { rows } = await sql<UpcomingRow>`
    insert into upcomings (title, title_hi, link, created_at) values (${title}, ${title_hi}, ${link}, ${at})
    returning ${columns}`.execute(tx)
  return onlyRow(rows, 'a link')
}

/** Undefined if there is no such item. */
export async function lockUpcoming(tx: Tx, id: number): Promise<UpcomingRow | undefined> {
  const { rows } = await sql<UpcomingRow>`
    select ${columns} from upcomings where id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function changeUpcoming(
  tx: Tx,
  at: Date,
  id: number,
  { title, title_hi, link }: UpcomingTexts,
): Promise<void> {
  await sql`
    update upcomings
       set title = ${title}, title_hi = ${title_hi}, link = ${link}, updated_at = ${at}
     where id = ${id}`.execute(tx)
}

export async function removeUpcoming(tx: Tx, id: number): Promise<void> {
  await sql`delete from upcomings where id = ${id}`.execute(tx)
}
