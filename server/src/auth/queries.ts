import type { Language } from '@bittkosh/contract/language'
import type { Role } from '@bittkosh/contract/roles'
import type { TeamMember } from '@bittkosh/contract/team'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasFactor } from '../platform/identity/secondFactor.ts'
import { keptSince } from '../platform/retention.ts'

export type Account = {
  id: number
  name: string
  email: string
  phone: string
  role: 'user' | 'admin'
  roles: Role[]
  isActive: boolean
  passwordHash: string
  language: Language
  secondFactor: boolean
}

/** The open account with an e-mail address or phone number. */
export async function findAccount(
  db: Db,
  contact: { email: string } | { phone: string } | null,
): Promise<Account | undefined> {
  const email = contact && 'email' in contact ? contact.email : null
  const phone = contact && 'phone' in contact ? contact.phone : null
  const { rows } = await sql<Account>`
    select id, name, email, phone, role, roles, is_active as "isActive", password_hash as "passwordHash", language,
           ${hasFactor} as "secondFactor"
      from users u
     where (email = ${email} or phone = ${phone}) and closed_at is null`.execute(db)
  return rows[0]
}

type FoundAdmin = { id: number; name: string; email: string; language: Language; roles: Role[]; updatedAt: Date | null }

export async function findAdmin(tx: Tx, id: number): Promise<FoundAdmin | undefined> {
  const { rows } = await sql<FoundAdmin>`
    select id, name, email, language, roles, updated_at as "updatedAt" from users
     where id = ${id} and role = 'admin' and closed_at is null
       for no key update`.execute(tx)
  return rows[0]
}

export type ActiveAdmin = { id: number; email: string; language: Language }

/** The admins who are notified of each other's acts. */
export async function activeAdmins(tx: Tx): Promise<ActiveAdmin[]> {
  const { rows } = await sql<ActiveAdmin>`
    select id, email, language from users where role = 'admin' and is_active and closed_at is null order by id`.execute(
    tx,
  )
  return rows
}

/** The active owners with their rows locked, so that no two can remove each other. */
export async function lockOwners(tx: Tx): Promise<ActiveAdmin[]> {
  const { rows } = await sql<ActiveAdmin>`
    select id, email, language from users
     where role = 'admin' and 'owner' = any (roles) and is_active and closed_at is null
     order by id
       for no key update`.execute(tx)
  return rows
}

/** The admins, active ones first; or the admin with this id. */
export async function teamMembers(db: Db | Tx, id?: number): Promise<TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select id, name, email, phone, role, roles, is_active, ${hasFactor} as second_factor, last_sign_in_at, updated_at
      from users u
     where role = 'admin' and closed_at is null and ${id === undefined ? sql`true` : sql`id = ${id}`}
     order by is_active desc, id`.execute(db)
  return rows
}

/** Locks an account whose sign-in was checked outside the transaction; false if it or its second factor has changed meanwhile. */
export async function lockUnchanged(tx: Tx, account: Account): Promise<boolean> {
  await sql`select from users where id = ${account.id} for no key update`.execute(tx)
  const { rows } = await sql`
    select from users u
     where id = ${account.id} and password_hash = ${account.passwordHash} and is_active and closed_at is null
       and ${hasFactor} = ${account.secondFactor}`.execute(tx)
  return rows.length > 0
}

/** The active user with this referral code, in any case. */
export async function findReferrer(tx: Tx, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where upper(referral_code) = upper(${code}) and role = 'user' and is_active and closed_at is null
       for key share`.execute(tx)
  return rows[0]?.id
}

/** Whether a user has already signed in from a device or an address. */
export async function knownPlaces(
  db: Db,
  user: number,
  { deviceHash, addressHash }: { deviceHash: Buffer; addressHash: Buffer },
): Promise<{ device: boolean; address: boolean }> {
  const { rows } = await sql<{ device: boolean; address: boolean }>`
    select exists (select from user_devices where user_id = ${user} and device_hash = ${deviceHash}) as device,
           exists (select from known_addresses where user_id = ${user} and address_hash = ${addressHash}) as address`.execute(
    db,
  )
  return onlyRow(rows, 'known places')
}

export async function rememberAddress(tx: Tx, user: number, addressHash: Buffer, at: Date): Promise<void> {
  await sql`
    insert into known_addresses (user_id, address_hash, seen_at) values (${user}, ${addressHash}, ${at})
    on conflict on constraint known_addresses_key do update set seen_at = excluded.seen_at`.execute(tx)
}

/**
 * Stores a device from which a user has signed in; the caller has locked the user's row or just made it. Returns whether
 * the device is new to a user who has others; the very first does not count.
 */
export async function rememberDevice(tx: Tx, user: number, deviceHash: Buffer, at: Date): Promise<{ isNew: boolean }> {
  const { rows: known } = await sql<{ isThis: boolean }>`
    select bool_or(device_hash = ${deviceHash}) as "isThis" from user_devices where user_id = ${user} having count(*) > 0`.execute(
    tx,
  )
  await sql`
    insert into user_devices (user_id, device_hash, first_seen_at, last_seen_at)
    values (${user}, ${deviceHash}, ${at}, ${at})
    on conflict on constraint user_devices_key do update set last_seen_at = excluded.last_seen_at`.execute(tx)
  return { isNew: known[0]?.isThis === false }
}

