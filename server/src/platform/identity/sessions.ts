/** Opaque tokens: 256 random bits, stored only as their SHA-256, looked up on every request. */
import { hash, randomBytes } from 'node:crypto'
import type { Language } from '@bittkosh/contract/language'
import type { Role } from '@bittkosh/contract/roles'
import type { Db, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { inBatches } from '../batching.ts'
import { hasFactor } from './secondFactor.ts'

/** The person who makes a call. */
export type Member = {
  id: number
  name: string
  email: string
  phone: string
  emailVerified: boolean
  role: 'user' | 'admin'
  /** At least one for an admin; a user has none. */
  roles: readonly Role[]
  /** The language of mails to this person. */
  language: Language
  session: number
  /** An admin who has a second factor. */
  secondFactor: boolean
  /** An admin set the password: all but a few calls are refused until it is changed. */
  mustChangePassword: boolean
}

/** A session as a call finds it. It is valid until `endsAt` unless somebody ends it, and is renewed a minute after `seenAt`. */
export type SignedIn = Member & { seenAt: Date; endsAt: Date }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How long a session lives unused, and in total (docs/rules.md#accounts-and-sessions). */
const LIFE = {
  user: { idleMs: 7 * DAY_MS, totalMs: 30 * DAY_MS },
  admin: { idleMs: 30 * MINUTE_MS, totalMs: DAY_MS / 2 },
}
const SEEN_EVERY_MS = MINUTE_MS // most calls do not write; a minute's inaccuracy in 30 is fine

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Opens a session and returns its token, which is stored nowhere. */
export async function openSession(
  tx: Tx,
  { user, role, device, at }: { user: number; role: 'user' | 'admin'; device: string; at: Date },
): Promise<string> {
  const token = newToken()
  await sql`
    insert into sessions (user_id, token_hash, device, created_at, last_seen_at, expires_at)
    values (${user}, ${hashToken(token)}, ${device}, ${at}, ${at}, ${new Date(at.getTime() + LIFE[role].totalMs)})`.execute(
    tx,
  )
  return token
}

/** What a call sends of its session. `language`: of its page, if it names one. */
type Presented = { token: string; at: Date; language: Language | undefined; isBackground: boolean }
type Found = Member & { seenAt: Date; expires_at: Date }

export type MemberOf = (presented: Presented) => Promise<SignedIn | undefined>

/**
 * Looks up the member behind a token; undefined for a token that is unknown, unused too long, expired, or of an inactive
 * user. Renews the session unless it is a background call, and stores the language of their page. While one statement
 * looks sessions up, the next calls wait and are looked up together.
 */
export function memberLookup(db: Db): MemberOf {
  const find = inBatches<Presented, Found | null>({
    alone: async (presented) => (await findSessions(db, [presented]))[0] ?? null,
    async together(presented) {
      const found = await findSessions(db, presented)
      return new Map(presented.map((each, n) => [each, found[n] ?? null]))
    },
    failed: () => {}, // the look-up alone then reports the error
  })
  return async (presented) => {
    const found = await find(presented)
    return found ? touchSession(db, presented, found) : undefined
  }
}

/** In the order of `presented`. */
async function findSessions(db: Db, presented: readonly Presented[]): Promise<(Found | undefined)[]> {
  const asked = presented.map(({ token, at }, n) => ({
    n,
    hash: hashToken(token),
    at,
    userSince: new Date(at.getTime() - LIFE.user.idleMs),
    adminSince: new Date(at.getTime() - LIFE.admin.idleMs),
  }))
  const columns = { integer: ['n'], bytea: ['hash'], timestamptz: ['at', 'userSince', 'adminSince'] } as const
  const { rows } = await sql<Found & { n: number }>`
    select a.n, u.id, u.name, u.email, u.phone, u.email_verified_at is not null as "emailVerified", u.role, u.roles, u.language,
           ${hasFactor} as "secondFactor", u.must_change_password as "mustChangePassword",
           s.id as session, s.last_seen_at as "seenAt", s.expires_at
      from ${sql.rows('a', columns, asked)}
      join sessions s on s.token_hash = a.hash
      join users u on u.id = s.user_id
     where u.is_active and u.closed_at is null
       and s.expires_at > a.at
       and s.last_seen_at > case u.role when 'admin' then a."adminSince" else a."userSince" end`.execute(db)
  const found = new Map(rows.map(({ n, ...row }) => [n, row]))
  return presented.map((_, n) => found.get(n))
}

async function touchSession(db: Db, { at, language, isBackground }: Presented, row: Found): Promise<SignedIn> {
  let { seenAt } = row
  if (!isBackground && isToRenew(seenAt, at)) {
    await sql`update sessions set last_seen_at = ${at} where id = ${row.session} and last_seen_at < ${at}`.execute(db)
    seenAt = at
  }
  const { expires_at: expiresAt, ...found } = row
  const idleAt = seenAt.getTime() + LIFE[found.role].idleMs
  const member = { ...found, seenAt, endsAt: new Date(Math.min(idleAt, expiresAt.getTime())) }
  if (language === undefined || language === row.language) return member
  await sql`update users set language = ${language} where id = ${row.id}`.execute(db)
  return { ...member, language }
}

/** Whether a foreground call must renew a session that was last used at `seenAt`. */
export function isToRenew(seenAt: Date, at: Date): boolean {
  return at.getTime() - seenAt.getTime() > SEEN_EVERY_MS
}

/** Ends every session of a user, or every one but `except`. */
export async function endSessions(tx: Tx, user: number, { except = 0 }: { except?: number } = {}): Promise<void> {
  await sql`delete from sessions where user_id = ${user} and id <> ${except}`.execute(tx)
}

export type LiveSession = { id: number; device: string; createdAt: Date; lastSeenAt: Date }

/** Where a user is signed in, latest first. */
export async function liveSessionsOf(
  db: Db,
  { user, role, at }: { user: number; role: 'user' | 'admin'; at: Date },
): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt"
      from sessions
     where user_id = ${user}
       and expires_at > ${at}
       and last_seen_at > ${new Date(at.getTime() - LIFE[role].idleMs)}
     order by last_seen_at desc, id desc
     limit 100`.execute(db)
  return rows
}

/** Ends one of a user's sessions; false if the user has no such session. */
export async function endSession(tx: Tx, { user, session }: { user: number; session: number }): Promise<boolean> {
  const { rows } = await sql`
    delete from sessions where id = ${session} and user_id = ${user} returning id`.execute(tx)
  return rows.length > 0
}

/** Deletes the sessions whose tokens no call accepts any more. */
export async function sweepSessions(tx: Tx, at: Date): Promise<void> {
  const idleSince = (role: 'user' | 'admin') => new Date(at.getTime() - LIFE[role].idleMs)
  await sql`
    delete from sessions s
     using users u
     where u.id = s.user_id
       and (s.expires_at <= ${at}
            or s.last_seen_at <= case u.role when 'admin' then ${idleSince('admin')}::timestamptz else ${idleSince('user')} end)`.execute(
    tx,
  )
}
