/** Balance packages (Coin Bazaar): a price and the bonus that comes with it. */
import * as z from 'zod/mini'
import { amount, money, percent2 } from './amounts.ts'
import { complaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { add, type Paise, type Ppm, shareOf } from './money.ts'
import { id, instant, MESSAGE_MAX, message, name, openedWith, pathId } from './shapes.ts'
import { hindi, hindiOf } from './twins.ts'

/** What a payment of `amount` yields with a package's bonus. */
export function quotePackage({ amount, bonus }: { amount: Paise; bonus: Ppm }): {
  amount: Paise
  bonus: Paise
  total: Paise
} {
  const extra = shareOf(amount, bonus)
  return { amount, bonus: extra, total: add(amount, extra) }
}

export const balancePackage = z.object({
  id,
  name: z.string(),
  amount: money,
  bonus_percentage: percent2,
  bonus_amount: money,
  total_amount: money,
  description: z.string(),
  is_active: z.boolean(),
  sort_order: z.int(),
  deposit_requests_count: z.int(),
  created_at: instant,
  updated_at: instant,
})
export type BalancePackage = z.output<typeof balancePackage>

/** A package as admins see it, in English and Hindi. */
export const adminPackage = z.extend(balancePackage, { name_hi: hindi, description_hi: hindi })
export type AdminPackage = z.output<typeof adminPackage>

const SORT_ORDER_MAX = 1_000_000_000 // the column's whole numbers go twice as far
/** Confirms that this package may pay people for withdrawing on the same day. */
const confirmLoss = z.optional(z.boolean())
const formFields = {
  confirm_loss: confirmLoss,
  name,
  amount,
  bonus_percentage: percent2,
  description: message,
  name_hi: hindiOf(100, { oneLine: true }),
  description_hi: hindiOf(MESSAGE_MAX),
  is_active: z.optional(z.boolean()),
  sort_order: z.optional(
    z
      .int(complaint('whole'))
      .check(
        z.minimum(1, complaint('whole_from_one')),
        z.maximum(SORT_ORDER_MAX, complaint('number_max', { max: SORT_ORDER_MAX })),
      ),
  ),
}
export const packageForm = z.strictObject(formFields)
export type PackageForm = Omit<z.output<typeof packageForm>, 'confirm_loss'>

const one = z.strictObject({ id: pathId })

export const listPackages = endpoint({
  name: 'listPackages',
  method: 'GET',
  path: '/balance-packages',
  who: 'signed-in',
  summary: 'The packages on offer, in their order',
  reply: z.array(balancePackage),
})

export const listAllPackages = endpoint({
  name: 'listAllPackages',
  method: 'GET',
  path: '/admin/balance-packages',
  who: 'admin',
  permission: 'catalogue.read',
  summary: 'All packages that are not archived',
  reply: z.array(adminPackage),
})

export const exportPackages = endpoint({
  name: 'exportPackages',
  method: 'GET',
  path: '/admin/balance-packages/export',
  who: 'admin',
  permission: 'catalogue.read',
  freshCode: 'never',
  limit: 'statement',
  summary: 'The same as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery({}),
  reply: 'file',
})

export const createPackage = endpoint({
  name: 'createPackage',
  method: 'POST',
  path: '/admin/balance-packages',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Add a package',
  refusals: ['loss_unconfirmed'],
  body: packageForm,
  reply: adminPackage,
  status: 201,
})

export const updatePackage = endpoint({
  name: 'updatePackage',
  method: 'PUT',
  path: '/admin/balance-packages/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Change a package; requests already made keep their terms',
  refusals: ['changed_meanwhile', 'loss_unconfirmed'],
  params: one,
  body: z.strictObject({ ...formFields, previous_updated_at: openedWith }),
  reply: adminPackage,
})

export const deletePackage = endpoint({
  name: 'deletePackage',
  method: 'DELETE',
  path: '/admin/balance-packages/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Delete a package; if it was ever bought, it is archived instead',
  params: one,
})

export const togglePackage = endpoint({
  name: 'togglePackage',
  method: 'POST',
  path: '/admin/balance-packages/{id}/toggle',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Offer a package or take it off the list',
  refusals: ['changed_meanwhile', 'loss_unconfirmed'],
  params: one,
  body: z.strictObject({
    previous_updated_at: openedWith,
    confirm_loss: confirmLoss,
    /** Whether the package is to be active. If it already is, nothing changes; if left out, it is toggled. */
    is_active: z.optional(z.boolean()),
  }),
  reply: adminPackage,
})
