/** What the demo users find at their start: the methods, packages, plans and terms of the given database. */
import type { Ppm } from '@bittkosh/contract/money'
import { type Settings, settingsFrom } from '@bittkosh/contract/settings'
import { readRates } from '../../server/src/flexible/queries.ts'
import { holdMethod, type PayableMethod } from '../../server/src/methods/actions.ts'
import { offeredPackages } from '../../server/src/packages/queries.ts'
import { holdPlans, type PlanOnSale } from '../../server/src/plans/actions.ts'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

export type Catalogue = {
  admin: number
  methods: PayableMethod[]
  packages: Awaited<ReturnType<typeof offeredPackages>>
  plans: PlanOnSale[]
  rateOn: (day: string) => Ppm
  settings: Settings
}

/** Throws if there is nothing to pay with or to invest in. */
export async function readCatalogue(tx: Tx): Promise<Catalogue> {
  const settings = await sql<{ key: string; value: string }>`select key, value from settings`.execute(tx)
  const admins = await ids(sql`users where role = 'admin' and is_active and closed_at is null`)
  const methods = await held(await ids(sql`deposit_methods where is_active`), holdMethod)
  const plans = await holdPlans(tx, await ids(sql`plans where archived_at is null`))
  const [admin] = admins
  const onOffer = [...plans.values()].filter((plan) => plan.onOffer)
  if (admin === undefined || methods.length === 0 || onOffer.length === 0)
    throw new Error('The demo needs an active admin, an active payment method and a plan on offer.')
  return {
    admin,
    methods,
    packages: await offeredPackages(tx),
    plans: onOffer,
    rateOn: await readRates(tx),
    settings: settingsFrom(new Map(settings.rows.map((row) => [row.key, row.value]))),
  }

  async function ids(from: ReturnType<typeof sql>): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`select id from ${from} order by id`.execute(tx)
    return rows.map(({ id }) => id)
  }

  async function held<T>(all: readonly number[], hold: (tx: Tx, id: number) => Promise<T | undefined>): Promise<T[]> {
    const found: T[] = []
    for (const id of all) found.push(...[await hold(tx, id)].filter((one) => one !== undefined))
    return found
  }
}
