/**
 * The guards on admins' acts: which acts require a fresh code of the second factor, and which become a proposal for
 * another admin while the setting `four_eyes_above` is set. They are judged by the audit entries of what was done, so
 * the list exists only once, and a new act without an entry here does not compile. Source: docs/rules.md#four-eyes.
 */
import type { AuditAction, AuditedKind, AuditFields } from './audit.ts'
import { negate, type Paise, paise, subtract, ZERO } from './money.ts'
import { isSettingKey, settingsTable } from './settings.ts'

/**
 * `free`: nothing; `code`: a fresh code; `four eyes`: also another admin's approval, whatever the amount; an amount:
 * that approval too if the amount is at least `four_eyes_above`.
 */
export type Guard = 'free' | 'code' | 'four eyes' | { amount: Paise }

/** An act as the audit log records it. */
export type Done = {
  action: AuditAction
  subject: AuditedKind
  before?: AuditFields | null | undefined
  after?: AuditFields | null | undefined
}

const guards = {
  'deposit approved': ({ after }) => ({ amount: paiseIn(after?.approved_amount) }),
  'deposit rejected': 'free',
  'deposit reversed': ({ after }) => ({ amount: paiseIn(after?.approved_amount) }),
  'withdrawal approved': ({ after }) => ({ amount: paiseIn(after?.amount) }),
  'withdrawal rejected': 'free',
  'withdrawal claimed': 'free',
  'withdrawal released': 'free',
  'withdrawal returned': ({ after }) => ({ amount: paiseIn(after?.amount) }),
  'withdrawal batched': 'free',
  'withdrawal taken from batch': 'free',
  'withdrawal refused by bank': 'free',
  'payment report dismissed': 'code',
  'payout batch made': 'free',
  'payout batch taken over': 'free',
  'payout file downloaded': 'code',
  'payout result taken': 'free',
  'bank statement imported': 'free',
  'statement line matched': 'free',
  'statement line ignored': 'free',
  'statement line reopened': 'free',
  'day signed': 'code',
  'day closed': 'code',
  'date confirmed': 'code',
  'kyc approved': 'free',
  'kyc rejected': 'free',
  'kyc revoked': 'code',
  'kyc resubmitted': 'free',
  'kyc number revealed': 'code',
  'kyc lock opened': 'code',
  'kyc erased': 'free',
  'picture viewed': 'free',
  'payee picture uploaded': 'free',
  'user edited': guardOfEdit,
  'user frozen': 'code',
  'user unfrozen': 'code',
  'user lost email': 'free',
  'user lost phone': 'free',
  'earn moved to wallet': 'code',
  'user activated': guardOfAccount,
  'user deactivated': guardOfAccount,
  'user closed': guardOfAccount,
  'user removed': guardOfAccount,
  'audit erased': 'free',
  'admin created': 'four eyes',
  'admin roles changed': 'four eyes',
  'own password changed': 'free', // the current password was asked for
  'second factor set up': 'free',
  'second factor removed': 'code',
  'second factor reset': 'code',
  'recovery codes renewed': 'code',
  'plan created': 'four eyes',
  'plan changed': 'four eyes',
  'plan archived': 'four eyes',
  'plan deleted': 'four eyes',
  'category created': 'free',
  'category changed': 'free',
  'package created': 'four eyes',
  'package changed': 'four eyes',
  'package activated': 'four eyes',
  'package deactivated': 'four eyes',
  'package archived': 'four eyes',
  'package deleted': 'four eyes',
  'deposit method created': 'four eyes',
  'deposit method changed': 'four eyes',
  'deposit method activated': 'four eyes',
  'deposit method deactivated': 'four eyes',
  'upcoming added': 'code',
  'upcoming changed': 'code',
  'upcoming deleted': 'free',
  'notification sent': 'free',
  'global notification sent': 'code',
  'global notification recalled': 'free',
  'note added': 'free',
  'flag set': 'free',
  'flag removed': 'free',
  'assignment changed': 'free',
  'setting changed': guardOfSettings,
  'conversation answered': 'free',
  'conversation assigned': 'free',
  'conversation closed': 'free',
  'conversation reopened': 'free',
  'canned answer created': 'free',
  'canned answer changed': 'free',
  'canned answer deleted': 'free',
  'proposal made': 'free',
  'proposal declined': 'free',
  'proposal withdrawn': 'free',
  'proposal stale': 'free',
  'exported person': 'code',
  'exported users': 'code',
  'exported deposits': 'code',
  'exported withdrawals': 'code',
  'exported kyc': 'code',
  'exported transfers': 'code',
  'statement exported': 'code',
  'exported plans': 'free',
  'exported categories': 'free',
  'exported packages': 'free',
  'exported methods': 'free',
  'exported upcomings': 'free',
  'exported settings': 'free',
  'exported audit': 'code',
  'exported reports': 'code',
} as const satisfies Record<AuditAction, Guard | ((done: Done) => Guard)>

/** The acts that can become a proposal. */
export type ProposedAction = {
  [A in AuditAction]: (typeof guards)[A] extends 'free' | 'code' ? never : A
}[AuditAction]

export function guardOf(done: Done): Guard {
  const guard: Guard | ((done: Done) => Guard) = guards[done.action]
  return typeof guard === 'function' ? guard(done) : guard
}

/** The amount that an act moves, whatever else it does; null if it moves none. */
export function amountOf(done: Done): Paise | null {
  if (done.action === 'user edited') return balanceChange(done)
  const guard = guardOf(done)
  return typeof guard === 'object' ? guard.amount : null
}

/** Whether another admin must approve an act; `above` is the setting, null while four eyes is off. */
export function needsFourEyes(done: Done, above: Paise | null): boolean {
  if (above === null) return false
  const guard = guardOf(done)
  return guard === 'four eyes' || (typeof guard === 'object' && guard.amount >= above)
}

/** Sign-in data and admin status are guarded whatever the amount; a balance by how much it changes. */
function guardOfEdit(done: Done): Guard {
  const { before, after } = done
  const isAdmin = before?.role === 'admin'
  if (before?.email !== after?.email || before?.phone !== after?.phone) return 'four eyes'
  if (after?.password !== undefined) return 'four eyes'
  if (isAdmin && before?.is_active !== after?.is_active) return 'four eyes'
  const change = balanceChange(done)
  if (change !== null) return { amount: change }
  return isAdmin ? 'code' : 'free'
}

/** How much an edit changes the balance, up or down; null if it stays the same. */
function balanceChange({ before, after }: Done): Paise | null {
  const change = subtract(paiseIn(after?.balance), paiseIn(before?.balance))
  if (change === ZERO) return null
  return change < ZERO ? negate(change) : change
}

function guardOfAccount({ before }: Done): Guard {
  return before?.role === 'admin' ? 'four eyes' : 'free'
}

/** The strictest guard of several settings that changed together: people act on the texts of the platform, too. */
function guardOfSettings({ after }: Done): Guard {
  const keys = Object.keys(after ?? {}).filter((field) => field !== 'same_day_gain') // of a lower withdrawal fee
  const changed = keys.filter(isSettingKey).map((key) => settingsTable[key])
  if (changed.length === 0 || changed.length < keys.length)
    throw new Error(`guardOfSettings: unknown among ${keys.join()}`)
  return changed.some(({ permission }) => permission === 'settings.money') ? 'four eyes' : 'code'
}

function paiseIn(value: unknown): Paise {
  if (typeof value !== 'bigint') throw new Error(`guardOf: ${String(value)} is no amount`)
  return paise(value)
}
