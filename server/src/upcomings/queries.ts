import type { Upcoming } from '@bittkosh/contract/upcomings'
import { onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

type Written = { title: string; link: string | null }

export function allUpcomings(): Sql<Upcoming> {
  return sql<Upcoming>`select id, title, link, created_at, updated_at from upcomings order by id desc`
}

export async function insertUpcoming(tx: Tx, at: Date, { title, link }: Written): Promise<Upcoming> {
  const { rows } = await sql<Upcoming>`
    insert into upcomings (title, link, created_at) values (${title}, ${link}, ${at})
    returning id, title, link, created_at, updated_at`.execute(tx)
  return onlyRow(rows, 'a link')
}

/** Undefined when there is no such item. */
export async function lockUpcoming(tx: Tx, id: number): Promise<Upcoming | undefined> {
  const { rows } = await sql<Upcoming>`
    select id, title, link, created_at, updated_at from upcomings where id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function changeUpcoming(tx: Tx, at: Date, id: number, { title, link }: Written): Promise<void> {
  await sql`update upcomings set title = ${title}, link = ${link}, updated_at = ${at} where id = ${id}`.execute(tx)
}

export async function removeUpcoming(tx: Tx, id: number): Promise<void> {
  await sql`delete from upcomings where id = ${id}`.execute(tx)
}
