/**
 * Cached replies to polls (docs/polls.md): never older than what this process has committed, nor than what another one had
 * committed when its changes were last read. Here time passes only if a test advances it.
 */
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { paise } from '@bittkosh/contract/money'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../server/src/app.ts'
import { balanceAdjusted } from '../server/src/ledger/movements.ts'
import { post } from '../server/src/ledger/post.ts'
import { makeDb, open, transaction } from '../server/src/platform/database/database.ts'
import { openPool } from '../server/src/platform/database/open.ts'
import type { Query } from '../server/src/platform/database/sql.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { openTail, sweepChanges } from '../server/src/platform/database/tail.ts'
import { makePolls } from '../server/src/platform/http/polls.ts'
import { makeSettingsSnapshot } from '../server/src/platform/settings.ts'
import { readsFromPrimary } from '../server/src/platform/database/replica.ts'
import { routes } from '../server/src/rooms.ts'
import { BELL, type Poll, pollerOf } from './support/poller.ts'
import { type Answer, testServer, type TestUser } from './support/server.ts'
import { transfersOn } from './support/transfers.ts'
import { withdrawalsOn } from './support/withdrawals.ts'

const server = await testServer()
const { db } = server.services
const poll = await pollerOf(server.app)
const admin = await server.makeUser({ role: 'admin' })
afterAll(() => server.close())

const transfers = transfersOn(server)
const withdrawals = withdrawalsOn(server, admin)

const words = { title: 'Maintenance', message: 'Tonight from 23:00', type: 'info' }

/** The reply, and how many statements it took. */
async function counted(work: () => Promise<Answer>): Promise<{ answer: Answer; statements: number }> {
  const run = vi.spyOn(db, 'run')
  const answer = await work()
  const statements = run.mock.calls.length
  run.mockRestore()
  return { answer, statements }
}

/** A person whose polls are cached. */
async function polled(walletRupees = 1_000): Promise<TestUser> {
  const user = await server.makeUser({ walletRupees })
  await poll(user)
  expect((await counted(() => poll(user))).statements).toBe(0)
  return user
}

async function done(method: string, path: string, as: TestUser, body?: object): Promise<Answer> {
  const answer = await server.call(method, path, { as, ...(body && { body }) })
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer
}

const tell = (user: TestUser) => done('POST', '/send-notification', admin, { user_id: user.id, ...words })

