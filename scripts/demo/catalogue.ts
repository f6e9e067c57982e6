/** What the demo users find when they come: the methods, packages, plans and terms of the database at hand. */
import { type MethodType, type Payee } from '@bittkosh/contract/methods'
import { type Paise, paise, type Ppm, ppm } from '@bittkosh/contract/money'
import type { Settings } from '@bittkosh/contract/settings'
import { readRates } from '../../server/src/flexible/queries.ts'
import { plansOnOffer, type PlanRow } from '../../server/src/plans/queries.ts'
import type { Db } from '../../server/src/platform/database.ts'
import { sql } from '../../server/src/platform/sql.ts'

export type Catalogue = {
  admin: number
  methods: { id: number; name: string; type: MethodType; payee: Payee }[]
  packages: { id: number; name: string; amount: Paise; bonus: Ppm }[]
  plans: PlanRow[]
  rateOn: (day: string) => Ppm
  settings: Settings
}

/** Throws where there is nothing to pay with or to invest in. */
export async function readCatalogue(db: Db, settings: Settings): Promise<Catalogue> {
  const admins = await sql<{ id: number }>`
    select id from users where role = 'admin' and is_active and closed_at is null order by id limit 1`.execute(db)
  const methods = await sql<{ id: number; name: string; type: MethodType; details: unknown }>`
    select id, name, type, details from deposit_methods where is_active order by id`.execute(db)
  const packages = await sql<{ id: number; name: string; amount: bigint; bonus_ppm: bigint }>`
    select id, name, amount, bonus_ppm from balance_packages where is_active and archived_at is null order by id`.execute(
    db,
  )
  const [admin] = admins.rows
  const plans = await plansOnOffer(db)
  if (!admin || methods.rows.length === 0 || plans.length === 0)
    throw new Error('The demo needs an active admin, an active payment method and a plan on offer.')
  return {
    admin: admin.id,
    // type and details were written together from one Payee
    methods: methods.rows.map((row) => ({ ...row, payee: { type: row.type, details: row.details } as Payee })),
    packages: packages.rows.map((row) => ({ ...row, amount: paise(row.amount), bonus: ppm(row.bonus_ppm) })),
    plans,
    rateOn: await readRates(db),
    settings,
  }
}
