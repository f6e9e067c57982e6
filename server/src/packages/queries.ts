import type { AdminPackage, PackageForm } from '@bittkosh/contract/packages'
import { quotePackage } from '@bittkosh/contract/packages'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type PackageRow = {
  id: number
  name: string
  amount: Paise
  bonus_ppm: Ppm
  description: string
  name_hi: string
  description_hi: string
  is_active: boolean
  sort_order: number
  deposit_requests_count: number
  created_at: Date
  updated_at: Date
}

const columns = sql`p.id, p.name, p.amount, p.bonus_ppm, p.description, p.name_hi, p.description_hi,
           p.is_active, p.sort_order, p.created_at, p.updated_at,
           (select count(*) from deposits d where d.package_id = p.id)::integer as deposit_requests_count`

/** The unarchived packages in their order; users see the active ones. */
export async function selectPackages(db: Db, { activeOnly }: { activeOnly: boolean }): Promise<AdminPackage[]> {
  const { rows } = await packagesInOrder({ activeOnly }).execute(db)
  return rows.map(serialize)
}

/** The same rows, for reading in batches. */
export function packagesInOrder({ activeOnly }: { activeOnly: boolean }): Sql<PackageRow> {
  return sql<PackageRow>`
    select ${columns}
      from balance_packages p
     where p.archived_at is null and (p.is_active or ${!activeOnly})
     order by p.sort_order, p.id`
}

export async function packageById(tx: Tx, id: number): Promise<AdminPackage | undefined> {
  const { rows } = await sql<PackageRow>`
    select ${columns} from balance_packages p where p.id = ${id} and p.archived_at is null for update of p`.execute(tx)
  return rows.map(serialize)[0]
}

export async function insertPackage(tx: Tx, at: Date, form: PackageForm): Promise<AdminPackage> {
  const { rows } = await sql<PackageRow>`
    insert into balance_packages as p (name, amount, bonus_ppm, description, name_hi, description_hi, is_active,
                                       sort_order, created_at, updated_at)
    values (${form.name}, ${form.amount}, ${form.bonus_percentage}, ${form.description}, ${form.name_hi ?? ''},
            ${form.description_hi ?? ''}, ${form.is_active ?? true},
            coalesce(${form.sort_order ?? null}::integer,
                     (select coalesce(max(sort_order), 0) + 1 from balance_packages where archived_at is null)),
            ${at}, ${at})
    returning ${columns}`.execute(tx)
  return serialize(onlyRow(rows, 'a package'))
}

export async function savePackage(tx: Tx, at: Date, id: number, form: PackageForm): Promise<AdminPackage> {
  const { rows } = await sql<PackageRow>`
    update balance_packages p
       set name = ${form.name}, amount = ${form.amount}, bonus_ppm = ${form.bonus_percentage},
           description = ${form.description}, name_hi = coalesce(${form.name_hi ?? null}::text, name_hi),
           description_hi = coalesce(${form.description_hi ?? null}::text, description_hi),
           is_active = coalesce(${form.is_active ?? null}::boolean, is_active),
           sort_order = coalesce(${form.sort_order ?? null}::integer, sort_order), updated_at = ${at}
     where id = ${id}
    returning ${columns}`.execute(tx)
  return serialize(onlyRow(rows, `package ${id}`))
}

export async function flipActive(tx: Tx, at: Date, id: number): Promise<void> {
  await sql`update balance_packages set is_active = not is_active, updated_at = ${at} where id = ${id}`.execute(tx)
}

/**
 * Removes a locked package from every list: deletes the row if it was never bought, archives it otherwise. Purchases in
 * progress ended before the lock was granted, so only a later statement sees them. Returns whether it was archived.
 */
export async function dropPackage(tx: Tx, at: Date, id: number): Promise<boolean> {
  const { count } = await sql`
    delete from balance_packages
     where id = ${id} and not exists (select from deposits where package_id = ${id})`.execute(tx)
  if (count === 0) await sql`update balance_packages set archived_at = ${at} where id = ${id}`.execute(tx)
  return count === 0
}

type SoldPackage = { id: number; name: string; nameHi: string; amount: Paise; bonus: Ppm }

/** The packages on offer, with price and bonus. */
export async function offeredPackages(tx: Tx): Promise<SoldPackage[]> {
  const { rows } = await packagesInOrder({ activeOnly: true }).execute(tx)
  return rows.map(toSold)
}

/** A package on offer, its terms locked until the transaction ends. */
export async function holdPackage(tx: Tx, id: number): Promise<SoldPackage | undefined> {
  const { rows } = await sql<Terms>`
    select id, name, name_hi, amount, bonus_ppm
      from balance_packages
     where id = ${id} and is_active and archived_at is null
       for share`.execute(tx)
  const [row] = rows
  return row && toSold(row)
}

type Terms = Pick<PackageRow, 'id' | 'name' | 'name_hi' | 'amount' | 'bonus_ppm'>

function toSold(row: Terms): SoldPackage {
  const { id, name, name_hi: nameHi } = row
  return { id, name, nameHi, amount: row.amount, bonus: row.bonus_ppm }
}

export function serialize(row: PackageRow): AdminPackage {
  const quote = quotePackage({ amount: row.amount, bonus: row.bonus_ppm })
  return {
    id: row.id,
    name: row.name,
    amount: quote.amount,
    bonus_percentage: row.bonus_ppm,
    bonus_amount: quote.bonus,
    total_amount: quote.total,
    description: row.description,
    name_hi: row.name_hi,
    description_hi: row.description_hi,
    is_active: row.is_active,
    sort_order: row.sort_order,
    deposit_requests_count: row.deposit_requests_count,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
