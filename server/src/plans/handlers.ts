import { type AuditFields, auditFields } from '@bittkosh/contract/audit'
import { maturityOf } from '@bittkosh/contract/investmentQuote'
import { percentText } from '@bittkosh/contract/money'
import * as calls from '@bittkosh/contract/plans'
import { type AdminCategory, type AdminPlan, DURATION_DEFAULT_DAYS, type NewPlan } from '@bittkosh/contract/plans'
import { dayOf } from '@bittkosh/contract/time'
import { readIn } from '@bittkosh/contract/twins'
import { requireUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, write, type TxOf } from '../platform/http/http.ts'
import { refuse, refusing } from '../platform/http/refuse.ts'
import {
  activeCategories,
  allCategories,
  allPlans,
  archivePlan,
  exportedPlans,
  insertCategory,
  insertPlan,
  lockCategory,
  lockPlanToChange,
  type PlanRow,
  plansOnOffer,
  type PlanValues,
  removeUnusedPlan,
  saveCategory,
  savePlan,
} from './queries.ts'
import { iconToStore } from './rules.ts'

export const routes: Route[] = [
  read(calls.listPlans, listPlans),
  read(calls.listCategories, listCategories),
  read(calls.listAllPlans, listAllPlans),
  writeInStages(calls.exportPlans, exportPlans),
  write(calls.createPlan, createPlan),
  write(calls.updatePlan, updatePlan),
  write(calls.deletePlan, deletePlan),
  read(calls.listAllCategories, listAllCategories),
  writeInStages(calls.exportCategories, exportCategories),
  write(calls.createCategory, createCategory),
  write(calls.updateCategory, updateCategory),
]

export async function listPlans(
  { language, at }: Call<typeof calls.listPlans>,
  db: Db,
): Promise<Answer<typeof calls.listPlans>> {
  const plans = await plansOnOffer(db)
  const boughtOn = dayOf(at)
  return plans.map((plan) => ({
    ...readIn(language, serialize(plan), ['name', 'description']),
    matures_on: maturityOf({ boughtOn, days: plan.duration_days }),
  }))
}

export async function listCategories(
  { language }: Call<typeof calls.listCategories>,
  db: Db,
): Promise<Answer<typeof calls.listCategories>> {
  const categories = await activeCategories(db)
  return categories.map((category) => readIn(language, category, ['name', 'description']))
}

export async function listAllPlans(
  _call: Call<typeof calls.listAllPlans>,
  db: Db,
): Promise<Answer<typeof calls.listAllPlans>> {
  const plans = await allPlans(db)
  return plans.map(({ investors, invested, profit_promised, ...plan }) => ({
    ...serialize(plan),
    investors,
    invested,
    profit_promised,
  }))
}

export async function exportPlans(call: Call<typeof calls.exportPlans>): Promise<Answer<typeof calls.exportPlans>> {
  const { search } = call.query
  return exportList(call, {
    list: 'plans',
    subject: 'plan',
    filter: { search },
    rows: exportedPlans(search),
    columns: exportColumns,
  })
}

export async function createPlan(
  call: Call<typeof calls.createPlan>,
  tx: TxOf<typeof calls.createPlan>,
): Promise<Answer<typeof calls.createPlan>> {
  const { publicUrl } = call.services.config
  const plan = await refusing(tx, onForm, insertPlan(tx, call.at, valuesOf(call.body, publicUrl)))
  record(tx, call, { action: 'plan created', subject: 'plan', subjectId: plan.id, after: auditable(plan) })
  return serialize(plan)
}

export async function updatePlan(
  call: Call<typeof calls.updatePlan>,
  tx: TxOf<typeof calls.updatePlan>,
): Promise<Answer<typeof calls.updatePlan>> {
  const { publicUrl } = call.services.config
  const { previous_updated_at: previous, ...form } = call.body
  const before = (await lockPlanToChange(tx, call.params.id)) ?? refuse(tx, 'not_found')
  await requireUnchanged(tx, call.at, {
    subject: 'plan',
    id: before.id,
    openedWith: previous,
    updatedAt: before.updated_at,
  })
  const plan = await refusing(tx, onForm, savePlan(tx, call.at, before.id, valuesOf(form, publicUrl, before)))
  const changes = difference(auditable(before), auditable(plan))
  record(tx, call, { action: 'plan changed', subject: 'plan', subjectId: plan.id, ...changes })
  return serialize(plan)
}

export async function deletePlan(
  call: Call<typeof calls.deletePlan>,
  tx: TxOf<typeof calls.deletePlan>,
): Promise<Answer<typeof calls.deletePlan>> {
  const plan = (await lockPlanToChange(tx, call.params.id)) ?? refuse(tx, 'not_found')
  const removed = await removeUnusedPlan(tx, plan.id)
  if (!removed) await archivePlan(tx, call.at, plan.id)
  const action = removed ? 'plan deleted' : 'plan archived'
  record(tx, call, { action, subject: 'plan', subjectId: plan.id, before: auditable(plan) })
}

export async function listAllCategories(
  _call: Call<typeof calls.listAllCategories>,
  db: Db,
): Promise<Answer<typeof calls.listAllCategories>> {
  return (await allCategories().execute(db)).rows
}

export async function exportCategories(
  call: Call<typeof calls.exportCategories>,
): Promise<Answer<typeof calls.exportCategories>> {
  return exportList(call, {
    list: 'categories',
    subject: 'category',
    filter: {},
    rows: allCategories(),
    columns: categoryColumns,
  })
}

