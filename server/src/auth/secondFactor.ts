/** An admin's second factor over HTTP: set up, renewed, removed, and reset by another admin. */
import { BRAND } from '@bittkosh/contract/brand'
import * as calls from '@bittkosh/contract/secondFactor'
import { record } from '../audit/actions.ts'
import { mail } from '../mails/actions.ts'
import type { Db } from '../platform/database/database.ts'
import {
  type Answer,
  type Call,
  prepareAndWrite,
  read,
  type Route,
  type TxOf,
  type DbOf,
  write,
} from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { admit, forgetAttempts } from '../platform/identity/attempts.ts'
import {
  activateFactor,
  beginFactor,
  codeCounters,
  factorOf,
  removeFactor,
  renewCodes,
} from '../platform/identity/secondFactor.ts'
import { endSessions } from '../platform/identity/sessions.ts'
import { requireCurrentPassword } from './actions.ts'
import { findAdmin } from './queries.ts'

export const secondFactorRoutes: Route[] = [
  read(calls.getSecondFactor, getSecondFactor),
  prepareAndWrite(calls.beginSecondFactor, prepareBeginSecondFactor, beginSecondFactor),
  prepareAndWrite(calls.confirmSecondFactor, prepareConfirmSecondFactor, confirmSecondFactor, { changesCaller: true }),
  write(calls.renewRecoveryCodes, renewRecoveryCodes),
  write(calls.removeSecondFactor, removeSecondFactor, { changesCaller: true }),
  write(calls.resetSecondFactor, resetSecondFactor),
]

export async function getSecondFactor(
  { user, settings }: Call<typeof calls.getSecondFactor>,
  db: Db,
): Promise<Answer<typeof calls.getSecondFactor>> {
  const { activeSince, codesLeft } = await factorOf(db, user.id)
  return {
    active_since: activeSince,
    recovery_codes_left: codesLeft,
    required: settings.text('admin_second_factor') === 'on',
  }
}

async function prepareBeginSecondFactor(
  { user, body, services, at }: Call<typeof calls.beginSecondFactor>,
  db: DbOf<typeof calls.beginSecondFactor>,
) {
  return requireCurrentPassword(db, { user, password: body.password, field: 'password', services, at })
}

export async function beginSecondFactor(
  { user, at, services }: Call<typeof calls.beginSecondFactor>,
  tx: TxOf<typeof calls.beginSecondFactor>,
): Promise<Answer<typeof calls.beginSecondFactor>> {
  const secret = await beginFactor(tx, services.config, { user: user.id, at })
  const label = `${encodeURIComponent(BRAND)}:${encodeURIComponent(user.email)}`
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(BRAND)}` }
}

/** Counts attempts, so that a copy of the session cannot guess the first code of a secret that only the owner saw. */
async function prepareConfirmSecondFactor(
  { user, address, at }: Call<typeof calls.confirmSecondFactor>,
  db: DbOf<typeof calls.confirmSecondFactor>,
) {
  const counters = codeCounters({ user: user.id, session: user.session, address })
  await admit(db, counters, at)
  return counters.map(({ name }) => name)
}

export async function confirmSecondFactor(
  call: Call<typeof calls.confirmSecondFactor>,
  tx: TxOf<typeof calls.confirmSecondFactor>,
  counted: Awaited<ReturnType<typeof prepareConfirmSecondFactor>>,
): Promise<Answer<typeof calls.confirmSecondFactor>> {
  const { user, body, at, services } = call
  const codes = await activateFactor(tx, services.config, {
    user: user.id,
    code: body.code,
    session: user.session,
    at,
  })
  await forgetAttempts(tx, counted)
  await endSessions(tx, user.id, { except: user.session }) // other sessions have not shown the second factor
  record(tx, call, { action: 'second factor set up', subject: 'user', subjectId: user.id })
  await mail(tx, at, { to: user, kind: 'second_factor', values: { name: user.name, way: 'set_up' } })
  return { recovery_codes: codes }
}

export async function renewRecoveryCodes(
  call: Call<typeof calls.renewRecoveryCodes>,
  tx: TxOf<typeof calls.renewRecoveryCodes>,
): Promise<Answer<typeof calls.renewRecoveryCodes>> {
  const { user } = call
  if (!user.secondFactor) return refuse(tx, 'second_factor_missing')
  record(tx, call, { action: 'recovery codes renewed', subject: 'user', subjectId: user.id })
  return { recovery_codes: await renewCodes(tx, user.id) }
}

export async function removeSecondFactor(
  call: Call<typeof calls.removeSecondFactor>,
  tx: TxOf<typeof calls.removeSecondFactor>,
): Promise<Answer<typeof calls.removeSecondFactor>> {
  const { user, at } = call
  if (!(await removeFactor(tx, user.id))) return refuse(tx, 'second_factor_missing')
  record(tx, call, { action: 'second factor removed', subject: 'user', subjectId: user.id })
  await mail(tx, at, { to: user, kind: 'second_factor', values: { name: user.name, way: 'removed' } })
  return { message: 'Your second factor was removed.' }
}

export async function resetSecondFactor(
  call: Call<typeof calls.resetSecondFactor>,
  tx: TxOf<typeof calls.resetSecondFactor>,
): Promise<Answer<typeof calls.resetSecondFactor>> {
  const { params, user: admin, at } = call
  // A session alone must not remove another admin's second factor, even if none is required of all.
  if (!admin.secondFactor) return refuse(tx, 'own_second_factor_needed')
  const other = (await findAdmin(tx, params.id)) ?? refuse(tx, 'not_found')
  if (other.id === admin.id) return refuse(tx, 'own_second_factor')
  if (!(await removeFactor(tx, other.id))) return refuse(tx, 'second_factor_missing')
  await endSessions(tx, other.id)
  record(tx, call, { action: 'second factor reset', subject: 'user', subjectId: other.id })
  await mail(tx, at, { to: other, kind: 'second_factor', values: { name: other.name, way: 'reset' } })
  return { message: 'The second factor was reset.' }
}