describe('what is kept', () => {
  const kept = routes.map(({ endpoint }) => endpoint as Endpoint).filter(({ keptUntil }) => keptUntil)
  const reader = (endpoint: Endpoint) => (endpoint.who === 'admin' ? admin : server.makeUser({ walletRupees: 10 }))

  test('ends with a notification to everybody that expires', async () => {
    const user = await polled()
    const expires_at = new Date(server.clock.now().getTime() + 10_000).toISOString()
    const title = `Ends ${expires_at}`
    const unread = async () => (await poll(user)).body.unread_count
    const titles = async () =>
      (await poll(user, '/notifications')).body.data.map((notice: { title: string }) => notice.title)
    const before = await unread()
    const sent = { as: admin, body: { ...words, title, expires_at } }
    expect((await server.call('POST', '/admin/mass-notification', sent)).status).toBe(201)
    expect([await unread(), await titles()]).toEqual([before + 1, expect.arrayContaining([title])])
    expect((await counted(() => poll(user))).statements).toBe(0)
    server.clock.jump(10_000)
    expect([await unread(), (await titles()).includes(title)]).toEqual([before, false])
  })

  test('are reads of signed-in people', () => {
    expect(kept.length).toBeGreaterThan(0)
    for (const { method, who, reply } of kept) {
      expect(method).toBe('GET')
      expect(who).not.toBe('anyone')
      expect(reply).not.toBe('file')
    }
  })

  test.each(kept.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s is sent again without a statement',
    async (path, endpoint) => {
      const user = await reader(endpoint)
      const { answer: first } = await counted(() => poll(user, path))
      expect(first.status).toBe(200)
      const { answer: again, statements } = await counted(() => poll(user, path))
      expect(statements).toBe(0)
      expect(again).toMatchObject({ status: 200, body: first.body })
      const own = { date: expect.any(String), 'x-request-id': expect.stringMatching(/^[\w-]{36}$/) }
      expect(again.headers).toEqual({ ...first.headers, ...own })
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    },
  )

  // The two functions that write them note their changes, and records that stay need no note.
  const notedElsewhere = ['ledger_accounts', 'ledger_entries']

  test.each(kept.map((endpoint) => [endpoint.path, endpoint] as const))(
    'each change of a table that %s reads is noted',
    async (path, endpoint) => {
      const user = await reader(endpoint)
      const read = await tablesReadBy(() => poll(user, path))
      expect(read).toContain('sessions')
      const { rows } = await sql<{ table: string; events: number[] }>`
        select c.relname as table, array_agg(t.tgtype::integer) as events
          from pg_trigger t
          join pg_class c on c.oid = t.tgrelid
          join pg_proc p on p.oid = t.tgfoid
         where p.proname like 'note_change%'
         group by c.relname`.execute(db)
      const noted = new Map(rows.map(({ table, events }) => [table, events.reduce((all, one) => all | one)]))
      const INSERT = 4
      const DELETE = 8
      const UPDATE = 16
      const needed = (table: string) => {
        if (table === 'users') return UPDATE // a new user has polled nothing; a deleted one loses its sessions
        if (table === 'sessions') return DELETE // a new session has polled nothing either
        if (table === 'notification_reads') return INSERT | DELETE // never updated
        return INSERT | UPDATE | DELETE
      }
      const missing = read.filter(
        (table) => !notedElsewhere.includes(table) && ((noted.get(table) ?? 0) & needed(table)) !== needed(table),
      )
      expect(missing).toEqual([])
    },
  )

  async function tablesReadBy(work: () => Promise<Answer>): Promise<string[]> {
    const queries: Query[] = []
    const original = db.run.bind(db)
    const run = vi.spyOn(db, 'run').mockImplementation((query) => {
      queries.push(query)
      return original(query)
    })
    await work()
    run.mockRestore()
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
      db,
    )
    const text = queries.map((query) => query.text).join('\n')
    return rows.map(({ name }) => name).filter((name) => new RegExp(`\\b(?:from|join)\\s+${name}\\b`).test(text))
  }

  test('a client that has the same bytes gets an empty 304', async () => {
    const user = await polled()
    const { headers } = await poll(user)
    const ask = async (tags: string) => {
      const { status, body, headers: sent } = await poll(user, BELL, { 'if-none-match': tags })
      return { status, body, etag: sent['etag'], cached: sent['cache-control'] }
    }
    const etag = String(headers['etag'])
    const none = { status: 304, body: '', etag, cached: 'no-store' }
    expect(await ask(etag)).toEqual(none)
    expect(await ask(`"other", W/${etag}`)).toEqual(none)
    expect(await ask('"other"')).toMatchObject({ status: 200, etag })
    await server.services.db.run({ text: 'update users set name = name', values: [] }) // drops the cached replies
    expect(await ask(etag), 'read anew, to the same bytes').toEqual(none)
    await tell(user)
    expect((await ask(etag)).status).toBe(200)
  })

  test('each language, session and address has its own cached reply', async () => {
    const user = await polled()
    await tell(user)
    const list = '/notifications'
    const read = (language: 'en' | 'hi') => poll(user, list, { cookie: `language=${language}` })
    await read('en')
    await transaction(db, (tx) =>
      sql`update notifications set title_hi = 'रखरखाव', message_hi = 'आज रात' where user_id = ${user.id}`.execute(tx),
    )
    expect((await read('en')).body.data[0].title).toBe('Maintenance')
    expect((await read('hi')).body.data[0].title).toBe('रखरखाव')
    expect((await read('en')).body.data[0].title).toBe('Maintenance')
    const other = await server.makeUser()
    expect((await poll(other, list)).body.data).toEqual([])
  })

  test('cached replies count against the rate limits', async () => {
    const limited = await testServer({ env: { RATE_LIMITS: 'on' }, database: { ...server.services, ...ownDatabase() } })
    const pollThere = await pollerOf(limited.app)
    const user = await server.makeUser()
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await pollThere(user)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    await limited.app.close()
  })

  function ownDatabase() {
    const { config } = server.services
    return { url: config.databaseUrl ?? '', dataDir: config.dataDir, onChanges: () => {}, close: async () => {} }
  }
})

