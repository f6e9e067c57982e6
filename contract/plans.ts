/** Fixed-term plans (cryptocurrencies on the wire) and their categories. */
import * as z from 'zod/mini'
import { amount, flowPercent, money, percent2 } from './amounts.ts'
import { complaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { day, id, instant, isWebLink, name, openedWith, pathId, search, text } from './shapes.ts'
import { hindi, hindiOf } from './twins.ts'

export const DURATION_DEFAULT_DAYS = 30
const DURATION_MAX_DAYS = 3650

const description = text({ max: 2000, min: 0 })

export const category = z.object({
  id,
  name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  /** For users: the plans on offer. For admins: all that are not deleted. */
  cryptocurrencies_count: z.int(),
  /** Null if it was never changed. */
  updated_at: z.nullable(instant),
})
export type Category = z.output<typeof category>

/** A category as admins see it, in English and Hindi. */
export const adminCategory = z.extend(category, { name_hi: hindi, description_hi: hindi })
export type AdminCategory = z.output<typeof adminCategory>

const categoryFields = {
  name,
  description: text({ max: 2000 }),
  name_hi: hindiOf(100, { oneLine: true }),
  description_hi: hindiOf(2000),
  /** If left out: active for a new one, unchanged for an edited one. */
  is_active: z.optional(z.boolean()),
}

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/cryptocurrency-categories',
  who: 'signed-in',
  summary: 'Active categories of plans',
  reply: z.array(category),
})

export const listAllCategories = endpoint({
  name: 'listAllCategories',
  method: 'GET',
  path: '/admin/cryptocurrency-categories',
  who: 'admin',
  permission: 'catalogue.read',
  summary: 'All categories of plans',
  reply: z.array(adminCategory),
})

export const exportCategories = endpoint({
  name: 'exportCategories',
  method: 'GET',
  path: '/admin/cryptocurrency-categories/export',
  who: 'admin',
  permission: 'catalogue.read',
  freshCode: 'never',
  limit: 'statement',
  summary: 'All categories as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery({}),
  reply: 'file',
})

export const createCategory = endpoint({
  name: 'createCategory',
  method: 'POST',
  path: '/admin/cryptocurrency-categories',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Add a category',
  refusals: ['category_name_taken'],
  body: z.strictObject(categoryFields),
  reply: adminCategory,
  status: 201,
})

export const updateCategory = endpoint({
  name: 'updateCategory',
  method: 'PUT',
  path: '/admin/cryptocurrency-categories/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Change a category',
  refusals: ['changed_meanwhile', 'category_name_taken'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ ...categoryFields, previous_updated_at: openedWith }),
  reply: adminCategory,
})

/** Whether an icon ships with the program. It is a path, so it works at any address of the program. */
export function isOwnPicture(path: string): boolean {
  return /^\/icons\/plans\/[\w-]+\.svg$/.test(path)
}

const picture = z.codec(
  z.string(complaint('not_text')),
  z.string().check(
    z.maxLength(2000, complaint('too_long', { max: 2000 })),
    z.refine((value) => isOwnPicture(value) || isWebLink(value), complaint('link')),
  ),
  { decode: (value) => value.trim(), encode: (value) => value },
)

const planFields = {
  id,
  name: z.string(),
  symbol: z.string(),
  icon_url: z.string(),
  description: z.string(),
  category_id: id,
  investment_duration_days: z.int(),
  minimum_deposit: money,
  maximum_deposit: money,
  /** For the whole term. */
  profit_percentage: percent2,
  wallet_address: z.nullable(z.string()),
  /** Bounds of the simulated price, unrelated to the profit. */
  lower_fluctuation: money,
  higher_fluctuation: money,
  bottom_flow: flowPercent,
  upper_flow: flowPercent,
  is_active: z.boolean(),
  multiple_allowed: z.boolean(),
}

/** `matures_on`: the day from which it can be claimed if it is bought now. */
export const plan = z.object({ ...planFields, matures_on: day })
export type Plan = z.output<typeof plan>

/** A plan as admins see it: both languages, and the time of its last change, which an edit sends back. */
export const adminPlan = z.object({ ...planFields, name_hi: hindi, description_hi: hindi, updated_at: instant })
export type AdminPlan = z.output<typeof adminPlan>

/** With its unclaimed investments: how many investors there are, how much is invested, and the profit promised for it. */
export const listedPlan = z.extend(adminPlan, { investors: z.int(), invested: money, profit_promised: money })
export type ListedPlan = z.output<typeof listedPlan>

