import type { Paise, Ppm } from '@bittkosh/contract/money'
import type { AdminCategory } from '@bittkosh/contract/plans'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type PlanRow = {
  id: number
  name: string
  symbol: string
  icon_url: string
  description: string
  name_hi: string
  description_hi: string
  category_id: number
  /** The name of its category, in English. */
  category: string
  duration_days: number
  minimum_deposit: Paise
  maximum_deposit: Paise
  profit_ppm: Ppm
  wallet_address: string | null
  lower_fluctuation: Paise
  higher_fluctuation: Paise
  bottom_flow_ppm: Ppm
  upper_flow_ppm: Ppm
  is_active: boolean
  multiple_allowed: boolean
  updated_at: Date
}

/** The values with which a plan is saved. */
export type PlanValues = Omit<PlanRow, 'id' | 'category' | 'updated_at'>

const columns = sql.raw(
  `id, name, symbol, icon_url, description, name_hi, description_hi, category_id, duration_days, minimum_deposit, maximum_deposit, profit_ppm,
   wallet_address, lower_fluctuation, higher_fluctuation, bottom_flow_ppm, upper_flow_ppm, is_active, multiple_allowed,
   updated_at, (select c.name from plan_categories c where c.id = category_id) as category`,
)

/** The plans on offer to users: active, in an active category. */
export async function plansOnOffer(db: Db): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${columns}
      from plans
     where archived_at is null and is_active
       and category_id in (select id from plan_categories where is_active)
     order by id`.execute(db)
  return rows
}

type Open = { investors: number; invested: Paise; profit_promised: Paise }

/** All undeleted plans, each with its open investments. */
export async function allPlans(db: Db): Promise<(PlanRow & Open)[]> {
  const { rows } = await sql<PlanRow & Open>`
    select ${columns}, coalesce(o.investors, 0) as investors, coalesce(o.invested, 0) as invested,
           coalesce(o.profit_promised, 0) as profit_promised
      from plans
      left join (select plan_id, count(distinct user_id)::integer as investors, sum(amount)::bigint as invested,
                        sum(profit)::bigint as profit_promised
                   from investments
                  where claimed_at is null
                  group by plan_id) as o on o.plan_id = plans.id
     where archived_at is null
     order by id`.execute(db)
  return rows
}

/** All plans that match a search, like the panel's list, for reading in batches. */
export function exportedPlans(search: string | undefined): Sql<PlanRow> {
  return sql<PlanRow>`
    select ${columns}
      from plans
     where archived_at is null and position(lower(${search ?? ''}) in lower(name || ' ' || symbol)) > 0
     order by id`
}

/** An undeleted plan, locked until the transaction ends, so that it is neither bought nor changed in the meantime. */
export async function lockPlanToChange(tx: Tx, id: number): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select ${columns} from plans where id = ${id} and archived_at is null for update`.execute(tx)
  return rows[0]
}

/** May break `symbol_taken` or `category_unavailable`. */
export async function insertPlan(tx: Tx, at: Date, plan: PlanValues): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    insert into plans (name, symbol, icon_url, description, name_hi, description_hi, category_id, duration_days,
                       minimum_deposit, maximum_deposit, profit_ppm, wallet_address, lower_fluctuation, higher_fluctuation,
                       bottom_flow_ppm, upper_flow_ppm, is_active, multiple_allowed, created_at, updated_at)
    values (${plan.name}, ${plan.symbol}, ${plan.icon_url}, ${plan.description}, ${plan.name_hi},
            ${plan.description_hi}, ${plan.category_id}, ${plan.duration_days}, ${plan.minimum_deposit}, ${plan.maximum_deposit}, ${plan.profit_ppm},
            ${plan.wallet_address}, ${plan.lower_fluctuation}, ${plan.higher_fluctuation}, ${plan.bottom_flow_ppm},
            ${plan.upper_flow_ppm}, ${plan.is_active}, ${plan.multiple_allowed}, ${at}, ${at})
    returning ${columns}`.execute(tx)
  return onlyRow(rows, 'a plan')
}

/** May break `symbol_taken` or `category_unavailable`. */
export async function savePlan(tx: Tx, at: Date, id: number, plan: PlanValues): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    update plans
       set name = ${plan.name}, symbol = ${plan.symbol}, icon_url = ${plan.icon_url},
           description = ${plan.description}, name_hi = ${plan.name_hi},
           description_hi = ${plan.description_hi}, category_id = ${plan.category_id},
           duration_days = ${plan.duration_days}, minimum_deposit = ${plan.minimum_deposit},
           maximum_deposit = ${plan.maximum_deposit}, profit_ppm = ${plan.profit_ppm},
           wallet_address = ${plan.wallet_address}, lower_fluctuation = ${plan.lower_fluctuation},
           higher_fluctuation = ${plan.higher_fluctuation}, bottom_flow_ppm = ${plan.bottom_flow_ppm},
           upper_flow_ppm = ${plan.upper_flow_ppm}, is_active = ${plan.is_active},
           multiple_allowed = ${plan.multiple_allowed}, updated_at = ${at}
     where id = ${id}
    returning ${columns}`.execute(tx)
  return onlyRow(rows, 'a plan')
}

