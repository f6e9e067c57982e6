import * as calls from '@bittkosh/contract/auth'
import * as sessionCalls from '@bittkosh/contract/sessions'
import { deviceText } from '@bittkosh/contract/words/devices'
import { welcomeBonus } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { mail } from '../mails/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
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
import { wake } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { hashPassword, inTurn, isPasswordOf } from '../platform/identity/passwords.ts'
import { accept, type KeptRefusal, refuse, refuseAndKeep } from '../platform/http/refuse.ts'
import { endSession as endOneSession, hashToken, liveSessionsOf, openSession } from '../platform/identity/sessions.ts'
import { createUser, credentialsChanged, hashTypedPassword } from './actions.ts'
import { rememberSignIn, renewHash, storePassword } from './accounts.ts'
import { insertClaimRequest, isEmailHeld, isJustRegistered, markProven, takeProof } from './contactQueries.ts'
import { makeRoomForPhone, sendContactCode } from './contacts.ts'
import { checkCredentials, forgetWrongPasswords, hashAddress, hashDevice } from './credentials.ts'
import { CLAIM_LIFE_MS, CLAIM_MAILS, RESET_MAILS } from './jobs.ts'
import {
  findReferrer,
  insertResetRequest,
  lockUnchanged,
  openReset,
  ownerOf,
  rememberAddress,
  rememberDevice,
  useReset,
} from './queries.ts'
import { deviceOf, judgeNewPassword } from './rules.ts'

export const routes: Route[] = [
  prepareAndWrite(calls.register, prepareRegister, register),
  prepareAndWrite(calls.login, prepareLogin, login),
  write(calls.logout, logout),
  write(calls.forgotPassword, forgotPassword),
  prepareAndWrite(calls.resetPassword, prepareResetPassword, resetPassword),
  read(sessionCalls.listSessions, listSessions),
  write(sessionCalls.endSession, endSession),
]

async function prepareRegister(call: Call<typeof calls.register>) {
  return hashTypedPassword(call, call.body.password)
}

export async function register(
  { body, at, language, device, deviceId, address, settings, services }: Call<typeof calls.register>,
  tx: TxOf<typeof calls.register>,
  passwordHash: Awaited<ReturnType<typeof prepareRegister>>,
): Promise<Answer<typeof calls.register> | KeptRefusal> {
  const code = body.referral_code
  const referredBy = code ? await findReferrer(tx, code) : null
  if (referredBy === undefined) return refuse(tx, { code: 'unknown_referral_code', field: 'referral_code' })
  const { name, email, phone } = body
  if (await isEmailHeld(tx, email)) {
    // One row for every taken address, proven or not, so neither the reply nor its duration reveals which. None for whoever has
    // just registered here and got no reply: the mail would offer them their own account's address.
    if (!(await isOwnRepeat(tx, { email, deviceId, services, at }))) {
      await insertClaimRequest(tx, email, language, at)
      await wake(tx, CLAIM_MAILS)
    }
    return refuseAndKeep(tx, { code: 'email_taken', field: 'email' })
  }
  await makeRoomForPhone(tx, at, phone)
  const isProven = body.claim_token !== undefined && (await proves(tx, at, { email, token: body.claim_token }))
  const bonus = settings.rupees('welcome_bonus')
  const welcome = bonus > 0n
  const id = await createUser(tx, {
    name,
    email,
    phone,
    passwordHash,
    role: 'user',
    referredBy,
    language,
    proven: isProven ? 'email' : undefined,
    welcome,
    at,
  })
  const token = await openSession(tx, { user: id, role: 'user', device, at })
  await rememberAddress(tx, id, hashAddress(services, address), at)
  if (!isProven) {
    const to = { id, email, phone, language }
    await sendContactCode(tx, at, { to, channel: 'email', config: services.config })
  }
  await rememberDevice(tx, id, hashDevice(services, { user: id, device, deviceId }), at)
  if (welcome) await post(tx, at, welcomeBonus({ user: id, amount: bonus }))
  return { token, user: { id, name, email, phone, role: 'user' as const } }
}

const REPEATED_WITHIN_MS = 30 * 60_000

/** Whether the browser that registers is the one that registered this address a little while ago. */
async function isOwnRepeat(
  tx: Tx,
  {
    email,
    deviceId,
    services,
    at,
  }: { email: string; services: Pick<Services, 'config'> } & Pick<Call<typeof calls.register>, 'deviceId' | 'at'>,
): Promise<boolean> {
  if (deviceId === null) return false
  const deviceHash = hashDevice(services, { user: 0, device: '', deviceId })
  return isJustRegistered(tx, { email, deviceHash, since: new Date(at.getTime() - REPEATED_WITHIN_MS) })
}

