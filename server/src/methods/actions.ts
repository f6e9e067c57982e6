/** What methods offer to a deposit. */
import type { Payee } from '@bittkosh/contract/methods'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type PayableMethod = {
  id: number
  name: string
  nameHi: string
  payee: Payee
  payeeSince: Date
  isActive: boolean
}

/**
 * A method, locked against changes until the transaction ends; without an id, the first active one. With the payee that it has
 * had since `shown`, even if it has another by now; undefined if it never had that one.
 */
export async function holdMethod(
  tx: Tx,
  id: number | undefined,
  { shown }: { shown?: Date | undefined } = {},
): Promise<PayableMethod | undefined> {
  const { rows: locked } = await sql<{ id: number }>`
    select id from deposit_methods where ${id === undefined ? sql`is_active` : sql`id = ${id}`}
     order by id limit 1 for share`.execute(tx)
  // A statement of its own, so that it sees the payee that whoever held the lock has replaced.
  const { rows } = await sql<PayableMethod>`
    select m.id, coalesce(f.name, m.name) as name, coalesce(f.name_hi, m.name_hi) as "nameHi", m.is_active as "isActive",
           coalesce(f.payee, method_payee(m.type, m.details)) as payee, coalesce(f.since, m.payee_since) as "payeeSince"
      from deposit_methods m
      left join former_payees f on f.method_id = m.id and f.since = ${shown ?? null}::timestamptz
     where m.id = any (${locked.map((method) => method.id)}::integer[])`.execute(tx)
  const [method] = rows
  if (method && shown && method.payeeSince.getTime() !== shown.getTime()) return undefined
  return method
}

/** Whether the method of a deposit `d` has another payee by now. */
export const hasFormerPayee: Sql<boolean> = sql`
  exists (select from deposit_methods dm where dm.id = d.method_id and d.payee <> method_payee(dm.type, dm.details))`
