/** Every call that can be proposed: with four eyes on nothing happens until another admin approves it, and then it happens once. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsTable } from '@bittkosh/contract/settings'
import { sql } from '../server/src/platform/database/sql.ts'
import { invariants } from '../server/src/proposals/invariants.ts'
import { routes } from '../server/src/rooms.ts'
import { everything } from './support/everything.ts'
import { type Act, guardedActs, type Prepare, setFourEyes } from './support/guardedActs.ts'
import { type TestUser, testServer } from './support/server.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
]
const { always, sometimes } = guardedActs(server, meera)
beforeEach(() => setFourEyes(server, null))
afterAll(() => server.close())

const names = new Set(
  routes
    .filter(({ endpoint }) => endpoint.fourEyes === 'sometimes')
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
)
/** The variants of these calls that require only a code. */
const alone = new Set(['anything of an admin', ...settingsOfOne()])
function settingsOfOne(): string[] {
  return Object.entries(settingsTable).flatMap(([key, { permission }]) =>
    permission === 'settings.money' ? [] : [key],
  )
}

const acts: [title: string, what: string, prepare: Prepare][] = [
  ...Object.entries(always).map(([title, prepare]): [string, string, Prepare] => [title, 'always', prepare]),
  ...Object.entries(sometimes).flatMap(([title, { with: guarded }]) =>
    Object.entries(guarded).map(([what, prepare]): [string, string, Prepare] => [title, what, prepare]),
  ),
].filter(([title]) => names.has(title))
const proposable = acts.filter(([, what]) => !alone.has(what))

test('every call that can be proposed has an act here', () => {
  expect([...new Set(proposable.map(([title]) => title))].toSorted()).toEqual([...names].toSorted())
})

function make(title: string, { path, ...body }: Act, as: TestUser, key?: string) {
  return server.call(title.split(' ')[0] ?? '', path, { as, ...body, ...(key === undefined ? {} : { key }) })
}
const approve = (id: number, as: TestUser) => server.call('POST', `/admin/proposals/${id}/approve`, { as })

// What stores a proposal, and the change notes for polls.
const ofProposals = ['proposals', 'audit_log', 'audit_counts', 'idempotency_keys', 'outbox', 'changes']
const unproposed = () => everything(db, ofProposals)

test('applies from the moment another process has turned it on, and no longer once it is off', async () => {
  const act = () => always['POST /deposit-methods']!(meera)
  const post = async () => make('POST /deposit-methods', await act(), meera)
  const byAnother = async (value: string) =>
    sql`update settings set value = ${value} where key = 'four_eyes_above'`.execute(db) // this process is not told
  for (const [value, status] of [
    ['0', 202],
    ['', 201],
  ] as const) {
    await server.services.settings.current()
    await byAnother(value)
    expect((await post()).status).toBe(status)
  }
})

describe.each(proposable)('%s: %s', (title, _what, prepare) => {
  test('becomes a proposal, happens once when another admin approves it, and names both', async () => {
    const act = await prepare(meera)
    await setFourEyes(server, 0)
    const before = await unproposed()
    const sent = await make(title, act, meera)
    expect([sent.status, sent.body.proposal?.status]).toEqual([202, 'open'])
    expect(await unproposed()).toEqual(before)

    const { id } = sent.body.proposal
    const own = await approve(id, meera)
    expect(own).toMatchObject({ status: 403, body: { code: 'own_proposal' } })
    expect(await unproposed()).toEqual(before)

    const done = await approve(id, ravi)
    expect([done.status, done.body.status, done.body.code]).toEqual([200, 'approved', undefined])
    expect(await unproposed()).not.toEqual(before)
    const { rows } = await sql<{ admin_id: number }>`
      select admin_id, approved_by from audit_log where approved_by is not null order by id desc limit 1`.execute(db)
    expect(rows).toEqual([{ admin_id: meera.id, approved_by: ravi.id }])

    const after = await unproposed()
    expect(await approve(id, ravi)).toMatchObject({
      status: 409,
      body: { code: 'proposal_closed', params: { by: 'Ravi' } },
    })
    expect(await unproposed()).toEqual(after)
  })

  test('is done immediately while four eyes are off', async () => {
    const sent = await make(title, await prepare(meera), meera)
    expect([sent.status, sent.status < 300 && sent.status !== 202]).toEqual([sent.status, true])
  })
})

test.each(acts.filter(([, what]) => alone.has(what)))(
  '%s: %s needs a code but no second admin',
  async (title, _what, prepare) => {
    const act = await prepare(meera)
    await setFourEyes(server, 0)
    expect((await make(title, act, meera)).status).toBe(200)
  },
)

test('verify finds nothing after all of that', async () => {
  for (const { find } of invariants) expect(await find(db)).toEqual([])
})
