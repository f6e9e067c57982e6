/** Checks passwords so that guessing is slow and a stranger learns nothing: not by text, status, size or time. */
import { createHmac } from 'node:crypto'
import { readContact } from '@bittkosh/contract/contact'
import { type Db, transaction, type Tx } from '../platform/database/database.ts'
import {
  admit,
  type Counter,
  forgetAttempts,
  forgetAttemptsOf,
  type Waits,
  waitsAnywhere,
} from '../platform/identity/attempts.ts'
import { hashPassword, isOutdated, verifyPassword } from '../platform/identity/passwords.ts'
import { networkOf } from '../platform/http/network.ts'
import { refuse } from '../platform/http/refuse.ts'
import { CODE_WAITS, takeCode } from '../platform/identity/secondFactor.ts'
import type { Services } from '../platform/services.ts'
import { type Account, findAccount, knownPlaces } from './queries.ts'
import { PASSWORD_WAITS } from './rules.ts'

type Attempt = { services: Pick<Services, 'config'>; at: Date }

/** A network address as it is kept: enough to know its network again, not to read it. */
export function hashAddress({ config }: Pick<Services, 'config'>, address: string): Buffer {
  return createHmac('sha256', config.appSecret)
    .update(`address ${networkOf(address)}`)
    .digest()
}

/**
 * A browser as it is kept: by the random id that it sends, which is the same for every account that signs in there; else
 * by its user agent without version numbers, for this account alone.
 */
export function hashDevice(
  { config }: Pick<Services, 'config'>,
  { user, device, deviceId }: { user: number; device: string; deviceId: string | null },
): Buffer {
  const named = deviceId === null ? `agent of user ${user} ${device.replace(/[\d.]+/g, '')}` : `device ${deviceId}`
  return createHmac('sha256', config.appSecret).update(named).digest()
}

/** Where an attempt comes from, as its failures are counted: by a device or address that the account is known at, or not. */
type Place = { name: string; isKnown: boolean }

/** What counts guesses of one kind from a place: the place itself, and where it is strange, all strange places together. */
function countersAt(place: Place, guess: string, waits: Waits): Counter[] {
  const here = { name: `${guess} ${place.name}`, waits }
  return place.isKnown ? [here] : [here, { name: `${guess} anywhere`, waits: waitsAnywhere(waits) }]
}

export type Checked = {
  account: Account
  addressHash: Buffer
  deviceHash: Buffer
  /** A stronger hash to store, where the old one was made with weaker parameters. */
  renewedHash: string | null
}

type From = { address: string; device: string; deviceId: string | null }

/**
 * The account that a login and password open. Refuses `wrong_credentials` alike for an unknown login and a wrong
 * password, `too_many_requests` while the waiting time of an account or place runs; and only to who knows the password
 * `account_inactive`, `second_factor_required` and `second_factor_wrong`.
 */
export async function checkCredentials(
  db: Db<'account_inactive' | 'second_factor_required' | 'second_factor_wrong' | 'wrong_credentials'>,
  {
    login,
    password,
    code,
    from,
    services,
    at,
  }: Attempt & { login: string; password: string; code?: string | undefined; from: From },
): Promise<Checked> {
  const contact = readContact(login)
  const account = await findAccount(db, contact)
  const user = account?.id ?? 0
  const addressHash = hashAddress(services, from.address)
  const deviceHash = hashDevice(services, { user, ...from })
  const known = await knownPlaces(db, user, { deviceHash, addressHash })
  // A user agent can be guessed; the random id of a browser cannot.
  const place =
    known.device && from.deviceId !== null
      ? { name: `on ${deviceHash.toString('hex')}`, isKnown: true }
      : { name: `at ${addressHash.toString('hex')}`, isKnown: known.address }
  const counters = countersAt(place, account ? passwordGuess(user) : unknownLogin(), PASSWORD_WAITS)
  const isRight = await verifyPassword(password, account?.passwordHash ?? null, () =>
    admitCounted(db, counters, { services, at }),
  )
  if (!account || !isRight) return refuse(db, 'wrong_credentials')
  // Before the second factor is asked for: who knows the password guesses no more, and the owner is not kept from a code.
  await transaction(db, (tx) =>
    forgetAttempts(
      tx,
      counters.map(({ name }) => name),
    ),
  )
  if (!account.isActive) return refuse(db, 'account_inactive')
  if (account.secondFactor) {
    if (!code) return refuse(db, { code: 'second_factor_required', field: 'code' })
    const ofCodes = countersAt(place, `user ${user} code`, CODE_WAITS)
    await takeCode(db, services.config, { user, code, session: null, counters: ofCodes, at })
  }
  const renewedHash = isOutdated(account.passwordHash) ? await hashPassword(password) : null
  return { account, addressHash, deviceHash, renewedHash }

  function unknownLogin(): string {
    const typed = contact ? Object.values(contact).join() : login.toLowerCase()
    return `unknown ${createHmac('sha256', services.config.appSecret).update(typed).digest('hex')}`
  }
}

/** The beginning of the names that guesses of a user's password are counted under. */
function passwordGuess(user: number): string {
  return `user ${user} password`
}

/** Whether a signed-in user's password is this; wrong ones count for the session, so that a thief's slow down the thief. */
export async function confirmPassword(
  db: Db,
  { account, password, session, services, at }: Attempt & { account: Account; password: string; session: number },
): Promise<boolean> {
  const counter = { name: `${passwordGuess(account.id)} in session ${session}`, waits: PASSWORD_WAITS }
  return verifyPassword(password, account.passwordHash, () => admitCounted(db, [counter], { services, at }))
}

/** Ends the waiting that wrong passwords have caused to a user, wherever they came from. */
export async function forgetWrongPasswords(tx: Tx, user: number): Promise<void> {
  await forgetAttemptsOf(tx, passwordGuess(user))
}

async function admitCounted(db: Db, counters: readonly Counter[], { services, at }: Attempt): Promise<void> {
  if (services.config.rateLimits) await admit(db, counters, at)
}