/** Whether the link behind POST /claim-email was mailed to this address; it proves the address once. */
function proves(tx: Tx, at: Date, { email, token }: { email: string; token: string }): Promise<boolean> {
  return takeProof(tx, { email, tokenHash: hashToken(token), since: new Date(at.getTime() - CLAIM_LIFE_MS) })
}

async function prepareLogin(
  { body, address, device, deviceId, services, at }: Call<typeof calls.login>,
  db: DbOf<typeof calls.login>,
) {
  return checkCredentials(db, { ...body, from: { address, device, deviceId }, services, at })
}

export async function login(
  { at, device, services }: Call<typeof calls.login>,
  tx: TxOf<typeof calls.login>,
  { account, addressHash, deviceHash, renewedHash }: Awaited<ReturnType<typeof prepareLogin>>,
): Promise<Answer<typeof calls.login>> {
  // If the password or the account's state has changed meanwhile, this sign-in is too late.
  if (!(await lockUnchanged(tx, account))) return refuse(tx, 'wrong_credentials')
  const { id, name, email, phone, role, roles } = account
  if (renewedHash !== null) await renewHash(tx, id, renewedHash)
  await rememberAddress(tx, id, addressHash, at)
  const { isNew } = await rememberDevice(tx, id, deviceHash, at)
  if (isNew) {
    const owner = await ownerOf(tx, id)
    const values = {
      name: owner.name,
      device: deviceOf(device),
      at,
      link: `${services.config.publicUrl}/change-password`,
    }
    await mail(tx, at, { to: owner, kind: 'new_device', values })
  }
  if (role === 'admin') await rememberSignIn(tx, id, at)
  const token = await openSession(tx, { user: id, role, device, at })
  return { token, user: { id, name, email, phone, role, ...(role === 'admin' ? { roles } : {}) } }
}

export async function logout({ user }: Call<typeof calls.logout>, tx: Tx): Promise<Answer<typeof calls.logout>> {
  await endOneSession(tx, { user: user.id, session: user.session })
  return { message: 'Signed out' }
}

// One row for every address, so neither the reply nor its duration reveals who has an account.
export async function forgotPassword(
  { body, at }: Call<typeof calls.forgotPassword>,
  tx: Tx,
): Promise<Answer<typeof calls.forgotPassword>> {
  await insertResetRequest(tx, body.email, at)
  await wake(tx, RESET_MAILS)
  return { message: 'If this e-mail address is registered, a link to reset the password is on its way.' }
}

async function prepareResetPassword(
  { body, at }: Call<typeof calls.resetPassword>,
  db: DbOf<typeof calls.resetPassword>,
) {
  const reset = await openReset(db, hashToken(body.token), at)
  if (!reset) return refuse(db, 'reset_link_dead')
  const fields = { password: 'password', confirmation: 'password_confirmation' }
  accept(db, judgeNewPassword({ password: body.password, confirmation: body.password_confirmation, fields }))
  const { hashToReplace: old } = reset
  if (old !== null && (await inTurn(() => isPasswordOf(old, body.password))))
    return refuse(db, { code: 'password_unchanged', field: 'password' })
  return hashPassword(body.password)
}

export async function resetPassword(
  { body, at }: Call<typeof calls.resetPassword>,
  tx: TxOf<typeof calls.resetPassword>,
  passwordHash: Awaited<ReturnType<typeof prepareResetPassword>>,
): Promise<Answer<typeof calls.resetPassword>> {
  const user = await useReset(tx, hashToken(body.token), at)
  if (user === undefined) return refuse(tx, 'reset_link_dead')
  await storePassword(tx, { user, passwordHash, mustChange: false })
  await markProven(tx, at, { user, channel: 'email' }) // the link was mailed to the account's current address
  await credentialsChanged(tx, at, { user, isProven: false })
  await forgetWrongPasswords(tx, user)
  const owner = await ownerOf(tx, user)
  await mail(tx, at, { to: owner, kind: 'password_changed', values: { name: owner.name, way: 'reset' } })
  return { message: 'Your password has been reset. Please sign in.' }
}

export async function listSessions(
  { user, at, language }: Call<typeof sessionCalls.listSessions>,
  db: Db,
): Promise<Answer<typeof sessionCalls.listSessions>> {
  const sessions = await liveSessionsOf(db, { user: user.id, role: user.role, at })
  return {
    data: sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device: deviceText(language, deviceOf(device)),
      created_at: createdAt,
      last_seen_at: lastSeenAt,
      current: id === user.session,
    })),
  }
}

export async function endSession(
  { params, user }: Call<typeof sessionCalls.endSession>,
  tx: TxOf<typeof sessionCalls.endSession>,
): Promise<Answer<typeof sessionCalls.endSession>> {
  if (!(await endOneSession(tx, { user: user.id, session: params.id }))) refuse(tx, 'not_found')
}