describe('in the process that commits, the next poll learns', () => {
  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['of a notice', tell],
    ['of a notice to everybody', () => sendToAll()],
    ['of money into Earn', (user) => done('POST', '/flexible/deposit', user, { amount: 500 })],
    [
      'of a notice that a statement outside a transaction sends',
      (user) =>
        sql`insert into notifications (user_id, title, message, type, created_at)
            values (${user.id}, 'By hand', 'Text', 'info', ${server.clock.now()})`.execute(db),
    ],
  ])('%s', async (_, act) => {
    const user = await polled()
    const before = (await poll(user)).body
    await act(user)
    expect((await poll(user)).body).not.toEqual(before)
  })

  test('of notifications that were read, or recalled', async () => {
    const user = await polled()
    await tell(user)
    const [{ id }] = (await poll(user, '/notifications')).body.data
    const unread = async () => (await poll(user)).body.unread_count
    const before = await unread()
    await done('POST', `/notifications/${id}/mark-read`, user)
    expect(await unread()).toBe(before - 1)
    await done('POST', '/notifications/mark-all-read', user)
    expect(await unread()).toBe(0)
    const global = await sendToAll()
    expect(await unread()).toBe(1)
    await done('POST', `/admin/mass-notifications/${global}/recall`, admin)
    expect(await unread()).toBe(0)
  })

  test('of both sides of a transfer', async () => {
    const { sender, receiver, id, code } = await transfers.opened({ rupees: 1_000, amount: 400 })
    const worth = async (user: TestUser) => (await poll(user, '/portfolio/history?days=2')).body.data.at(-1).wallet
    const before = [await worth(sender), await worth(receiver)]
    expect((await counted(() => poll(receiver, '/portfolio/history?days=2'))).statements).toBe(0)
    expect((await transfers.verify(sender, id, code)).status).toBe(200)
    expect(before).toEqual([1_000, 0])
    expect(await worth(sender)).toBeLessThanOrEqual(600)
    expect(await worth(receiver)).toBe(400)
  })

  test('of what waits for the team', async () => {
    const waits = async () => (await poll(admin, '/waiting')).body.withdrawals
    const before = await waits()
    const user = await withdrawals.investor(5_000)
    const { body } = await withdrawals.ask(user)
    expect(await waits()).toMatchObject({ count: before.count + 1, amount: before.amount + 1_000 })
    expect((await withdrawals.approve(body.id)).status).toBe(200)
    expect(await waits()).toEqual(before)
  })

  test('of a night of Earn, which changes everybody', async () => {
    const user = await polled()
    await done('POST', '/flexible/deposit', user, { amount: 500 })
    await sql`delete from changes`.execute(db)
    const today = dayOf(server.clock.now())
    await sql`
      select from flexible_post_interest(${today}, ${new Date(startOfDay(addDays(today, 1)).getTime() - 1)}, 1000, ${user.id}, ${user.id}, '{}')`.execute(
      db,
    )
    const { rows } = await sql<{ people: number[] | null }>`select people from changes`.execute(db)
    expect(rows).toContainEqual({ people: null })
  })

  test('of each person who gets money from one posting', async () => {
    for (const count of [2, 30]) {
      const people: TestUser[] = []
      for (let n = 0; n < count; n++) people.push(await polled())
      const before = await Promise.all(people.map((user) => poll(user)))
      const at = server.clock.now()
      await transaction(db, async (tx) => {
        const { rows } = await sql<{ id: number; user_id: number }>`
          insert into balance_adjustments (user_id, change, reason, created_at)
          select id, 100, 'test', ${at} from unnest(${people.map(({ id }) => id)}::integer[]) as id
          returning id, user_id`.execute(tx)
        await post(
          tx,
          at,
          rows.map(({ id, user_id }) => balanceAdjusted({ id, user: user_id, change: paise(100n) })),
        )
      })
      const after = await Promise.all(people.map((user) => poll(user)))
      for (const [n, { body }] of after.entries()) expect(body.state).not.toBe(before[n]?.body.state)
    }
  })

  test('of nobody else, up to the hundred people of a full batch', async () => {
    const people: number[] = []
    for (let n = 0; n < 100; n++) people.push((await server.makeUser()).id)
    await sql`delete from changes`.execute(db)
    await transaction(db, (tx) =>
      post(
        tx,
        server.clock.now(),
        people.map((user, n) => balanceAdjusted({ id: 1_000_000 + n, user, change: paise(100n) })),
      ),
    )
    const { rows } = await sql<{ people: number[] | null }>`select people from changes`.execute(db)
    expect(rows).toEqual([{ people }])
  })

  test('of nothing that was rolled back', async () => {
    const user = await polled()
    const { tx, end } = await open(db, '')
    await sql`update users set name = 'Another' where id = ${user.id}`.execute(tx)
    await end('rollback')
    expect((await poll(user)).status).toBe(200)
  })

  test('of nothing in an open transaction, and of all of it when it has ended', async () => {
    const user = await polled()
    const before = (await poll(user)).body
    const { tx, end } = await open(db, '')
    await sql`insert into notifications (user_id, title, message, type, created_at)
              values (${user.id}, 'Open', 'Text', 'info', ${server.clock.now()})`.execute(tx)
    expect((await poll(user)).body).toEqual(before)
    await end('commit')
    expect((await poll(user)).body.unread_count).toBe(before.unread_count + 1)
  })
})

