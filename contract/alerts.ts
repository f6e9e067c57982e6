/** What admins are alerted to: states that end by themselves, and events. A kind's permission decides who sees it. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { type AlertRule, settingsTable } from './settings.ts'
import { cursor, id, instant, nextCursor, pathId, person } from './shapes.ts'
import { keysOf } from './tables.ts'

/** The setting that turns a kind of alert on, the permission that its record requires, and whether it ends by itself. */
type Kind = { rule: AlertRule; permission: Permission; sort: 'state' | 'event' }

export const alertKinds = {
  /** The platform holds less money than it owes to users. */
  coverage_negative: { rule: 'alert_coverage', permission: 'reports.read', sort: 'state' },
  /** The oldest request of a queue has waited for longer than `alert_queue_hours`. */
  deposits_late: { rule: 'alert_queue_late', permission: 'records.read', sort: 'state' },
  withdrawals_late: { rule: 'alert_queue_late', permission: 'records.read', sort: 'state' },
  kyc_late: { rule: 'alert_queue_late', permission: 'kyc.read', sort: 'state' },
  /** A check of the invariants found a violation, and no complete check that began later was clean. */
  invariant_broken: { rule: 'alert_invariants', permission: 'audit.read', sort: 'state' },
  /** The newest backup that was restored and checked is older than `alert_backup_hours`, or there is none. */
  backup_old: { rule: 'alert_backup', permission: 'admins.manage', sort: 'state' },
  /** The USDT rate was set longer ago than `alert_usdt_rate_hours`, or never. */
  usdt_rate_old: { rule: 'alert_usdt_rate', permission: 'settings.money', sort: 'state' },
  /** An account that its owner wanted closed is still open days later, or an identity record outlived its end. */
  erasure_late: { rule: 'alert_erasure', permission: 'admins.manage', sort: 'state' },
  /** A machine's clock is over a week ahead: interest waits until an admin confirms the date (contract/calendar.ts). */
  date_doubted: { rule: 'alert_date', permission: 'reports.read', sort: 'state' },
  /** A request that waits for a decision is for `alert_large_amount_above` or more. */
  deposit_large: { rule: 'alert_large_amount', permission: 'records.read', sort: 'event' },
  withdrawal_large: { rule: 'alert_large_amount', permission: 'records.read', sort: 'event' },
  /** A person requested withdrawals to `alert_many_payees_from` accounts new to them within 24 hours. */
  many_payees: { rule: 'alert_many_payees', permission: 'records.read', sort: 'event' },
  /** A person received BittPay transfers from `alert_many_senders_from` people new to them within 24 hours. */
  many_senders: { rule: 'alert_many_senders', permission: 'records.read', sort: 'event' },
  /** A deposit method, which says where users send their money, was made, changed or switched on. */
  payee_changed: { rule: 'alert_payee_changed', permission: 'catalogue.read', sort: 'event' },
  /** A setting of money, rates or limits was changed. */
  rate_changed: { rule: 'alert_rate_changed', permission: 'catalogue.read', sort: 'event' },
  /** An admin signed in from a device that was new to the account. */
  admin_device: { rule: 'alert_admin_device', permission: 'admins.manage', sort: 'event' },
  /** Another admin took over a payout, or a batch of payouts, from the reader; only that reader sees it. */
  payout_taken_over: { rule: 'alert_payout_taken_over', permission: 'withdrawals.decide', sort: 'event' },
  batch_taken_over: { rule: 'alert_payout_taken_over', permission: 'withdrawals.decide', sort: 'event' },
  admin_made: { rule: 'alert_admin_changed', permission: 'panel.enter', sort: 'event' },
  admin_changed: { rule: 'alert_admin_changed', permission: 'panel.enter', sort: 'event' },
} as const satisfies Record<string, Kind>
export type AlertKind = keyof typeof alertKinds
export const alertKindNames = keysOf(alertKinds)
const alertKind = z.enum(alertKindNames)

/** The settings whose changes cause an alert: those of money, rates and limits. */
export const ratedSettings = Object.entries(settingsTable)
  .filter(([key, { permission }]) => permission === 'settings.money' && !key.startsWith('alert_'))
  .map(([key]) => key)

/** Open: a state that still holds, or an event that the reader has not seen. */
export const alertStates = ['open', 'past'] as const
const alertState = z.enum(alertStates)

export const alert = z.object({
  id,
  kind: alertKind,
  /** The record's id: a request, a deposit method, an admin, a person; null for a state and for a setting. */
  subject_id: z.nullable(id),
  /** The key of the setting that was changed; null for other kinds. */
  setting: z.nullable(z.string()),
  amount: z.nullable(money),
  /** The admin who caused it; null if no admin did. */
  by: z.nullable(person),
  opened_at: instant,
  /** Null while the state still holds, and for an event. */
  ended_at: z.nullable(instant),
  is_seen: z.boolean(),
})
export type Alert = z.output<typeof alert>

/**
 * The page of the panel where an alert can be examined, with its search and hash; null if there is none, or if `may`
 * reports that the reader's roles do not open it.
 */
export function alertPath(
  { kind, subject_id: id, setting }: Pick<Alert, 'kind' | 'subject_id' | 'setting'>,
  may: (permission: Permission) => boolean,
): string | null {
  const record = `status=all${id === null ? '' : `&search=%23${id}&id=${id}`}`
  switch (kind) {
    case 'coverage_negative':
      return '/admin#coverage'
    case 'deposits_late':
      return '/admin/deposits?late=true'
    case 'withdrawals_late':
      return '/admin/withdrawals?late=true'
    case 'kyc_late':
      return '/admin/kyc?late=true'
    case 'usdt_rate_old':
      return '/admin/basic-settings#setting-usdt_value'
    case 'erasure_late':
      return '/admin/users?status=closing'
    case 'invariant_broken':
    case 'backup_old':
    case 'date_doubted':
      return null
    case 'deposit_large':
      return `/admin/deposits?${record}`
    case 'withdrawal_large':
    case 'payout_taken_over':
      return `/admin/withdrawals?${record}`
    case 'batch_taken_over':
      return id === null ? null : `/admin/payout-batches/${id}`
    case 'many_payees':
    case 'many_senders':
      return id === null ? null : `/admin/users/${id}`
    case 'payee_changed':
      return `/admin/settings${id === null ? '' : `#method-${id}`}`
    case 'rate_changed':
      return `/admin/basic-settings${setting === null ? '' : `#setting-${setting}`}`
    case 'admin_device':
    case 'admin_made':
    case 'admin_changed':
      return may('admins.manage') ? '/admin/team' : null
    default:
      return kind satisfies never
  }
}

export const listAlerts = endpoint({
  name: 'listAlerts',
  method: 'GET',
  path: '/admin/alerts',
  who: 'admin',
  permission: 'panel.enter',
  summary:
    'Alerts that the caller may see, newest first, except those that the caller caused or that are for another admin',
  query: z.strictObject({ cursor, status: z.optional(alertState), kind: z.optional(alertKind) }),
  reply: z.object({ data: z.array(alert), next_cursor: nextCursor }),
})

export const seeAlert = endpoint({
  name: 'seeAlert',
  method: 'POST',
  path: '/admin/alerts/{id}/seen',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Mark an alert as seen by the caller',
  refusals: [],
  params: z.strictObject({ id: pathId }),
  reply: alert,
})