/**
 * A symbol is part of URLs (/invest/BTC), so it consists of letters, digits, dots, dashes and underscores. One of dots alone would
 * be read as a folder.
 */
const symbol = text({ max: 20 }).check(z.regex(/^[._-]*[A-Za-z0-9][A-Za-z0-9._-]*$/, complaint('symbol')))

const days = z
  .int(complaint('days'))
  .check(
    z.minimum(1, complaint('days_range', { min: 1, max: DURATION_MAX_DAYS })),
    z.maximum(DURATION_MAX_DAYS, complaint('days_range', { min: 1, max: DURATION_MAX_DAYS })),
  )

const formFields = {
  name,
  symbol,
  icon_url: picture,
  category_id: id,
  minimum_deposit: amount,
  maximum_deposit: amount,
  profit_percentage: percent2,
  lower_fluctuation: amount,
  higher_fluctuation: amount,
  bottom_flow: flowPercent,
  upper_flow: flowPercent,
  // Optional fields get defaults in a new plan and stay unchanged in an edited one.
  description: z.optional(z.nullable(description)),
  name_hi: hindiOf(100, { oneLine: true }),
  description_hi: hindiOf(2000),
  wallet_address: z.optional(z.nullable(text({ max: 200, min: 0 }))),
  investment_duration_days: z.optional(days),
  is_active: z.optional(z.boolean()),
  multiple_allowed: z.optional(z.boolean()),
}

const depositsInOrder = z.refine<{ minimum_deposit: bigint; maximum_deposit: bigint }>(
  (form) => form.minimum_deposit <= form.maximum_deposit,
  { path: ['maximum_deposit'], error: complaint('maximum_below_minimum') },
)
const pricesInOrder = z.refine<{ lower_fluctuation: bigint; higher_fluctuation: bigint }>(
  (form) => form.lower_fluctuation <= form.higher_fluctuation,
  { path: ['higher_fluctuation'], error: complaint('higher_below_lower') },
)
const flowsInOrder = z.refine<{ bottom_flow: bigint; upper_flow: bigint }>(
  (form) => form.bottom_flow <= form.upper_flow,
  { path: ['upper_flow'], error: complaint('upper_below_bottom') },
)

export const newPlan = z.strictObject(formFields).check(depositsInOrder, pricesInOrder, flowsInOrder)
export type NewPlan = z.output<typeof newPlan>

export const changedPlan = z
  .strictObject({
    ...formFields,
    previous_updated_at: openedWith,
  })
  .check(depositsInOrder, pricesInOrder, flowsInOrder)

export const listPlans = endpoint({
  name: 'listPlans',
  method: 'GET',
  path: '/cryptocurrencies',
  who: 'signed-in',
  summary: 'Plans on offer: active, in an active category',
  reply: z.array(plan),
})

export const listAllPlans = endpoint({
  name: 'listAllPlans',
  method: 'GET',
  path: '/admin/cryptocurrencies',
  who: 'admin',
  permission: 'catalogue.read',
  summary: 'All plans that are not deleted, each with its open investments',
  reply: z.array(listedPlan),
})

export const exportPlans = endpoint({
  name: 'exportPlans',
  method: 'GET',
  path: '/admin/cryptocurrencies/export',
  who: 'admin',
  permission: 'catalogue.read',
  freshCode: 'never',
  limit: 'statement',
  summary: 'The plans whose name or symbol matches a search as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery({ search }),
  reply: 'file',
})

export const createPlan = endpoint({
  name: 'createPlan',
  method: 'POST',
  path: '/admin/cryptocurrencies',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Add a plan',
  refusals: ['symbol_taken', 'category_unavailable'],
  body: newPlan,
  reply: adminPlan,
  status: 201,
})

export const updatePlan = endpoint({
  name: 'updatePlan',
  method: 'PUT',
  path: '/admin/cryptocurrencies/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Change a plan; investments made before keep their terms',
  refusals: ['changed_meanwhile', 'symbol_taken', 'category_unavailable'],
  params: z.strictObject({ id: pathId }),
  body: changedPlan,
  reply: adminPlan,
})

export const deletePlan = endpoint({
  name: 'deletePlan',
  method: 'DELETE',
  path: '/admin/cryptocurrencies/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Delete a plan; if it has investments, it is archived and keeps its history',
  params: z.strictObject({ id: pathId }),
  status: 204,
})
