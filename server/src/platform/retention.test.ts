/** Data that nobody needs any more is deleted when its time is over, and not before. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../tests/support/server.ts'
import { sql } from './database/sql.ts'
import { outboxFolder } from './outbox/post.ts'
import { mailOf } from './outbox/sweeping.ts'
import { keptDays } from './retention.ts'

const server = await testServer()
const { db, config } = server.services
afterAll(() => server.close())

const DAY_MS = 86_400_000
const begun = server.clock.now()
const user = await server.makeUser()

/** A row of each kind as of `begun`, in the table where the test looks for it. */
const kinds: Record<
  Exclude<keyof typeof keptDays, 'unused pictures'>,
  { tables: string[]; make: () => Promise<unknown> }
> = {
  'sent messages': {
    tables: ['outbox'],
    make: () =>
      sql`insert into outbox (channel, recipient, subject, body, created_at, send_after)
          values ('mail', 'asha@example.test', 'Hello', 'Good day', ${begun}, ${begun})`.execute(db),
  },
  'reset links': {
    tables: ['password_resets'],
    make: () =>
      sql`insert into password_resets (user_id, token_hash, created_at, expires_at)
          values (${user.id}, ${Buffer.from('a')}, ${begun}, ${begun})`.execute(db),
  },
  'contact codes and claims': {
    tables: ['contact_codes', 'email_claims'],
    make: async () => {
      await sql`insert into contact_codes (user_id, channel, code_hash, created_at, expires_at)
                values (${user.id}, 'email', ${Buffer.from('b')}, ${begun}, ${begun})`.execute(db)
      await sql`insert into email_claims (email, language, requested_at, token_hash)
                values ('asha@example.test', 'en', ${begun}, ${Buffer.from('c')})`.execute(db)
    },
  },
  'idempotency replies': {
    tables: ['idempotency_keys'],
    make: () =>
      sql`insert into idempotency_keys (user_id, key, endpoint, body_hash, status, reply, created_at)
          values (${user.id}, 'a', 'POST /deposits', ${Buffer.from('d')}, 201, '{}', ${begun})`.execute(db),
  },
  'attempt counters': {
    tables: ['attempts'],
    make: () => sql`insert into attempts (name, failures, last_at) values ('user 1 code', 1, ${begun})`.execute(db),
  },
  'known addresses': {
    tables: ['known_addresses'],
    make: () =>
      sql`insert into known_addresses (user_id, address_hash, seen_at) values (${user.id}, ${Buffer.from('e')}, ${begun})`.execute(
        db,
      ),
  },
  alerts: {
    tables: ['alerts'],
    make: () =>
      sql`insert into alerts (kind, cause, by_mail, opened_at) values ('admin_made', '1', false, ${begun})`.execute(db),
  },
}

async function left(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.ref(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

test('each kind is kept until its days are over, and then deleted', async () => {
  for (const { make } of Object.values(kinds)) await make()
  await server.travelTo(begun) // sends the mail
  for (const days of [...new Set(Object.values(keptDays))].sort((a, b) => a - b)) {
    const due = Object.entries(kinds).filter(([kind]) => keptDays[kind as keyof typeof kinds] === days)
    await server.travelTo(new Date(begun.getTime() + days * DAY_MS - 60_000))
    for (const [kind, { tables }] of due) for (const table of tables) expect(await left(table), kind).toBeGreaterThan(0)
    await server.travelTo(new Date(begun.getTime() + days * DAY_MS + 60_000))
    for (const [kind, { tables }] of due) for (const table of tables) expect(await left(table), kind).toBe(0)
  }
})

test('a session is deleted once no call accepts it', async () => {
  const asha = await server.makeUser()
  const opened = server.clock.now()
  const sessions = async () => {
    const { rows } = await sql`select from sessions where user_id = ${asha.id}`.execute(db)
    return rows.length
  }
  await server.travelTo(new Date(opened.getTime() + 7 * DAY_MS - 60_000))
  expect(await sessions()).toBe(1)
  await server.travelTo(new Date(opened.getTime() + 7 * DAY_MS + 60_000))
  expect(await sessions()).toBe(0)
})

test('files of mails are deleted with their rows, leftovers of crashes too, and nothing else in the folder', async () => {
  const folder = outboxFolder(config)
  await mkdir(folder, { recursive: true })
  const strangers = ['2026-11-22T10-15-00-000Z-4711.eml', '.2026-11-22T10-15-00-000Z-4712.eml.99', 'notes.txt']
  for (const name of strangers) await writeFile(`${folder}/${name}`, 'x')
  await kinds['sent messages'].make()
  const now = server.clock.now()
  await sql`update outbox set created_at = ${now}`.execute(db)
  await server.travelTo(now)
  const [mail, ...others] = (await readdir(folder)).sort()
  expect(mailOf(mail ?? '')).toBeGreaterThan(0)
  expect(others).toEqual(['notes.txt'])
  await server.travelTo(new Date(now.getTime() + keptDays['sent messages'] * DAY_MS + 60_000))
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

test.each([
  ['2026-11-22T10-15-00-000Z-41.eml', 41],
  ['.2026-11-22T10-15-00-000Z-41.eml.1234', 41],
  ['41.eml', null],
  ['2026-11-22T10-15-00-000Z-41.eml.bak', null],
  ['notes.txt', null],
])('%s belongs to mail %s', (name, id) => expect(mailOf(name)).toBe(id))
