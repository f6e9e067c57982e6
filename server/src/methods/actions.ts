/** What methods offer to a deposit. */
import type { MethodType, Payee } from '@bittkosh/contract/methods'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export type PayableMethod = {
  id: number
  name: string
  nameHi: string
  type: MethodType
  payee: Payee
  isActive: boolean
}

type Row = { id: number; name: string; name_hi: string; type: MethodType; details: unknown; is_active: boolean }

/** A method, locked against changes until the transaction ends; without an id, the first active one. */
export async function holdMethod(tx: Tx, id: number | undefined): Promise<PayableMethod | undefined> {
  const { rows } = await sql<Row>`
    select id, name, name_hi, type, details, is_active
      from deposit_methods
     where ${id === undefined ? sql`is_active` : sql`id = ${id}`}
     order by id
     limit 1
       for share`.execute(tx)
  const [row] = rows
  // type and details were written together, from one Payee
  if (!row) return undefined
  const { name_hi: nameHi, is_active: isActive, ...method } = row
  return { ...method, nameHi, isActive, payee: { type: row.type, details: row.details } as Payee }
}
