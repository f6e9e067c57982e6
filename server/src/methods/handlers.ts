import * as calls from '@bittkosh/contract/methods'
import { isPermitted } from '@bittkosh/contract/permissions'
import { type MethodForm, type Payee, payeeOf } from '@bittkosh/contract/methods'
import { readIn } from '@bittkosh/contract/twins'
import type { MailValues } from '@bittkosh/contract/mails'
import { requireUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import { activeAdmins } from '../auth/actions.ts'
import { mail } from '../mails/actions.ts'
import { keepPayeePicture } from '../uploads/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { changedAt } from '../settings/actions.ts'
import { insertMethod, lockMethod, type MethodRow, methodsById, saveMethod, setActive } from './queries.ts'
import { hasUnknownIfsc, judgePayee, payeeChanges } from './rules.ts'

export const routes: Route[] = [
  read(calls.listMethods, listMethods),
  writeInStages(calls.exportMethods, exportMethods),
  read(calls.getUsdtValue, getUsdtValue),
  write(calls.createMethod, createMethod),
  write(calls.updateMethod, updateMethod),
]

export async function listMethods(
  { user, language }: Call<typeof calls.listMethods>,
  db: Db,
): Promise<Answer<typeof calls.listMethods>> {
  if (isPermitted(user.roles, 'catalogue.read')) return (await methodsById({ activeOnly: false }).execute(db)).rows
  const { rows } = await methodsById({ activeOnly: true }).execute(db)
  return rows.map(({ name_hi, instructions_hi, ...method }) => {
    const read = readIn(language, { ...method, name_hi, instructions_hi }, ['name', 'instructions'])
    return { ...method, name: read.name, instructions: read.instructions }
  })
}

export async function exportMethods(
  call: Call<typeof calls.exportMethods>,
): Promise<Answer<typeof calls.exportMethods>> {
  return exportList(call, {
    list: 'methods',
    subject: 'deposit method',
    filter: {},
    rows: methodsById({ activeOnly: false }),
    columns: exportColumns,
  })
}

export async function getUsdtValue(
  { settings }: Call<typeof calls.getUsdtValue>,
  db: Db,
): Promise<Answer<typeof calls.getUsdtValue>> {
  return {
    usdt_value: settings.rupees('usdt_value'),
    is_fallback: !settings.isSet('usdt_value'),
    as_of: await changedAt(db, 'usdt_value'),
  }
}

export async function createMethod(
  call: Call<typeof calls.createMethod>,
  tx: TxOf<typeof calls.createMethod>,
): Promise<Answer<typeof calls.createMethod>> {
  const { body, user, at } = call
  const payee = await payeeIn(tx, body)
  const { name, instructions, name_hi = '', instructions_hi = '', is_active: isActive = true } = body
  const method = await insertMethod(tx, at, { name, instructions, name_hi, instructions_hi, payee, isActive })
  const after = auditable(method)
  record(tx, call, { action: 'deposit method created', subject: 'deposit method', subjectId: method.id, after })
  await mailAdmins(tx, at, { by: user.name, method: method.name, isNew: true, changes: payeeChanges(null, method) })
  return method
}

export async function updateMethod(
  call: Call<typeof calls.updateMethod>,
  tx: TxOf<typeof calls.updateMethod>,
): Promise<Answer<typeof calls.updateMethod>> {
  const { params, body, user, at } = call
  const before = (await lockMethod(tx, params.id)) ?? refuse(tx, 'not_found')
  const about = { subject: 'deposit method', subjectId: before.id } as const
  if (!('name' in body)) {
    const method = await setActive(tx, at, before.id, body.is_active)
    const action = body.is_active ? 'deposit method activated' : 'deposit method deactivated'
    const flip = { before: { is_active: before.is_active }, after: { is_active: body.is_active } }
    record(tx, call, { action, ...about, ...flip })
    return method
  }
  const { name, instructions, is_active: isActive = before.is_active, previous_updated_at: openedWith } = body
  const { name_hi = before.name_hi, instructions_hi = before.instructions_hi } = body
  await requireUnchanged(tx, at, { subject: about.subject, id: before.id, openedWith, updatedAt: before.updated_at })
  const payee = await payeeIn(tx, body)
  const method = await saveMethod(tx, at, before.id, {
    name,
    instructions,
    name_hi,
    instructions_hi,
    payee,
    isActive,
  })
  record(tx, call, { action: 'deposit method changed', ...about, before: auditable(before), after: auditable(method) })
  const changes = payeeChanges(before, method)
  if (changes.length > 0) await mailAdmins(tx, at, { by: user.name, method: before.name, isNew: false, changes })
  return method
}

/** The payee of a form, checked so that users may pay it; its picture is kept. */
async function payeeIn(
  tx: TxOf<typeof calls.createMethod>,
  form: Pick<MethodForm, 'type' | 'details' | 'confirm_payee'>,
): Promise<Payee> {
  const payee = payeeOf(form)
  accept(tx, judgePayee(payee, { confirmed: form.confirm_payee }))
  const url = payee.type === 'upi' && payee.details.qr_code_url
  if (url) await keepPayeePicture(tx, { url, field: 'details.qr_code_url' })
  return payee
}

/** The payees as users see them. */
const exportColumns: ExportColumns<MethodRow> = {
  id: (method) => method.id,
  name: (method) => method.name,
  type: (method) => method.type,
  upi_id: (method) => (method.type === 'upi' ? method.details.upi_id : null),
  merchant_name: (method) => (method.type === 'upi' ? method.details.merchant_name : null),
  qr_code_url: (method) => (method.type === 'upi' ? method.details.qr_code_url : null),
  bank_name: (method) => (method.type === 'bank' ? method.details.bank_name : null),
  account_name: (method) => (method.type === 'bank' ? method.details.account_name : null),
  account_number: (method) => (method.type === 'bank' ? method.details.account_number : null),
  ifsc_code: (method) => (method.type === 'bank' ? method.details.ifsc_code : null),
  branch: (method) => (method.type === 'bank' ? method.details.branch : null),
  network: (method) => (method.type === 'crypto' ? method.details.network : null),
  address: (method) => (method.type === 'crypto' ? method.details.address : null),
  instructions: (method) => method.instructions,
  name_hi: (method) => method.name_hi,
  instructions_hi: (method) => method.instructions_hi,
  is_active: (method) => method.is_active,
  updated_at: (method) => method.updated_at,
}

async function mailAdmins(tx: Tx, at: Date, values: MailValues['method_changed']): Promise<void> {
  for (const to of await activeAdmins(tx)) await mail(tx, at, { to, kind: 'method_changed', values })
}

function auditable(method: MethodRow) {
  const { name, type, instructions, name_hi, instructions_hi, details, is_active } = method
  const doubt = hasUnknownIfsc(method) && { ifsc_not_in_list: true } // for the second admin of a proposal
  return { name, type, instructions, name_hi, instructions_hi, details, ...doubt, is_active }
}
