import type { Permission } from '@bittkosh/contract/permissions'
import { keysOf } from '@bittkosh/contract/tables'
import { mayNow } from '../api/may.ts'

/**
 * The pages of the panel, each with its permissions, one of which an admin needs to open it. An admin who may not open a page is
 * redirected to the first of these that they may open, so pages open to every admin come last.
 */
const adminPages = {
  '/admin': ['people.read', 'records.read', 'reports.read'],
  '/admin/deposits': ['records.read'],
  '/admin/withdrawals': ['records.read'],
  '/admin/kyc': ['kyc.read'],
  '/admin/support': ['records.read'],
  '/admin/users': ['people.read'],
  '/admin/balance-transfers': ['records.read'],
  '/admin/bank-statements': ['bank.read'],
  '/admin/payout-batches': ['bank.read'],
  '/admin/payout-batches/new': ['withdrawals.decide'],
  '/admin/reconciliation': ['bank.read'],
  '/admin/reports': ['reports.read'],
  '/admin/cryptocurrencies': ['catalogue.read'],
  '/admin/categories': ['catalogue.read'],
  '/admin/balance-packages': ['catalogue.read'],
  '/admin/settings': ['catalogue.read'],
  '/admin/upcomings': ['catalogue.read'],
  '/admin/notifications': ['people.notify', 'everyone.notify'],
  '/admin/basic-settings': ['catalogue.read'],
  '/admin/team': ['admins.manage'],
  '/admin/audit': ['audit.read'],
  '/admin/proposals': ['panel.enter'],
  '/admin/alerts': ['panel.enter'],
  '/admin/security': ['panel.enter'],
  '/admin/sessions': ['panel.enter'],
} as const satisfies Record<string, readonly Permission[]>

export type AdminPage = keyof typeof adminPages

export function mayOpen(page: AdminPage): boolean {
  return adminPages[page].some(mayNow)
}

/** The redirect for an admin who may not open a page: the first that they may open; null if they may open this one. */
export function detourFrom(path: string): AdminPage | null {
  const pages = keysOf(adminPages)
  const page = pages.find((one) => one === path) ?? pages.find((one) => one !== '/admin' && path.startsWith(`${one}/`))
  if (page === undefined || mayOpen(page)) return null
  return pages.find(mayOpen) ?? null
}
