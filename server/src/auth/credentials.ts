/** Checks passwords so that guessing is slow and a stranger learns nothing: not from text, status, size or time. */
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
import { hashPassword, inTurn, isOutdated, isPasswordOf } from '../platform/identity/passwords.ts'
import { networkOf } from '../platform/http/network.ts'
import { refuse } from '../platform/http/refuse.ts'
import { CODE_WAITS, takeCode } from '../platform/identity/secondFactor.ts'
import type { Services } from '../platform/services.ts'
import { type Account, findAccount, knownPlaces } from './queries.ts'
import { PASSWORD_WAITS } from './rules.ts'

type Attempt = { services: Pick<Services, 'config'>; at: Date }

/** The stored form of a network address: enough to recognise its network, not to read it. */
export function hashAddress({ config }: Pick<Services, 'config'>, address: string): Buffer {
  return createHmac('sha256', config.appSecret)
    .update(`address ${networkOf(address)}`)
    .digest()
}

/**
 * The stored form of a browser: its random id, which is the same for every account that signs in there; without an id its
 * user agent without version numbers, for this account only.
 */
export function hashDevice(
  { config }: Pick<Services, 'config'>,
  { user, device, deviceId }: { user: number; device: string; deviceId: string | null },
): Buffer {
  const named = deviceId === null ? `agent of user ${user} ${device.replace(/[\d.]+/g, '')}` : `device ${deviceId}`
  return createHmac('sha256', config.appSecret).update(named).digest()
}

/** Where an attempt comes from, for counting its failures: a device or address that the account knows, or an unknown one. */
type Place = { name: string; isKnown: boolean }

/** The counters for guesses of one kind from a place: one for the place, and for unknown places one for all of them together. */
function countersAt(place: Place, guess: string, waits: Waits): Counter[] {
  const here = { name: `${guess} ${place.name}`, waits }
  return place.isKnown ? [here] : [here, { name: `${guess} anywhere`, waits: waitsAnywhere(waits) }]
}

export type Checked = {
  account: Account
  addressHash: Buffer
  deviceHash: Buffer
  /** A stronger hash to store, if the old one has weaker parameters. */
  renewedHash: string | null
}

type From = { address: string; device: string; deviceId: string | null }
type Login = { login: string; password: string; from: From }

/**
 * The account for a login and password. Refuses `wrong_credentials` alike for an unknown login and a wrong password, and
 * `too_many_requests` while an account or place must wait; `account_inactive`, `second_factor_required` and
 * `second_factor_wrong` only to callers who know the password.
 */
export async function checkCredentials(
  db: Db<'account_inactive' | 'second_factor_required' | 'second_factor_wrong' | 'wrong_credentials'>,
  { password, code, ...attempt }: Attempt & Login & { code?: string | undefined },
): Promise<Checked> {
  const { services, at } = attempt
  // A sign-in that is refused because the queue is full is not a failed attempt.
  const { isRight, account, place, counters, addressHash, deviceHash } = await inTurn(async () => {
    const found = await findLogin(db, attempt)
    await admitCounted(db, found.counters, { services, at })
    return { ...found, isRight: await isPasswordOf(found.account?.passwordHash ?? null, password) }
  })
  if (!account || !isRight) return refuse(db, 'wrong_credentials')
  const { id: user } = account
  // Before the second factor: a caller with the right password is not guessing, and the owner need not wait for a code.
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
}

/** The account that a login names, and the counters of its guesses from this place. */
async function findLogin(db: Db, { login, from, services }: Pick<Attempt, 'services'> & Omit<Login, 'password'>) {
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
  const guess = account ? passwordGuess(user) : unknownLogin(services, contact, login)
  return { account, place, counters: countersAt(place, guess, PASSWORD_WAITS), addressHash, deviceHash }
}

function unknownLogin({ config }: Attempt['services'], contact: ReturnType<typeof readContact>, login: string): string {
  const typed = contact ? Object.values(contact).join() : login.toLowerCase()
  return `unknown ${createHmac('sha256', config.appSecret).update(typed).digest('hex')}`
}

/** The prefix of the names under which guesses of a user's password are counted. */
function passwordGuess(user: number): string {
  return `user ${user} password`
}

/** Whether this is a signed-in user's password; wrong ones count per session, so a thief's guesses slow only the thief. */
export async function confirmPassword(
  db: Db,
  { account, password, session, services, at }: Attempt & { account: Account; password: string; session: number },
): Promise<boolean> {
  const counter = { name: `${passwordGuess(account.id)} in session ${session}`, waits: PASSWORD_WAITS }
  return inTurn(async () => {
    await admitCounted(db, [counter], { services, at })
    return isPasswordOf(account.passwordHash, password)
  })
}

/** Ends the waits that wrong passwords have caused for a user, from all places. */
export async function forgetWrongPasswords(tx: Tx, user: number): Promise<void> {
  await forgetAttemptsOf(tx, passwordGuess(user))
}

async function admitCounted(db: Db, counters: readonly Counter[], { services, at }: Attempt): Promise<void> {
  if (services.config.rateLimits) await admit(db, counters, at)
}
