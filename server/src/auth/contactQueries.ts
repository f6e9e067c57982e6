import type { Language } from '@bittkosh/contract/language'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Person } from '../platform/personal.ts'
import { hasOutcome } from '../requests/table.ts'
import { type Channel, releaseContact, setProven } from './accounts.ts'
import type { SentCode } from './rules.ts'

export type Contacts = { email: string; phone: string; emailVerified: boolean; phoneVerified: boolean }

/** An approved identity record of the users row `u`: it identifies the person whose number this is. */
const identified = sql<boolean>`
  exists (select from kyc_records k where k.user_id = u.id and ${hasOutcome('k.status', 'granted')})`

/**
 * Whether the phone number of the users row `u` counts as proven: by a code in a short message or, if none can be sent,
 * by an approved identity record.
 */
export function phoneIsProven({ smsUrl }: { smsUrl: string | null }): Sql<boolean> {
  return smsUrl === null
    ? sql`(u.phone_verified_at is not null or ${identified} and u.phone like '+%')` // a released number is nobody's
    : sql`u.phone_verified_at is not null`
}

export async function contactsOf(db: Db | Tx, user: number, config: { smsUrl: string | null }): Promise<Contacts> {
  const { rows } = await sql<Contacts>`
    select email, phone, email_verified_at is not null as "emailVerified", ${phoneIsProven(config)} as "phoneVerified"
      from users u
     where u.id = ${user}`.execute(db)
  return onlyRow(rows, `contacts of user ${user}`)
}

/** Records that the account's current address or number has returned a code or link, and deletes the contact's codes. */
export async function markProven(tx: Tx, at: Date, { user, channel }: { user: number; channel: Channel }) {
  await setProven(tx, at, { user, channel })
  await sql`delete from contact_codes where user_id = ${user} and channel = ${channel}`.execute(tx)
}

/** The codes sent to a contact since `since`, newest first. */
export async function codesOf(
  db: Db | Tx,
  { user, channel, since }: { user: number; channel: Channel; since: Date },
): Promise<SentCode[]> {
  const { rows } = await sql<SentCode>`
    select id, code_hash as hash, wrong_codes as "wrongCodes", created_at as "sentAt", expires_at as "expiresAt"
      from contact_codes
     where user_id = ${user} and channel = ${channel} and created_at > ${since}
     order by id desc`.execute(db)
  return rows
}

export async function insertCode(
  tx: Tx,
  code: { user: number; channel: Channel; hash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into contact_codes (user_id, channel, code_hash, created_at, expires_at)
    values (${code.user}, ${code.channel}, ${code.hash}, ${code.at}, ${code.expiresAt})`.execute(tx)
}

export async function countWrongCode(tx: Tx, id: number): Promise<void> {
  await sql`update contact_codes set wrong_codes = wrong_codes + 1 where id = ${id}`.execute(tx)
}

export async function isEmailHeld(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select from users where email = ${email}`.execute(tx)
  return rows.length > 0
}

/** Whether the account that holds an address was registered with this browser since `since`. */
export async function isJustRegistered(
  tx: Tx,
  { email, deviceHash, since }: { email: string; deviceHash: Buffer; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from users u
      join user_devices d on d.user_id = u.id and d.device_hash = ${deviceHash} and d.first_seen_at = u.created_at
     where u.email = ${email} and u.created_at > ${since}`.execute(tx)
  return rows.length > 0
}

/** Takes an unproven phone number away from the account that has it; returns the account, or undefined if there is none. */
export async function releasePhone(tx: Tx, phone: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users u
     where phone = ${phone} and phone_verified_at is null and not ${identified}
       for no key update`.execute(tx)
  const [holder] = rows
  if (!holder) return undefined
  await releaseContact(tx, { user: holder.id, channel: 'phone' })
  return holder.id
}

export async function insertClaimRequest(tx: Tx, email: string, language: Language, at: Date): Promise<void> {
  await sql`
    insert into email_claims (email, language, requested_at) values (${email}, ${language}, ${at})`.execute(tx)
}

export type ClaimRequest = { id: number; email: string; language: Language }

/** The oldest registration that waits for its link, locked; skips those that another process has locked. */
export async function nextClaimRequest(tx: Tx): Promise<ClaimRequest | undefined> {
  const { rows } = await sql<ClaimRequest>`
    select id, email, language from email_claims
     where token_hash is null
     order by id
     limit 1
       for update skip locked`.execute(tx)
  return rows[0]
}

/** How many links were mailed to an address since `since`; null unless an account holds the address unproven. */
export async function claimsMailed(tx: Tx, { email, since }: { email: string; since: Date }): Promise<number | null> {
  const { rows: held } = await sql`
    select from users where email = ${email} and email_verified_at is null for no key update`.execute(tx)
  if (held.length === 0) return null
  const { rows } = await sql<{ mailed: number }>`
    select count(*)::integer as mailed from email_claims
     where email = ${email} and token_hash is not null and requested_at > ${since}`.execute(tx)
  return onlyRow(rows, `claims of ${email}`).mailed
}

export async function giveClaimToken(
  tx: Tx,
  claim: { id: number; tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    update email_claims set token_hash = ${claim.tokenHash}, requested_at = ${claim.at}, expires_at = ${claim.expiresAt}
     where id = ${claim.id}`.execute(tx)
}

export async function dropClaimRequest(tx: Tx, id: number): Promise<void> {
  await sql`delete from email_claims where id = ${id}`.execute(tx)
}

/** Uses up the token of a mailed link; the address that it proves, or undefined if it has expired or another call was first. */
export async function useClaim(tx: Tx, tokenHash: Buffer, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    update email_claims set used_at = ${at}
     where token_hash = ${tokenHash} and used_at is null and expires_at > ${at}
    returning email`.execute(tx)
  return rows[0]?.email
}

/** The account that holds an address, and whether it has proven it. */
export async function holderOf(tx: Tx, email: string): Promise<{ id: number; isProven: boolean } | undefined> {
  const { rows } = await sql<{ id: number; isProven: boolean }>`
    select id, email_verified_at is not null as "isProven" from users where email = ${email}`.execute(tx)
  return rows[0]
}

/** Uses up a claim that proved this address since `since`; false if there is none. */
export async function takeProof(tx: Tx, proof: { email: string; tokenHash: Buffer; since: Date }): Promise<boolean> {
  const { rows } = await sql`
    delete from email_claims
     where token_hash = ${proof.tokenHash} and email = ${proof.email} and used_at > ${proof.since}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Deletes codes and claims that no longer count. */
export async function sweepContacts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from contact_codes where created_at < ${before}`.execute(tx)
  await sql`delete from email_claims where requested_at < ${before}`.execute(tx)
}

/** Deletes every code and link that was sent to a person's contacts. */
export async function forgetContactProofs(tx: Tx, { id, contacts }: Person): Promise<void> {
  await sql`delete from contact_codes where user_id = ${id}`.execute(tx)
  await sql`delete from password_resets where user_id = ${id}`.execute(tx)
  // A used one belongs to whoever has proven the address since.
  await sql`delete from email_claims where email = any (${contacts}::text[]) and used_at is null`.execute(tx)
  await sql`delete from reset_requests where email = any (${contacts}::text[])`.execute(tx)
}