describe('an ended session gets nothing', () => {
  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['signed out', (user) => done('POST', '/logout', user)],
    ['deactivated', (user) => done('POST', `/users/${user.id}/toggle-status`, admin, { reason: 'Under review' })],
    ['ended by hand', (user) => sql`delete from sessions where user_id = ${user.id}`.execute(db)],
  ])('%s', async (_, act) => {
    const user = await polled()
    await act(user)
    expect((await poll(user)).status).toBe(401)
  })

  test('the next poll sees a freeze', async () => {
    const user = await polled()
    await done('POST', `/users/${user.id}/freeze`, admin, { reason: 'Under review' })
    expect((await counted(() => poll(user))).statements).toBeGreaterThan(0)
  })

  test('an admin whose roles were removed', async () => {
    const other = await server.makeUser({ role: 'admin' })
    expect((await poll(other, '/admin/conversations/count')).status).toBe(200)
    await sql`update users set roles = '{catalogue}' where id = ${other.id}`.execute(db)
    expect((await poll(other, '/admin/conversations/count')).status).toBe(403)
  })

  test('an admin who only polls for half an hour', async () => {
    const own = await testServer()
    const pollThere = await pollerOf(own.app)
    const idle = await own.makeUser({ role: 'admin' })
    const start = own.clock.now().getTime()
    for (let minute = 0; minute < 30; minute++) {
      own.clock.moveTo(new Date(start + minute * 60_000))
      expect((await pollThere(idle, '/waiting')).status).toBe(200)
    }
    own.clock.moveTo(new Date(start + 30 * 60_000 + 1_000))
    expect((await pollThere(idle, '/waiting')).status).toBe(401)
    await own.close()
  })

  test('but a call made by a person renews it, although its reply is cached', async () => {
    const own = await testServer()
    const pollThere = await pollerOf(own.app)
    const busy = await own.makeUser({ role: 'admin' })
    const start = own.clock.now().getTime()
    for (let minute = 0; minute <= 40; minute += 4) {
      own.clock.moveTo(new Date(start + minute * 60_000))
      expect((await pollThere(busy, '/waiting', {})).status).toBe(200)
    }
    await own.close()
  })
})

describe('a reader that begins before a commit and ends after it leaves nothing in the cache', () => {
  test.each<[string, (user: TestUser) => Promise<unknown>, (answer: Answer) => void]>([
    ['of a notice', tell, ({ body }) => expect(body.unread_count).toBe(1)],
    ['of a sign-out', (user) => done('POST', '/logout', user), ({ status }) => expect(status).toBe(401)],
  ])('%s', async (_, act, expected) => {
    await done('POST', '/notifications/mark-all-read', await server.makeUser())
    const user = await server.makeUser()
    await done('POST', '/notifications/mark-all-read', user)
    const original = db.run.bind(db)
    let isOver = false
    const run = vi.spyOn(db, 'run').mockImplementation(async (query) => {
      const rows = await original(query)
      if (!isOver && query.text.includes('as unread_count')) {
        isOver = true
        await act(user)
      }
      return rows
    })
    expect((await poll(user)).status).toBe(200) // what was true when it was read
    run.mockRestore()
    expect(isOver).toBe(true)
    expected(await poll(user))
  })
})

