import type { DepositMethod, Payee } from '@bittkosh/contract/methods'
import { onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

const columns = sql`id, name, type, instructions, name_hi, instructions_hi, details, is_active, updated_at, payee_since`

/** As stored, with its Hindi. */
export type MethodRow = DepositMethod & { name_hi: string; instructions_hi: string }

/** All methods or the active ones, by id, so that the lists keep their order. */
export function methodsById({ activeOnly }: { activeOnly: boolean }): Sql<MethodRow> {
  return sql<MethodRow>`
    select ${columns} from deposit_methods where is_active or ${!activeOnly} order by id`
}

export async function lockMethod(tx: Tx, id: number): Promise<MethodRow | undefined> {
  const { rows } = await sql<MethodRow>`select ${columns} from deposit_methods where id = ${id} for update`.execute(tx)
  return rows[0]
}

type Values = Pick<MethodRow, 'name' | 'instructions' | 'name_hi' | 'instructions_hi'> & {
  payee: Payee
  isActive: boolean
}

export async function insertMethod(tx: Tx, at: Date, method: Values): Promise<MethodRow> {
  const { rows } = await sql<MethodRow>`
    insert into deposit_methods (name, type, instructions, name_hi, instructions_hi, details, is_active, created_at,
                                 updated_at)
    values (${method.name}, ${method.payee.type}, ${method.instructions}, ${method.name_hi},
            ${method.instructions_hi}, ${JSON.stringify(method.payee.details)}::jsonb,
            ${method.isActive}, ${at}, ${at})
    returning ${columns}`.execute(tx)
  return onlyRow(rows, 'a method')
}

export async function saveMethod(tx: Tx, at: Date, id: number, method: Values): Promise<MethodRow> {
  const { rows } = await sql<MethodRow>`
    update deposit_methods
       set name = ${method.name}, type = ${method.payee.type}, instructions = ${method.instructions},
           name_hi = ${method.name_hi}, instructions_hi = ${method.instructions_hi},
           details = ${JSON.stringify(method.payee.details)}::jsonb, is_active = ${method.isActive}, updated_at = ${at}
     where id = ${id}
    returning ${columns}`.execute(tx)
  return onlyRow(rows, 'a method')
}

export async function setActive(tx: Tx, at: Date, id: number, isActive: boolean): Promise<MethodRow> {
  const { rows } = await sql<MethodRow>`
    update deposit_methods set is_active = ${isActive}, updated_at = ${at} where id = ${id} returning ${columns}`.execute(
    tx,
  )
  return onlyRow(rows, 'a method')
}