export async function createCategory(
  call: Call<typeof calls.createCategory>,
  tx: TxOf<typeof calls.createCategory>,
): Promise<Answer<typeof calls.createCategory>> {
  const { name_hi = '', description_hi = '', is_active = true, ...english } = call.body
  const values = { ...english, name_hi, description_hi, is_active }
  const category = await refusing(tx, { category_name_taken: 'name' }, insertCategory(tx, values))
  record(tx, call, { action: 'category created', subject: 'category', subjectId: category.id, after: values })
  return category
}

export async function updateCategory(
  call: Call<typeof calls.updateCategory>,
  tx: TxOf<typeof calls.updateCategory>,
): Promise<Answer<typeof calls.updateCategory>> {
  const before = (await lockCategory(tx, call.params.id)) ?? refuse(tx, 'not_found')
  const { previous_updated_at: openedWith, ...form } = call.body
  const { updated_at: updatedAt, ...known } = before
  await requireUnchanged(tx, call.at, { subject: 'category', id: before.id, openedWith, updatedAt })
  const { name_hi = before.name_hi, description_hi = before.description_hi, is_active = before.is_active } = form
  const after = { ...known, ...form, name_hi, description_hi, is_active }
  await refusing(tx, { category_name_taken: 'name' }, saveCategory(tx, call.at, before.id, after))
  const changes = difference(known, after)
  record(tx, call, { action: 'category changed', subject: 'category', subjectId: before.id, ...changes })
  return { ...after, updated_at: call.at }
}

const exportColumns: ExportColumns<PlanRow> = {
  id: (plan) => plan.id,
  name: (plan) => plan.name,
  symbol: (plan) => plan.symbol,
  category: (plan) => plan.category,
  investment_duration_days: (plan) => plan.duration_days,
  profit_percentage: (plan) => percentText(plan.profit_ppm),
  minimum_deposit: (plan) => plan.minimum_deposit,
  maximum_deposit: (plan) => plan.maximum_deposit,
  lower_fluctuation: (plan) => plan.lower_fluctuation,
  higher_fluctuation: (plan) => plan.higher_fluctuation,
  bottom_flow: (plan) => percentText(plan.bottom_flow_ppm),
  upper_flow: (plan) => percentText(plan.upper_flow_ppm),
  is_active: (plan) => plan.is_active,
  multiple_allowed: (plan) => plan.multiple_allowed,
  description: (plan) => plan.description,
  name_hi: (plan) => plan.name_hi,
  description_hi: (plan) => plan.description_hi,
  wallet_address: (plan) => plan.wallet_address,
  updated_at: (plan) => plan.updated_at,
}

const categoryColumns: ExportColumns<AdminCategory> = {
  id: (category) => category.id,
  name: (category) => category.name,
  description: (category) => category.description,
  name_hi: (category) => category.name_hi,
  description_hi: (category) => category.description_hi,
  is_active: (category) => category.is_active,
  cryptocurrencies_count: (category) => category.cryptocurrencies_count,
  updated_at: (category) => category.updated_at,
}

const onForm = { symbol_taken: 'symbol', category_unavailable: 'category_id' } as const

/** The form's values as they are stored; fields that an edit leaves out stay unchanged. */
function valuesOf(form: NewPlan, publicUrl: string, before?: PlanRow): PlanValues {
  return {
    name: form.name,
    symbol: form.symbol,
    icon_url: iconToStore(form.icon_url, publicUrl),
    description: form.description === undefined ? (before?.description ?? '') : (form.description ?? ''),
    name_hi: form.name_hi ?? before?.name_hi ?? '',
    description_hi: form.description_hi ?? before?.description_hi ?? '',
    category_id: form.category_id,
    duration_days: form.investment_duration_days ?? before?.duration_days ?? DURATION_DEFAULT_DAYS,
    minimum_deposit: form.minimum_deposit,
    maximum_deposit: form.maximum_deposit,
    profit_ppm: form.profit_percentage,
    wallet_address: form.wallet_address === undefined ? (before?.wallet_address ?? null) : form.wallet_address || null,
    lower_fluctuation: form.lower_fluctuation,
    higher_fluctuation: form.higher_fluctuation,
    bottom_flow_ppm: form.bottom_flow,
    upper_flow_ppm: form.upper_flow,
    is_active: form.is_active ?? before?.is_active ?? true,
    multiple_allowed: form.multiple_allowed ?? before?.multiple_allowed ?? false,
  }
}

function serialize(plan: PlanRow): AdminPlan {
  return {
    id: plan.id,
    name: plan.name,
    symbol: plan.symbol,
    icon_url: plan.icon_url,
    description: plan.description,
    name_hi: plan.name_hi,
    description_hi: plan.description_hi,
    category_id: plan.category_id,
    investment_duration_days: plan.duration_days,
    minimum_deposit: plan.minimum_deposit,
    maximum_deposit: plan.maximum_deposit,
    profit_percentage: plan.profit_ppm,
    wallet_address: plan.wallet_address,
    lower_fluctuation: plan.lower_fluctuation,
    higher_fluctuation: plan.higher_fluctuation,
    bottom_flow: plan.bottom_flow_ppm,
    upper_flow: plan.upper_flow_ppm,
    is_active: plan.is_active,
    multiple_allowed: plan.multiple_allowed,
    updated_at: plan.updated_at,
  }
}

/** With the category's name, because another admin reads it in a proposal or in the log. */
function auditable({ id: _id, category_id: _categoryId, updated_at: _updatedAt, ...values }: PlanRow): AuditFields {
  return values
}

/** Only the changed fields, before and after. */
function difference(before: AuditFields, after: AuditFields) {
  const changed = auditFields.filter((field) => field in after && after[field] !== before[field])
  const only = (values: AuditFields) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return { before: only(before), after: only(after) }
}
