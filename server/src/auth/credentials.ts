/** Checks passwords so that guessing is slow and a stranger learns nothing: not by text, status, size or time. */
import { createHmac } from 'node:crypto'
import { readContact } from '@bittkosh/contract/contact'
import type { Db } from '../platform/database/database.ts'
import { hashPassword, isOutdated, verifyPassword } from '../platform/identity/passwords.ts'
import { networkOf } from '../platform/http/network.ts'
import { refuse } from '../platform/http/refuse.ts'
import { takeCode } from '../platform/identity/secondFactor.ts'
import type { Services } from '../platform/services.ts'
import { type Account, countAttempt, findAccount, isKnownAddress } from './queries.ts'
import { nextAttemptAt } from './rules.ts'

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

/** The names under which failures of an account are counted. */
export function failureAccounts(user: number, addressHash: Buffer) {
  return {
    anywhere: `user ${user}`,
    here: `user ${user} at ${addressHash.toString('hex')}`,
    confirm: `user ${user} confirms`,
  }
}

export type Checked = {
  account: Account
  addressHash: Buffer
  /** A stronger hash to store, where the old one was made with weaker parameters. */
  renewedHash: string | null
}

/**
 * The account that a login and password open. Refuses `wrong_credentials` alike for an unknown login and a wrong
 * password, `too_many_requests` while an account's waiting time runs; and only to who knows the password `account_inactive`,
 * `second_factor_required` and `second_factor_wrong`.
 */
export async function checkCredentials(
  db: Db<'account_inactive' | 'second_factor_required' | 'second_factor_wrong' | 'wrong_credentials'>,
  {
    login,
    password,
    code,
    address,
    services,
    at,
  }: Attempt & { login: string; password: string; code?: string | undefined; address: string },
): Promise<Checked> {
  const contact = readContact(login)
  const account = await findAccount(db, contact)
  const addressHash = hashAddress(services, address)
  const known = await isKnownAddress(db, account?.id ?? 0, addressHash)
  const isRight = await verifyPassword(password, account?.passwordHash ?? null, () =>
    admit(db, { account: countedAs(account), services, at }),
  )
  if (!account || !isRight) return refuse(db, 'wrong_credentials')
  if (!account.isActive) return refuse(db, 'account_inactive')
  if (account.secondFactor) {
    if (!code) return refuse(db, { code: 'second_factor_required', field: 'code' })
    await takeCode(db, services.config, { user: account.id, code, session: null, at })
  }
  const renewedHash = isOutdated(account.passwordHash) ? await hashPassword(password) : null
  return { account, addressHash, renewedHash }

  function countedAs(found: Account | undefined) {
    if (!found) {
      const typed = contact ? Object.values(contact).join() : login.toLowerCase()
      return `unknown ${createHmac('sha256', services.config.appSecret).update(typed).digest('hex')}`
    }
    const names = failureAccounts(found.id, addressHash)
    return known ? names.here : names.anywhere
  }
}

/** Whether a signed-in user's password is this; wrong ones count and slow down like those of a sign-in. */
export async function confirmPassword(
  db: Db,
  { account, password, services, at }: Attempt & { account: Account; password: string },
): Promise<boolean> {
  const counted = failureAccounts(account.id, Buffer.alloc(0)).confirm
  return verifyPassword(password, account.passwordHash, () => admit(db, { account: counted, services, at }))
}

async function admit(db: Db, { account, services, at }: Attempt & { account: string }): Promise<void> {
  if (!services.config.rateLimits) return
  const counted = await countAttempt(db, { account, at })
  if (counted.admitted) return
  const waitMs = nextAttemptAt(counted).getTime() - at.getTime()
  refuse({ code: 'too_many_requests', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}
