/** What other rooms ask of accounts: to make one, and to change a password. */
import { mail } from '../mails/actions.ts'
import type { Db, Tx } from '../platform/database.ts'
import { openAccounts } from '../ledger/post.ts'
import { hashPassword } from '../platform/passwords.ts'
import { accept, type MayRefuse, refuse, refusing } from '../platform/refuse.ts'
import type { Services } from '../platform/services.ts'
import { endSessions } from '../platform/sessions.ts'
import { confirmPassword, failureAccounts } from './credentials.ts'
import {
  type Account,
  findAccount,
  forgetFailures,
  insertUser,
  lockUnchanged,
  type NewUser,
  storePassword,
} from './queries.ts'
import { judgePassword, newReferralCode } from './rules.ts'

/** Makes a user or admin with a referral code and empty accounts. Refuses `email_taken` and `phone_taken`. */
export async function createUser(tx: Tx<'email_taken' | 'phone_taken'>, user: NewUser): Promise<number> {
  for (;;) {
    // A code that is taken is a chance of one in millions; the next one is free.
    const id = await refusing(
      tx,
      { email_taken: 'email', phone_taken: 'phone' },
      insertUser(tx, user, newReferralCode()),
    )
    if (id === undefined) continue
    await openAccounts(tx, id)
    return id
  }
}

/** Hashes a password that an admin types for someone, before the transaction opens. Refuses `weak_password`. */
export async function hashTypedPassword(
  call: MayRefuse<'weak_password'>,
  password: string,
  field = 'password',
): Promise<string> {
  accept(call, judgePassword(password, field))
  return hashPassword(password)
}

/** An admin sets a user's password: their sessions end, they are told, and must change it at the next sign-in. */
export async function setPasswordByAdmin(
  tx: Tx,
  at: Date,
  { user, passwordHash, email, name }: { user: number; email: string; name: string; passwordHash: string },
): Promise<void> {
  const language = await storePassword(tx, { user, passwordHash, mustChange: true })
  await endSessions(tx, user)
  await mail(tx, at, { to: { email, language }, kind: 'password_changed', values: { name, way: 'by_admin' } })
}

/**
 * Checks a signed-in user's current password, before the transaction opens. Refuses `wrong_current_password` on
 * `field`, and `too_many_requests` after several wrong ones.
 */
export async function demandCurrentPassword(
  db: Db<'unauthorized' | 'wrong_current_password'>,
  attempt: { email: string; password: string; field: string; services: Pick<Services, 'config'>; at: Date },
): Promise<Account> {
  const account = await findAccount(db, { email: attempt.email })
  if (!account) return refuse(db, 'unauthorized')
  const isRight = await confirmPassword(db, { ...attempt, account })
  return isRight ? account : refuse(db, { code: 'wrong_current_password', field: attempt.field })
}

/** Stores the password that a user chose and ends their other sessions. Refuses `changed_meanwhile` when another change was first. */
export async function changePassword(
  tx: Tx<'changed_meanwhile'>,
  at: Date,
  { account, passwordHash, session }: { account: Account; passwordHash: string; session: number },
): Promise<void> {
  if (!(await lockUnchanged(tx, account))) refuse(tx, 'changed_meanwhile')
  await storePassword(tx, { user: account.id, passwordHash, mustChange: false })
  await endSessions(tx, account.id, { except: session })
  await forgetFailures(tx, [failureAccounts(account.id, Buffer.alloc(0)).confirm])
  await mail(tx, at, { to: account, kind: 'password_changed', values: { name: account.name, way: 'changed' } })
}
