/** What plans offer to a purchase. */
import type { Paise, Ppm } from '@bittkosh/contract/money'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export type PlanOnSale = {
  id: number
  name: string
  nameHi: string
  symbol: string
  icon_url: string
  days: number
  minimum: Paise
  maximum: Paise
  rate: Ppm
  multipleAllowed: boolean
  /** Active, in an active category, not deleted. */
  onOffer: boolean
}

/** The terms of these plans, locked until the transaction ends: an edit or a deletion waits. */
export async function holdPlans(tx: Tx, ids: readonly number[]): Promise<Map<number, PlanOnSale>> {
  const { rows } = await sql<{
    id: number
    name: string
    name_hi: string
    symbol: string
    icon_url: string
    duration_days: number
    minimum_deposit: Paise
    maximum_deposit: Paise
    profit_ppm: Ppm
    multiple_allowed: boolean
    on_offer: boolean
  }>`
    select p.id, p.name, p.name_hi, p.symbol, p.icon_url, p.duration_days, p.minimum_deposit, p.maximum_deposit,
           p.profit_ppm, p.multiple_allowed, p.archived_at is null and p.is_active and c.is_active as on_offer
      from plans p
      join plan_categories c on c.id = p.category_id
     where p.id ${sql.among(ids)}
     order by p.id
       for share of p`.execute(tx)
  const plans = rows.map((row): PlanOnSale => ({
    id: row.id,
    name: row.name,
    nameHi: row.name_hi,
    symbol: row.symbol,
    icon_url: row.icon_url,
    days: row.duration_days,
    minimum: row.minimum_deposit,
    maximum: row.maximum_deposit,
    rate: row.profit_ppm,
    multipleAllowed: row.multiple_allowed,
    onOffer: row.on_offer,
  }))
  return new Map(plans.map((plan) => [plan.id, plan]))
}
