/** Two admins who edit one record: the second learns who was first, nothing changes, and the plain call still works. */
import { beforeAll, expect, test } from 'vitest'
import { expectInvariants } from './support/invariants.ts'
import { seedSamples } from './support/samples.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'

let server: TestServer
let [meera, ravi]: TestUser[] = []
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  meera = await server.makeUser({ role: 'admin', name: 'Meera' })
  ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
  user = await server.makeUser({ walletRupees: 100 })
  await seedSamples(server.services.db, server.clock.now())
  return async () => {
    await expectInvariants(server)
    await server.close()
  }
})

type Row = { id: number; key?: string; updated_at: string | null } & Record<string, unknown>
type Edited = {
  /** Where an admin reads the record, and which part of the reply it is. */
  list: string
  which?: (row: Row) => boolean
  path: (row: Row) => string
  /** The whole form with a new name. */
  form: (row: Row, text: string) => object
  text: (row: Row) => unknown
}

const edited: Record<string, Edited> = {
  category: {
    list: '/admin/cryptocurrency-categories',
    path: (row) => `/admin/cryptocurrency-categories/${row.id}`,
    form: ({ name }, description) => ({ name, description }),
    text: (row) => row['description'],
  },
  plan: {
    list: '/admin/cryptocurrencies',
    path: (row) => `/admin/cryptocurrencies/${row.id}`,
    form: (
      { id: _id, updated_at: _at, investors: _n, invested: _sum, profit_promised: _due, ...fields },
      description,
    ) => ({
      ...fields,
      description,
    }),
    text: (row) => row['description'],
  },
  package: {
    list: '/admin/balance-packages',
    path: (row) => `/admin/balance-packages/${row.id}`,
    form: ({ name, amount, bonus_percentage }, description) => ({ name, amount, bonus_percentage, description }),
    text: (row) => row['description'],
  },
  'deposit method': {
    list: '/deposit-methods',
    which: (row) => row['type'] === 'upi',
    path: (row) => `/deposit-methods/${row.id}`,
    form: ({ name, type, details }, instructions) => ({ name, type, details, instructions }),
    text: (row) => row['instructions'],
  },
  upcoming: {
    list: '/upcomings',
    path: (row) => `/upcomings/${row.id}`,
    form: (_row, title) => ({ title }),
    text: (row) => row['title'],
  },
  setting: {
    list: '/settings',
    which: (row) => row.key === 'operator_name',
    path: (row) => `/settings/${row.key}`,
    form: (_row, value) => ({ value }),
    text: (row) => row['value'],
  },
  user: {
    list: '/users',
    which: (row) => row.id === user.id,
    path: (row) => `/admin/users/${row.id}/edit`,
    form: ({ email, phone, balance, is_active, referral_code }, name) => ({
      name,
      email,
      phone,
      balance,
      is_active,
      referral_code,
    }),
    text: (row) => row['name'],
  },
}

async function read({ list, which = () => true }: Edited): Promise<Row> {
  const { body } = await server.call('GET', list, { as: meera! })
  const row = (Array.isArray(body) ? body : body.data).find(which)
  if (!row) throw new Error(`nothing at ${list}`)
  return row
}

test.each(Object.entries(edited))('%s', async (_name, one) => {
  const opened = await read(one)
  const save = (as: TestUser | undefined, text: string, version?: { previous_updated_at: string | null }) =>
    server.call('PUT', one.path(opened), { as: as!, body: { ...one.form(opened, text), ...version } })
  const version = { previous_updated_at: opened.updated_at }

  expect(await save(meera, 'first', version)).toMatchObject({ status: 200 })
  expect(await save(ravi, 'second', version)).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^Changed by Meera in the meantime, \d\d:\d\d$/),
      code: 'changed_meanwhile',
      params: { by: 'Meera', at: expect.stringMatching(/Z$/), now: expect.stringMatching(/Z$/) },
    },
  })
  const after = await read(one)
  expect(one.text(after)).toBe('first')

  expect(await save(ravi, 'second', { previous_updated_at: after.updated_at })).toMatchObject({ status: 200 })
  expect(await save(meera, 'third')).toMatchObject({ status: 200 })
  expect(one.text(await read(one))).toBe('third')
})

test.each(Object.entries(edited))('%s: of two concurrent edits, one is refused', async (_name, one) => {
  const opened = await read(one)
  const answers = await Promise.all(
    [meera, ravi].map((as) =>
      server.call('PUT', one.path(opened), {
        as: as!,
        body: { ...one.form(opened, `by ${as?.name}`), previous_updated_at: opened.updated_at },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an account that was deactivated meanwhile is not edited unnoticed', async () => {
  const other = await server.makeUser()
  const { body } = await server.call('GET', `/users?search=${other.email}`, { as: ravi! })
  const { name, email, phone, balance, referral_code, updated_at } = body.data[0]
  await server.call('POST', `/users/${other.id}/toggle-status`, { as: meera! })
  const form = { name, email, phone, balance, referral_code, is_active: true, previous_updated_at: updated_at }
  const reply = await server.call('PUT', `/admin/users/${other.id}/edit`, { as: ravi!, body: form })
  expect(reply).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
})