describe('another process', () => {
  let nowMs = 0
  const pool = openPool(server.services.config.databaseUrl ?? '')
  const polls = makePolls({ nowMs: () => nowMs })
  const tail = openTail(pool, polls, () => nowMs)
  const otherDb = makeDb(pool)
  const services = {
    ...server.services,
    db: otherDb,
    reads: readsFromPrimary(otherDb),
    settings: makeSettingsSnapshot(otherDb),
    polls,
  }
  let pollAt: Poll
  beforeAll(async () => {
    const app = await buildApp(services)
    pollAt = await pollerOf(app)
    return async () => {
      await app.close()
      await tail.stop()
      await pool.end()
    }
  })

  async function pollThere(user: TestUser) {
    const { status, body } = await pollAt(user)
    return { status, unread: status === 200 ? body.unread_count : null }
  }

  async function polledThere() {
    const user = await server.makeUser()
    await done('POST', '/notifications/mark-all-read', user)
    await tail.read()
    expect(await pollThere(user)).toEqual({ status: 200, unread: 0 })
    return user
  }

  test('sees a change once it has read the changes', async () => {
    const user = await polledThere()
    await tell(user)
    expect((await pollThere(user)).unread).toBe(0)
    await tail.read()
    expect((await pollThere(user)).unread).toBe(1)
  })

  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['a sign-out', (user) => done('POST', '/logout', user)],
    ['a deactivation', (user) => done('POST', `/users/${user.id}/toggle-status`, admin, { reason: 'Under review' })],
  ])('then sees %s', async (_, act) => {
    const user = await polledThere()
    await act(user)
    await tail.read()
    expect((await pollThere(user)).status).toBe(401)
  })

  test('sees it after half a second even if it has read none', async () => {
    const user = await polledThere()
    await done('POST', '/logout', user)
    nowMs += 501
    expect((await pollThere(user)).status).toBe(401)
  })

  test('reads the changes when it was too busy before, and not for each reply', async () => {
    const [user, other] = [await polledThere(), await polledThere()]
    await tell(user)
    nowMs += 501
    const run = vi.spyOn(otherDb, 'run')
    polls.listenBy(tail.read)
    expect((await pollThere(other)).unread).toBe(0)
    expect(run).not.toHaveBeenCalled()
    polls.listenBy(async () => {})
    run.mockRestore()
    expect((await pollThere(user)).unread).toBe(1)
  })

  test('does not wait for a reading of the changes that hangs', async () => {
    const user = await polledThere()
    await tell(user)
    nowMs += 501
    polls.listenBy(() => new Promise(() => {}))
    expect(await pollThere(user)).toEqual({ status: 200, unread: 1 })
    polls.listenBy(async () => {})
  })

  test('sees a transaction that began before others and ended after them', async () => {
    const [slow, quick] = [await polledThere(), await polledThere()]
    const { tx, end } = await open(db, '')
    await sql`insert into notifications (user_id, title, message, type, created_at)
              values (${slow.id}, 'Slow', 'Text', 'info', ${server.clock.now()})`.execute(tx)
    await tell(quick)
    await tail.read()
    expect((await pollThere(quick)).unread).toBe(1)
    expect((await pollThere(slow)).unread).toBe(0)
    await tail.read()
    await end('commit')
    await tail.read()
    expect((await pollThere(slow)).unread).toBe(1)
  })

  test('drops everything when its connection was lost, whatever happened meanwhile', async () => {
    const user = await polledThere()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where query like '%pg_current_snapshot%' and pid <> pg_backend_pid()`.execute(db)
    await tell(user)
    await sql`delete from changes`.execute(db) // as a crash empties it
    await tail.read() // detects the lost connection
    await tail.read()
    expect((await pollThere(user)).unread).toBe(1)
  })

  test('drops everything after a gap, in which changes may have been deleted', async () => {
    const user = await polledThere()
    nowMs += 21_000
    await tell(user)
    await sql`delete from changes`.execute(db)
    await tail.read()
    expect((await pollThere(user)).unread).toBe(1)
  })

  test('finds changes for a minute', async () => {
    await sql`insert into changes (people, at) values ('{1}', clock_timestamp() - interval '2 minutes')`.execute(db)
    await sql`insert into changes (people) values ('{2}')`.execute(db)
    await sweepChanges(db)
    const { rows } = await sql<{ people: number[] }>`select people from changes where people in ('{1}', '{2}')`.execute(
      db,
    )
    expect(rows.map(({ people }) => people)).toContainEqual([2])
    expect(rows.map(({ people }) => people)).not.toContainEqual([1])
  })
})

async function sendToAll(): Promise<number> {
  const expires_at = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  return (await done('POST', '/admin/mass-notification', admin, { ...words, expires_at })).body.id
}
