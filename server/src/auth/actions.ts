/** For other rooms: create, change and close an account, change its password or e-mail, and check whether its money is paused. */
import { mail } from '../mails/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { openAccounts } from '../ledger/post.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { accept, type MayRefuse, refuse, refusing } from '../platform/http/refuse.ts'
import type { Services } from '../platform/services.ts'
import { endSessions, type Member } from '../platform/identity/sessions.ts'
import { insertUser, type NewUser, pauseMoney, storePassword } from './accounts.ts'
import { confirmPassword, forgetWrongPasswords } from './credentials.ts'
import { type Account, endResets, findAccount, lockUnchanged, ownerOf } from './queries.ts'
import { judgePassword, newReferralCode } from './rules.ts'

export { closeAccount, deleteUser, markWelcomeSeen, setActive, setClosing, setFrozen, updateUser } from './accounts.ts'
export {
  type Account,
  activeAdmins,
  endResets,
  lockFrozen,
  lockOwners,
  lockUnchanged,
  type MoneyStops,
  moneyStops,
  moneyStopsOf,
  ownerOf,
} from './queries.ts'
export { contactsOf, holderOf, phoneIsProven, useClaim } from './contactQueries.ts'
export { loseEmail } from './contacts.ts'

/** Creates a user or admin with a referral code and empty accounts. Refuses `email_taken` and `phone_taken`. */
export async function createUser(tx: Tx<'email_taken' | 'phone_taken'>, user: NewUser): Promise<number> {
  for (;;) {
    // The chance that a code is taken is one in millions; the next one is free.
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

/** Hashes a password that an admin typed for someone, before the transaction opens. Refuses `weak_password`. */
export async function hashTypedPassword(
  call: MayRefuse<'weak_password'>,
  password: string,
  field = 'password',
): Promise<string> {
  accept(call, judgePassword(password, field))
  return hashPassword(password)
}

/**
 * The consequences of every change of a password, e-mail address or phone number: the account's reset links and other
 * sessions end, and withdrawals and BittPay pause for 72 hours, unless the owner has just proven the current password.
 * The caller has locked the user's row. Source: docs/rules.md#accounts-and-sessions.
 */
export async function credentialsChanged(
  tx: Tx,
  at: Date,
  { user, except = 0, isProven }: { user: number; except?: number; isProven: boolean },
): Promise<void> {
  await endResets(tx, user)
  await endSessions(tx, user, { except })
  if (!isProven) await pauseMoney(tx, user, at)
}

/**
 * The consequences of an admin's edit of a user, whose row is locked: `before` has the old e-mail address and phone
 * number. Each is a login and receives BittPay, so a change is mailed to the old and the new address; if a password was
 * set, both get a mail too and it must be changed at the next sign-in. The admin's own session (`except`) stays.
 */
export async function changeCredentialsByAdmin(
  tx: Tx,
  at: Date,
  {
    user,
    before,
    passwordHash,
    except,
  }: { user: number; before: { email: string; phone: string }; passwordHash: string | null; except: number },
): Promise<void> {
  const owner = await ownerOf(tx, user)
  const changed = (['email', 'phone'] as const).filter((contact) => before[contact] !== owner[contact])
  if (passwordHash === null && changed.length === 0) return
  if (passwordHash !== null) await storePassword(tx, { user, passwordHash, mustChange: true })
  await credentialsChanged(tx, at, { user, except, isProven: false })
  const { name } = owner
  for (const email of new Set([before.email, owner.email])) {
    const to = { ...owner, email }
    if (changed.length > 0) await mail(tx, at, { to, kind: 'contacts_changed', values: { name, changed } })
    if (passwordHash !== null) await mail(tx, at, { to, kind: 'password_changed', values: { name, way: 'by_admin' } })
  }
}

/**
 * Checks a signed-in user's current password, before the transaction opens. Refuses `wrong_current_password` on
 * `field`, and `too_many_requests` after several wrong ones.
 */
export async function requireCurrentPassword(
  db: Db<'unauthorized' | 'wrong_current_password'>,
  attempt: {
    user: Pick<Member, 'email' | 'session'>
    password: string
    field: string
    services: Pick<Services, 'config'>
    at: Date
  },
): Promise<Account> {
  const { email, session } = attempt.user
  const account = await findAccount(db, { email })
  if (!account) return refuse(db, 'unauthorized')
  const isRight = await confirmPassword(db, { ...attempt, account, session })
  return isRight ? account : refuse(db, { code: 'wrong_current_password', field: attempt.field })
}

/** Stores the user's new password after the current one was proven. Refuses `changed_meanwhile` if another change was first. */
export async function changePassword(
  tx: Tx<'changed_meanwhile'>,
  at: Date,
  { account, passwordHash, session }: { account: Account; passwordHash: string; session: number },
): Promise<void> {
  if (!(await lockUnchanged(tx, account))) refuse(tx, 'changed_meanwhile')
  await storePassword(tx, { user: account.id, passwordHash, mustChange: false })
  await credentialsChanged(tx, at, { user: account.id, except: session, isProven: true })
  await forgetWrongPasswords(tx, account.id)
  const owner = await ownerOf(tx, account.id)
  await mail(tx, at, { to: owner, kind: 'password_changed', values: { name: owner.name, way: 'changed' } })
}
