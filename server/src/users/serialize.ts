/** People as the panel shows them. */
import type { Language } from '@bittkosh/contract/language'
import type { UserRow } from '@bittkosh/contract/users'
import type { Config } from '../config.ts'
import { govtIdsForAdmin } from '../kyc/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { userById, type UserRecord } from './queries.ts'

export type ReaderContext = { viewer: Member; at: Date; config: Config; language: Language }

export async function serializeOne(tx: Tx, id: number, reading: ReaderContext): Promise<UserRow> {
  const found = await userById(tx, id)
  return onlyRow(await serialize(tx, found ? [found] : [], reading), `user ${id}`)
}

export async function serialize(db: Db | Tx, rows: readonly UserRecord[], reading: ReaderContext): Promise<UserRow[]> {
  const govtIds = await govtIdsForAdmin(db, { users: rows.map((row) => row.id), ...reading })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    balance: row.balance,
    is_active: row.is_active,
    frozen_at: row.frozen_at,
    referral_code: row.referral_code,
    referred_by: row.referred_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    marks: row.marks,
    govt_ids: govtIds.get(row.id) ?? [],
  }))
}