/** Deletes the devices and addresses from which a user has signed in. */
export async function forgetPlaces(tx: Tx, user: number): Promise<void> {
  await sql`delete from user_devices where user_id = ${user}`.execute(tx)
  await sql`delete from known_addresses where user_id = ${user}`.execute(tx)
}

export type Owner = {
  /** Null if the address is not proven: its mailbox may belong to somebody else than the person who typed the name. */
  name: string | null
  email: string
  phone: string
  language: Language
}

/** The recipient of mails about an account. */
export async function ownerOf(tx: Tx, user: number): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select case when email_verified_at is not null then name end as name, email, phone, language
      from users where id = ${user}`.execute(tx)
  return onlyRow(rows, `user ${user}`)
}

export async function insertResetRequest(tx: Tx, email: string, at: Date): Promise<void> {
  await sql`insert into reset_requests (email, requested_at) values (${email}, ${at})`.execute(tx)
}

/** Removes and returns the oldest request for a reset mail, skipping those that another process has locked. */
export async function takeResetRequest(tx: Tx): Promise<{ email: string } | undefined> {
  const { rows } = await sql<{ email: string }>`
    delete from reset_requests
     where id = (select id from reset_requests order by id limit 1 for update skip locked)
    returning email`.execute(tx)
  return rows[0]
}

/** The active user who may get a reset link, and how many they got since `since`; locked, so that requests queue. */
export async function lockForReset(
  tx: Tx,
  { email, since }: { email: string; since: Date },
): Promise<{ id: number; name: string | null; language: Language; recent: number } | undefined> {
  const { rows } = await sql<{ id: number; name: string | null; language: Language }>`
    select id, case when email_verified_at is not null then name end as name, language from users
     where email = ${email} and is_active and closed_at is null
       for no key update`.execute(tx)
  const [user] = rows
  if (!user) return undefined
  const { rows: counted } = await sql<{ recent: number }>`
    select count(*)::integer as recent from password_resets
     where user_id = ${user.id} and created_at > ${since}`.execute(tx)
  return { ...user, ...onlyRow(counted, `resets of user ${user.id}`) }
}

/** Stores a new reset token and expires the older ones: only the newest link works. */
export async function replaceResets(
  tx: Tx,
  reset: { user: number; tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  await endResets(tx, reset.user)
  await sql`
    insert into password_resets (user_id, token_hash, created_at, expires_at)
    values (${reset.user}, ${reset.tokenHash}, ${reset.at}, ${reset.expiresAt})`.execute(tx)
}

/** An open reset link, with the hash of a password that somebody else typed and that must therefore be replaced. */
export async function openReset(
  db: Db,
  tokenHash: Buffer,
  at: Date,
): Promise<{ hashToReplace: string | null } | undefined> {
  const { rows } = await sql<{ hashToReplace: string | null }>`
    select case when u.must_change_password then u.password_hash end as "hashToReplace"
      from password_resets r
      join users u on u.id = r.user_id and u.is_active and u.closed_at is null
     where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${at}`.execute(db)
  return rows[0]
}

/**
 * Uses up a reset token; the user it was for, or undefined if it has expired or another call was first. Locks the user's
 * row before the link's, as every other change of credentials does.
 */
export async function useReset(tx: Tx, tokenHash: Buffer, at: Date): Promise<number | undefined> {
  await sql`
    select from users
     where id = (select user_id from password_resets where token_hash = ${tokenHash})
       for no key update`.execute(tx)
  const { rows } = await sql<{ user: number }>`
    update password_resets r set used_at = ${at}
      from users u
     where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${at}
       and u.id = r.user_id and u.is_active and u.closed_at is null
    returning r.user_id as "user"`.execute(tx)
  return rows[0]?.user
}

/** Ends all open reset links of a user, even for a call that arrived earlier and is still hashing its new password. */
export async function endResets(tx: Tx, user: number): Promise<void> {
  await sql`
    update password_resets set expires_at = created_at where user_id = ${user} and used_at is null`.execute(tx)
}

/** What stops a person's own money from leaving: an admin's freeze, and the pause after changed credentials; null when over. */
export type MoneyStops = { isFrozen: boolean; pausedUntil: Date | null }

/** A transaction that moves the user's money has share-locked their row, so a freeze either waits for it or is seen by it. */
export async function moneyStopsOf(db: Db | Tx, user: number, now: Date): Promise<MoneyStops> {
  const { rows } = await sql<MoneyStops>`select ${moneyStops(now)} from users u where u.id = ${user}`.execute(db)
  return onlyRow(rows, `user ${user}`)
}

/** The columns of `MoneyStops`, for statements with the user as `u`. */
export function moneyStops(now: Date): Sql {
  return sql`u.frozen_at is not null as "isFrozen",
           case when u.money_paused_until > ${now} then u.money_paused_until end as "pausedUntil"`
}

/** Whether an admin has frozen a user's money; unchangeable until the transaction ends. */
export async function lockFrozen(tx: Tx, user: number): Promise<boolean> {
  const { rows } = await sql<{ isFrozen: boolean }>`
    select frozen_at is not null as "isFrozen" from users where id = ${user} for share`.execute(tx)
  return onlyRow(rows, `user ${user}`).isFrozen
}

export async function adminExists(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from users where role = 'admin' limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes what signing in no longer needs. */
export async function sweepSignIns(tx: Tx, at: Date): Promise<void> {
  await sql`delete from known_addresses where seen_at < ${keptSince('known addresses', at)}`.execute(tx)
  await sql`delete from password_resets where created_at < ${keptSince('reset links', at)}`.execute(tx)
}
