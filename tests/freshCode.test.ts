/** Every call that requires a fresh code of an admin's second factor: without one it is refused and changes nothing. */
import { endpoint, postingRefusals } from '@bittkosh/contract/endpoint'
import { addNote } from '@bittkosh/contract/notes'
import { record } from '../server/src/audit/actions.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { review } from '../server/src/proposals/actions.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '../server/src/rooms.ts'
import { everything } from './support/everything.ts'
import { guardedActs, type Prepare, someone } from './support/guardedActs.ts'
import { adminWithFactor, callWithCode } from './support/secondFactor.ts'
import { testServer } from './support/server.ts'

const server = await testServer()
const { always, sometimes } = guardedActs(server, await server.makeUser({ role: 'admin', name: 'Meera' }))
afterAll(() => server.close())

const titleOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const guarded = (how: 'always' | 'sometimes') =>
  routes.filter(({ endpoint }) => endpoint.freshCode === how).map(({ endpoint }) => titleOf(endpoint))

async function expectGuarded(title: string, prepare: Prepare): Promise<void> {
  const by = await adminWithFactor(server)
  const act = await prepare(by)
  const verb = title.split(' ')[0] ?? ''
  const before = await everything(server.services.db)
  const refused = await server.call(verb, act.path, { as: by, ...('body' in act ? { body: act.body } : {}) })
  expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_code_required' } })
  expect(await everything(server.services.db)).toEqual(before)
  const taken = await callWithCode(server, { method: verb, as: by, ...act })
  expect([taken.code, taken.status < 300]).toEqual([undefined, true])
}

test('every call that the contract guards has an act here', () => {
  expect(Object.keys(always).toSorted()).toEqual(guarded('always').toSorted())
  expect(Object.keys(sometimes).toSorted()).toEqual(guarded('sometimes').toSorted())
})

describe('always', () => {
  test.each(Object.entries(always))('%s', expectGuarded)
})

describe.each(Object.entries(sometimes))('%s', (title, acts) => {
  test.each(Object.entries(acts.with))('requires one for %s', async (_what, prepare) => expectGuarded(title, prepare))
  test.each(Object.entries(acts.without))('requires none for %s', async (_what, prepare) => {
    const by = await adminWithFactor(server)
    const act = await prepare(by)
    const reply = await server.call(title.split(' ')[0] ?? '', act.path, {
      as: by,
      ...('body' in act ? { body: act.body } : {}),
    })
    expect([reply.status < 300, reply.body]).toEqual([true, reply.body])
  })
})

test('a call that always requires one checks it before the slow part of its work', async () => {
  const by = await adminWithFactor(server)
  const weak = { ...someone(), password: 'password1' }
  const reply = await server.call('POST', '/admin/admins', { as: by, body: weak })
  expect(reply.body.code).toBe('fresh_code_required')
})

test('a call that never requires one but does something guarded fails, and nothing of it remains', async () => {
  const { services, clock } = server
  const [admin, user] = [await server.makeUser({ role: 'admin' }), await server.makeUser()]
  const at = clock.now()
  const before = await everything(server.services.db)
  const done = transaction(services.db, async (tx) => {
    const frozen = { action: 'user frozen', subject: 'user', subjectId: user.id, reason: 'Asked to' } as const
    record(tx, { user: admin, at, address: '' }, frozen)
    const call = { user: admin, required: new Set(), at, services, settings: await services.settings.current() }
    await review(tx, { call: call as never, endpoint: addNote, raw: {} as never, undo: async () => {} })
  })
  await expect(done).rejects.toThrow('does not say how that is guarded')
  expect(await everything(server.services.db)).toEqual(before)
})

// Never run, but compiled by `npm run check`, which fails if a line below `@ts-expect-error` compiles.
function saysNothing(): void {
  const call = { name: 'pay', path: '/pay', who: 'admin', permission: 'withdrawals.decide', summary: 'Pay' } as const
  // @ts-expect-error: a write that does not say how it is guarded
  endpoint({ ...call, method: 'POST' })
  // @ts-expect-error: nor whether it takes a fresh code
  endpoint({ ...call, method: 'POST', fourEyes: 'never' })
  // @ts-expect-error: a download, which may be of people
  endpoint({ ...call, method: 'GET', reply: 'file' })
  const paying = { ...call, method: 'POST', fourEyes: 'never', refusals: ['not_found', ...postingRefusals] } as const
  endpoint({ ...paying, freshCode: 'sometimes' })
  // @ts-expect-error: it moves money without a fresh code
  endpoint({ ...paying, freshCode: 'never' })
}
void saysNothing
