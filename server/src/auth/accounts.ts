/**
 * All writes to the rows of people and admins, except the language, which a session stores; other rooms call them through
 * actions.ts.
 */
import { releasedContact } from '@bittkosh/contract/contact'
import type { Language } from '@bittkosh/contract/language'
import type { Role } from '@bittkosh/contract/roles'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export type NewUser = {
  name: string
  email: string
  phone: string
  passwordHash: string
  /** Somebody else typed the password: it must be changed at the first sign-in. */
  mustChangePassword?: boolean
  role: 'user' | 'admin'
  /** Only for an admin. */
  roles?: readonly Role[]
  referredBy: number | null
  /** The language of the registration page. */
  language?: Language
  /** 'both' for an admin, for whom the admin who made them vouches; 'email' for a person who has proven it by a claim link. */
  proven?: 'both' | 'email' | undefined
  /** False if the user gets no welcome popup. */
  welcome: boolean
  at: Date
}

/** Inserts a user; undefined if the referral code is taken, so that the caller tries another. */
export async function insertUser(tx: Tx, user: NewUser, referralCode: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, phone, password_hash, must_change_password, role, roles, referral_code, referred_by,
                       language, welcome_seen_at, email_verified_at, phone_verified_at, created_at)
    values (${user.name}, ${user.email}, ${user.phone}, ${user.passwordHash}, ${user.mustChangePassword ?? false},
            ${user.role}, ${user.roles ?? []}, ${referralCode}, ${user.referredBy}, ${user.language ?? 'en'},
            ${user.welcome ? null : user.at}, ${user.proven ? user.at : null}, ${user.proven === 'both' ? user.at : null}, ${user.at})
    on conflict (upper(referral_code)) do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

export async function storePassword(
  tx: Tx,
  { user, passwordHash, mustChange }: { user: number; passwordHash: string; mustChange: boolean },
): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, must_change_password = ${mustChange}
     where id = ${user}`.execute(tx)
}

/** Stores the same password hashed with stronger parameters. */
export async function renewHash(tx: Tx, user: number, passwordHash: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${user}`.execute(tx)
}

const PAUSE_MS = 72 * 3_600_000 // delays a thief, and gives the owner time to notice

/** Blocks withdrawals and BittPay of this user for 72 hours. */
export async function pauseMoney(tx: Tx, user: number, at: Date): Promise<void> {
  await sql`update users set money_paused_until = ${new Date(at.getTime() + PAUSE_MS)} where id = ${user}`.execute(tx)
}

/** Restarts at `now` the pauses that began after `ahead`. */
export async function shortenPauses(tx: Tx, { ahead, now }: { ahead: Date; now: Date }): Promise<void> {
  await sql`
    update users set money_paused_until = ${new Date(now.getTime() + PAUSE_MS)}
     where money_paused_until > ${new Date(ahead.getTime() + PAUSE_MS)}`.execute(tx)
}

export type Channel = 'email' | 'phone'

/** Records that the account's current address or number is its owner's. */
export async function setProven(
  tx: Tx,
  at: Date,
  { user, channel }: { user: number; channel: Channel },
): Promise<void> {
  const column = sql.ref(`${channel}_verified_at`)
  await sql`update users set ${column} = coalesce(${column}, ${at}) where id = ${user}`.execute(tx)
}

/** Takes the address or number from an account that never proved it. */
export async function releaseContact(tx: Tx, { user, channel }: { user: number; channel: Channel }): Promise<void> {
  await sql`update users set ${sql.ref(channel)} = ${releasedContact(user)} where id = ${user}`.execute(tx)
}

/** Stores when an admin last signed in. */
export async function rememberSignIn(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update users set last_sign_in_at = ${at} where id = ${id}`.execute(tx)
}

/** Records the first dashboard visit, once. */
export async function markWelcomeSeen(tx: Tx, user: number, at: Date): Promise<void> {
  await sql`
    update users set welcome_seen_at = ${at}
     where id = ${user} and welcome_seen_at is null`.execute(tx)
}

export async function storeRoles(tx: Tx, at: Date, id: number, roles: readonly Role[]): Promise<void> {
  await sql`update users set roles = ${roles}, updated_at = ${at} where id = ${id}`.execute(tx)
}

export async function updateUser(
  tx: Tx,
  at: Date,
  user: { id: number; name: string; email: string; phone: string; isActive: boolean; referralCode: string },
): Promise<void> {
  // a code that was sent to a former address proves nothing about the new one
  await sql`
    delete from contact_codes c
     using users u
     where u.id = ${user.id} and c.user_id = u.id
       and case c.channel when 'email' then u.email is distinct from ${user.email}
                          else u.phone is distinct from ${user.phone} end`.execute(tx)
  await sql`
    update users
       set name = ${user.name}, email = ${user.email}, phone = ${user.phone}, is_active = ${user.isActive},
           referral_code = ${user.referralCode}, updated_at = ${at},
           -- what an admin typed is proven by nobody; an admin's own contacts are vouched for, from now on
           email_verified_at = case when email = ${user.email} then email_verified_at
                                    when role = 'admin' then ${at}::timestamptz end,
           phone_verified_at = case when phone = ${user.phone} then phone_verified_at
                                    when role = 'admin' then ${at}::timestamptz end
     where id = ${user.id}`.execute(tx)
}

export async function setActive(tx: Tx, at: Date, id: number, isActive: boolean): Promise<void> {
  await sql`update users set is_active = ${isActive}, updated_at = ${at} where id = ${id}`.execute(tx)
}

export async function setFrozen(tx: Tx, at: Date, id: number, frozenAt: Date | null): Promise<void> {
  await sql`update users set frozen_at = ${frozenAt}, updated_at = ${at} where id = ${id}`.execute(tx)
}

/** Stores since when its owner wants the account closed; null if they do not. */
export async function setClosing(tx: Tx, id: number, askedAt: Date | null): Promise<void> {
  await sql`update users set closing_asked_at = ${askedAt} where id = ${id}`.execute(tx)
}

/** Erases who the user was; the row stays for the records that refer to it. E-mail and phone become free. */
export async function closeAccount(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    update users
       set name = 'Closed account', email = null, phone = null, email_verified_at = null, phone_verified_at = null,
           password_hash = null, is_active = false, closing_asked_at = null,
           referral_code = ${`closed ${id}`}, closed_at = ${at}
     where id = ${id}`.execute(tx)
}

/** Fails if a record still refers to the user. */
export async function deleteUser(tx: Tx, id: number): Promise<void> {
  await sql`delete from users where id = ${id}`.execute(tx)
}