/** Deletes a plan without investments; false if it has history. */
export async function removeUnusedPlan(tx: Tx, id: number): Promise<boolean> {
  const { count } = await sql`
    delete from plans
     where id = ${id} and not exists (select from investments where plan_id = ${id})`.execute(tx)
  return count === 1
}

export async function archivePlan(tx: Tx, at: Date, id: number): Promise<void> {
  await sql`update plans set archived_at = ${at}, is_active = false, updated_at = ${at} where id = ${id}`.execute(tx)
}

export type CategoryValues = Pick<AdminCategory, 'name' | 'description' | 'name_hi' | 'description_hi' | 'is_active'>

/** Active categories, with the number of plans on offer in each. */
export async function activeCategories(db: Db): Promise<AdminCategory[]> {
  const { rows } = await sql<AdminCategory>`
    select c.id, c.name, c.description, c.name_hi, c.description_hi, c.is_active, c.updated_at,
           count(p.id)::integer as cryptocurrencies_count
      from plan_categories c
      left join plans p on p.category_id = c.id and p.archived_at is null and p.is_active
     where c.is_active
     group by c.id
     order by c.id`.execute(db)
  return rows
}

/** Every category, with its number of undeleted plans. */
export function allCategories(): Sql<AdminCategory> {
  return sql<AdminCategory>`
    select c.id, c.name, c.description, c.name_hi, c.description_hi, c.is_active, c.updated_at,
           count(p.id)::integer as cryptocurrencies_count
      from plan_categories c
      left join plans p on p.category_id = c.id and p.archived_at is null
     group by c.id
     order by c.id`
}

export async function lockCategory(tx: Tx, id: number): Promise<AdminCategory | undefined> {
  const { rows } = await sql<AdminCategory>`
    select id, name, description, name_hi, description_hi, is_active, updated_at,
           (select count(*) from plans where category_id = ${id} and archived_at is null)::integer
             as cryptocurrencies_count
      from plan_categories
     where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** May break `category_name_taken`. */
export async function insertCategory(tx: Tx, category: CategoryValues): Promise<AdminCategory> {
  const { rows } = await sql<AdminCategory>`
    insert into plan_categories (name, description, name_hi, description_hi, is_active)
    values (${category.name}, ${category.description}, ${category.name_hi}, ${category.description_hi},
            ${category.is_active})
    returning id, name, description, name_hi, description_hi, is_active, updated_at, 0 as cryptocurrencies_count`.execute(
    tx,
  )
  return onlyRow(rows, 'a category')
}

/** May break `category_name_taken`. */
export async function saveCategory(tx: Tx, at: Date, id: number, category: CategoryValues): Promise<void> {
  await sql`
    update plan_categories
       set name = ${category.name}, description = ${category.description}, name_hi = ${category.name_hi},
           description_hi = ${category.description_hi}, is_active = ${category.is_active}, updated_at = ${at}
     where id = ${id}`.execute(tx)
}
