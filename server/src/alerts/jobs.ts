import { alertPath } from '@bittkosh/contract/alerts'
import { isPermitted } from '@bittkosh/contract/permissions'
import type { Settings } from '@bittkosh/contract/settings'
import { keysOf } from '@bittkosh/contract/tables'
import { isDateDoubted } from '../calendar/actions.ts'
import { ledgerTotals } from '../ledger/totals.ts'
import { mail } from '../mails/actions.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { keptSince } from '../platform/retention.ts'
import {
  alertRecipients,
  actsSince,
  endState,
  lockPosition,
  moveTo,
  recordMailed,
  notMailed,
  isBroken,
  isErasureLate,
  newestBackup,
  oldestWaiting,
  onSince,
  raise,
  raiseDevices,
  raiseLarge,
  raisePayees,
  raiseSenders,
  sweepAlerts,
  sweepChecks,
} from './queries.ts'
import { changedAt } from '../settings/actions.ts'
import { alertsOfAct, isTooOld, isLate, isUncovered, kindsSeenBy, mayMail, deliveryOf } from './rules.ts'

const DAY_MS = 86_400_000 // an older alert is mailed to nobody; an older device or account raises none
const LATELY_MS = 15 * 60_000 // a job runs each minute; a longer look back would read a day of everybody's transfers

/**
 * Looks for events and states that admins are alerted to, in one transaction that locks the position: however a run ends,
 * each event is raised once and each state is open once.
 */
const look: Job = {
  name: 'alerts',
  cron: '* * * * *',
  async run({ db, settings, config }, at) {
    const rules = await settings.current()
    await transaction(db, async (tx) => {
      const position = await lockPosition(tx)
      await raiseActs(tx, rules, at, position)
      await raiseRequests(tx, rules, at)
      await raiseStates(tx, rules, at)
      await mailAdmins(tx, at, config.publicUrl)
    })
  },
}

const sweep: Job = {
  name: 'old alerts',
  cron: '50 3 * * *',
  byDate: true,
  run: ({ db }, at) =>
    transaction(db, async (tx) => {
      await sweepAlerts(tx, keptSince('alerts', at))
      await sweepChecks(tx, keptSince('alerts', at))
    }),
}

export const jobs: Job[] = [look, sweep]

async function raiseActs(tx: Tx, rules: Settings, at: Date, position: number): Promise<void> {
  const { through, acts } = await actsSince(tx, position)
  for (const { id, actor, subjectId, ...act } of acts) {
    for (const alert of alertsOfAct(act)) {
      const way = deliveryOf(rules, alert.kind)
      const cause = alert.setting === null ? String(id) : `${id} ${alert.setting}`
      if (way) await raise(tx, at, { ...alert, ...way, cause, subjectId, actor })
    }
  }
  await moveTo(tx, through)
}

async function raiseRequests(tx: Tx, rules: Settings, at: Date): Promise<void> {
  const above = rules.rupees('alert_large_amount_above')
  for (const kind of ['deposit_large', 'withdrawal_large'] as const) {
    const way = deliveryOf(rules, kind)
    if (way) await raiseLarge(tx, at, { kind, above, ...way })
  }
  const dayAgo = new Date(at.getTime() - DAY_MS)
  const device = deliveryOf(rules, 'admin_device')
  if (device) await raiseDevices(tx, at, { since: await onSince(tx, 'admin_device', dayAgo), ...device })
  const payees = deliveryOf(rules, 'many_payees')
  if (payees) {
    const since = await onSince(tx, 'many_payees', dayAgo)
    await raisePayees(tx, at, { since, from: rules.count('alert_many_payees_from'), ...payees })
  }
  const senders = deliveryOf(rules, 'many_senders')
  if (senders) {
    const since = await onSince(tx, 'many_senders', new Date(at.getTime() - LATELY_MS))
    await raiseSenders(tx, at, { since, from: rules.count('alert_many_senders_from'), ...senders })
  }
}

async function raiseStates(tx: Tx, rules: Settings, at: Date): Promise<void> {
  const oldest = await oldestWaiting(tx)
  const late = { hours: rules.hours('alert_queue_hours'), at }
  const backup = { hours: rules.hours('alert_backup_hours'), at }
  const covers = deliveryOf(rules, 'coverage_negative') !== null
  const states = {
    coverage_negative: covers && isUncovered(await ledgerTotals(tx)),
    deposits_late: isLate(oldest.deposits, late),
    withdrawals_late: isLate(oldest.withdrawals, late),
    kyc_late: isLate(oldest.kyc, late),
    invariant_broken: await isBroken(tx),
    date_doubted: await isDateDoubted(tx),
    usdt_rate_old: isTooOld(await changedAt(tx, 'usdt_value'), { hours: rules.hours('alert_usdt_rate_hours'), at }),
    erasure_late: await isErasureLate(tx, at),
    backup_old: isTooOld(await newestBackup(tx), backup),
  }
  for (const kind of keysOf(states)) {
    const way = deliveryOf(rules, kind)
    if (way && states[kind]) await raise(tx, at, { kind, cause: null, ...way })
    else await endState(tx, at, kind)
  }
}

/**
 * At most one mail per admin and kind in an hour; the next one counts what has arrived since. A single alert links to its
 * record, several to their list.
 */
async function mailAdmins(tx: Tx, at: Date, publicUrl: string): Promise<void> {
  for (const to of await alertRecipients(tx)) {
    if (kindsSeenBy(to.roles).length === 0) continue
    for (const alert of await notMailed(tx, to, new Date(at.getTime() - DAY_MS))) {
      const { kind, newest, subject_id: record, count, lastAt } = alert
      if (!mayMail(lastAt, at)) continue
      const path = count === 1 ? alertPath(alert, (permission) => isPermitted(to.roles, permission)) : null
      const link = `${publicUrl}${path ?? `/admin/alerts?kind=${kind}`}`
      await mail(tx, at, { to, kind: 'alert', values: { kind, record, more: count - 1, link } })
      await recordMailed(tx, at, { admin: to.id, kind, through: newest })
    }
  }
}
