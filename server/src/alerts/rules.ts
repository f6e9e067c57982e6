import { type AlertKind, alertKindNames, alertKinds, ratedSettings } from '@bittkosh/contract/alerts'
import type { AuditAction } from '@bittkosh/contract/audit'
import { isPermitted } from '@bittkosh/contract/permissions'
import { type Role } from '@bittkosh/contract/roles'
import { add, subtract, type Paise, ZERO } from '@bittkosh/contract/money'
import type { Settings } from '@bittkosh/contract/settings'
import { owedAccounts, platformGroups } from '@bittkosh/contract/statistics'
import { keysOf } from '@bittkosh/contract/tables'

const HOUR_MS = 3_600_000

/** The kind of alert for an entry of the audit log. */
const actKinds = {
  'deposit method created': 'payee_changed',
  'deposit method changed': 'payee_changed',
  'deposit method activated': 'payee_changed',
  'setting changed': 'rate_changed',
  'admin created': 'admin_made',
  'admin roles changed': 'admin_changed',
} as const satisfies Partial<Record<AuditAction, AlertKind>>
type AlertedAction = keyof typeof actKinds
export const alertedActions = keysOf(actKinds)

export type Act = { action: AlertedAction; after: Record<string, unknown> | null }

/** The alerts of an act: for changed settings, one for each setting about money, none for texts. */
export function alertsOfAct({ action, after }: Act): { kind: AlertKind; setting: string | null }[] {
  const kind = actKinds[action]
  if (kind !== 'rate_changed') return [{ kind, setting: null }]
  return ratedSettings.filter((key) => Object.hasOwn(after ?? {}, key)).map((setting) => ({ kind, setting }))
}

/** Whether less is in hand than is owed to users. Money that came in is a negative entry of the cash accounts. */
export function isUncovered(totals: readonly { account: string; plus: Paise; minus: Paise }[]): boolean {
  const net = (accounts: readonly string[]) =>
    totals
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { plus, minus }) => add(sum, subtract(plus, minus)), ZERO)
  return add(net(platformGroups.cash), net(owedAccounts)) > ZERO
}

/** Whether a queue is late: its oldest request has waited for this many hours or longer. */
export function isLate(oldestAt: Date | null, { hours, at }: { hours: number; at: Date }): boolean {
  return oldestAt !== null && at.getTime() - oldestAt.getTime() >= hours * HOUR_MS
}

/** Whether what has to be renewed, such as a backup, is too old, that is, this many hours or older; or there is none. */
export function isTooOld(madeAt: Date | null, bound: { hours: number; at: Date }): boolean {
  return madeAt === null || isLate(madeAt, bound)
}

/** The kinds that an admin of these roles sees. */
export function kindsSeenBy(roles: readonly Role[]): AlertKind[] {
  return alertKindNames.filter((kind) => isPermitted(roles, alertKinds[kind].permission))
}

/** How a kind of alert reaches admins; null while it is off. */
export function deliveryOf(rules: Settings, kind: AlertKind): { byMail: boolean } | null {
  const way = rules.text(alertKinds[kind].rule)
  return way === 'off' ? null : { byMail: way === 'mail' }
}

/**
 * Whether an admin may get another mail about a kind: an hour lies between the last one and now, even if the last one was
 * sent while the clock ran ahead.
 */
export function mayMail(lastAt: Date | null, at: Date): boolean {
  return lastAt === null || Math.abs(at.getTime() - lastAt.getTime()) >= HOUR_MS
}
