import { addDays, dayOf } from '@bittkosh/contract/time'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { seedSamples } from './seed.ts'

let server: TestServer
let admin: TestUser
let user: TestUser
let category: number

beforeAll(async () => {
  server = await testServer({ env: { PUBLIC_URL: 'https://bittkosh.example' } })
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser({ walletRupees: 100_000 })
  category = (await addCategory()).body.id
})
afterAll(() => server.close())

const unique = () => randomBytes(4).toString('hex')

function addCategory(body: Record<string, unknown> = {}) {
  const full = { name: `Savers ${unique()}`, description: 'Steady ones', ...body }
  return server.call('POST', '/admin/cryptocurrency-categories', { as: admin, body: full })
}

function form(more: Record<string, unknown> = {}) {
  return {
    name: 'BTC Saver 30',
    symbol: `B${unique()}`,
    icon_url: 'https://cdn.example/btc.svg',
    category_id: category,
    minimum_deposit: 1000,
    maximum_deposit: 500000.5,
    profit_percentage: 2.1,
    lower_fluctuation: 5800000,
    higher_fluctuation: 6800000,
    bottom_flow: '0.05',
    upper_flow: 0.4,
    ...more,
  }
}

const addPlan = (more: Record<string, unknown> = {}) =>
  server.call('POST', '/admin/cryptocurrencies', { as: admin, body: form(more) })

const planRow = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`select * from plans where id = ${id}`.execute(server.services.db)
  return rows[0]
}

describe('plans', () => {
  test('an admin adds a plan with its defaults and users are offered it', async () => {
    const body = form()
    const added = await server.call('POST', '/admin/cryptocurrencies', { as: admin, body })
    expect(added).toMatchObject({ status: 201 })
    const { updated_at: updatedAt, name_hi, description_hi, ...plan } = added.body
    expect([name_hi, description_hi]).toEqual(['', ''])
    expect(updatedAt).toMatch(/Z$/)
    expect(plan).toEqual({
      ...body,
      id: expect.any(Number),
      description: '',
      wallet_address: null,
      investment_duration_days: 30,
      bottom_flow: '0.05',
      upper_flow: '0.40',
      is_active: true,
      multiple_allowed: false,
    })
    const offered = await server.call('GET', '/cryptocurrencies', { as: user })
    expect(offered.body.find((each: { id: number }) => each.id === plan.id)).toEqual({
      ...plan,
      matures_on: addDays(dayOf(server.clock.now()), 30),
    })
  })

  test.each([
    ['name', { name: ' ' }, 'This field is required'],
    ['symbol', { symbol: 'A/B' }, 'Use letters, digits, dots and dashes only, with at least one letter or digit'],
    ['symbol', { symbol: '..' }, 'Use letters, digits, dots and dashes only, with at least one letter or digit'],
    ['bottom_flow', { bottom_flow: '' }, 'This field is required'],
    ['icon_url', { icon_url: 'javascript:alert(1)' }, 'Enter a full link that starts with https://'],
    ['icon_url', { icon_url: '/api/plans' }, 'Enter a full link that starts with https://'],
    ['category_id', { category_id: undefined }, 'This field is required'],
    ['minimum_deposit', { minimum_deposit: 0 }, 'Enter an amount above ₹0 and at most ₹100,00,00,000'],
    ['maximum_deposit', { maximum_deposit: 999.99 }, 'The maximum must not be below the minimum'],
    ['higher_fluctuation', { higher_fluctuation: 1 }, 'The higher price must not be below the lower price'],
    ['upper_flow', { upper_flow: '0.04' }, 'The upper flow must not be below the bottom flow'],
    ['bottom_flow', { bottom_flow: '0.055' }, 'Use at most 2 decimals'],
    ['profit_percentage', { profit_percentage: -1 }, 'Enter a percentage from 0 to 1000'],
    ['investment_duration_days', { investment_duration_days: 0 }, 'Enter a number of days from 1 to 3650'],
    ['investment_duration_days', { investment_duration_days: 1.5 }, 'Enter a whole number of days'],
    ['archived_at', { archived_at: null }, 'Unknown field'],
  ])('a plan with a wrong %s is refused on its field', async (field, wrong, message) => {
    const reply = await addPlan({ symbol: 'WRONG', ...wrong })
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', errors: { [field]: message } } })
    const { rows } = await sql`select from plans where symbol = 'WRONG'`.execute(server.services.db)
    expect(rows).toEqual([])
  })

  test('a category that does not exist is refused', async () => {
    expect(await addPlan({ category_id: 2_000_000_000 })).toMatchObject({
      status: 422,
      body: { code: 'category_unavailable', errors: { category_id: expect.any(String) } },
    })
  })

  test('a symbol is unique among undeleted plans, whatever its case', async () => {
    const symbol = `S${unique()}`
    const first = await addPlan({ symbol })
    const taken = { status: 422, body: { code: 'symbol_taken', errors: { symbol: expect.any(String) } } }
    expect(await addPlan({ symbol: symbol.toLowerCase() })).toMatchObject(taken)
    const other = await addPlan()
    const path = `/admin/cryptocurrencies/${other.body.id}`
    expect(await server.call('PUT', path, { as: admin, body: form({ symbol }) })).toMatchObject(taken)
    await server.call('DELETE', `/admin/cryptocurrencies/${first.body.id}`, { as: admin })
    expect((await addPlan({ symbol })).status).toBe(201)
  })

  test('an edit keeps what it leaves out and writes before and after into the audit log', async () => {
    const [{ body: from }, { body: to }] = [await addCategory(), await addCategory()]
    const { body: plan } = await addPlan({
      category_id: from.id,
      investment_duration_days: 45,
      multiple_allowed: true,
      description: 'Old',
    })
    const edited = await server.call('PUT', `/admin/cryptocurrencies/${plan.id}`, {
      as: admin,
      body: form({ category_id: to.id, symbol: plan.symbol, profit_percentage: 3.25, is_active: false }),
    })
    expect(edited).toMatchObject({
      status: 200,
      body: {
        profit_percentage: 3.25,
        investment_duration_days: 45,
        multiple_allowed: true,
        description: 'Old',
        is_active: false,
      },
    })
    const { rows } = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit_log where action = 'plan changed' and subject_id = ${plan.id}`.execute(
      server.services.db,
    )
    expect(rows).toEqual([
      {
        before: { category: from.name, profit_ppm: '21000', is_active: true },
        after: { category: to.name, profit_ppm: '32500', is_active: false },
      },
    ])
    const offered = await server.call('GET', '/cryptocurrencies', { as: user })
    expect(offered.body.map((each: { id: number }) => each.id)).not.toContain(plan.id)
  })

  test('an edit of a plan that was edited in the meantime is refused and changes nothing', async () => {
    const { body: plan } = await addPlan()
    const path = `/admin/cryptocurrencies/${plan.id}`
    const edit = { symbol: plan.symbol, previous_updated_at: plan.updated_at }
    server.clock.moveTo(new Date(server.clock.now().getTime() + 1000))
    expect((await server.call('PUT', path, { as: admin, body: form({ ...edit, name: 'First' }) })).status).toBe(200)
    const stale = await server.call('PUT', path, { as: admin, body: form({ ...edit, name: 'Second' }) })
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await planRow(plan.id))?.['name']).toBe('First')
  })

  test('our own picture keeps working when the program moves to another address', async () => {
    const { body: plan } = await addPlan({ icon_url: 'https://bittkosh.example/icons/plans/coin-sun.svg' })
    expect(plan.icon_url).toBe('/icons/plans/coin-sun.svg')
    expect((await planRow(plan.id))?.['icon_url']).toBe('/icons/plans/coin-sun.svg')
    const same = await addPlan({ icon_url: plan.icon_url })
    expect(same).toMatchObject({ status: 201, body: { icon_url: '/icons/plans/coin-sun.svg' } })
  })

  test('the panel’s list says who has invested in a plan, how much, and what was promised', async () => {
    const { body: plan } = await addPlan({ multiple_allowed: true, profit_percentage: 2.5 })
    const other = await server.makeUser({ walletRupees: 5000 })
    for (const [as, amount] of [
      [user, 1000],
      [user, 1200],
      [other, 3000],
    ] as const) {
      const body = { cryptocurrency_id: plan.id, amount }
      expect((await server.call('POST', '/crypto/invest', { as, body })).status).toBe(201)
    }
    const open = async () => {
      const { body: plans } = await server.call('GET', '/admin/cryptocurrencies', { as: admin })
      return plans.find((each: { id: number }) => each.id === plan.id)
    }
    expect(await open()).toMatchObject({ investors: 2, invested: 5200, profit_promised: 130 })
    await sql`update investments set claimed_at = matures_at where plan_id = ${plan.id} and user_id = ${other.id}`.execute(
      server.services.db,
    )
    expect(await open()).toMatchObject({ investors: 1, invested: 2200, profit_promised: 55 })
  })

  test('a plan without history is deleted, one with investments is archived', async () => {
    const unused = await addPlan()
    const used = await addPlan()
    const body = { cryptocurrency_id: used.body.id, amount: 1000 }
    expect((await server.call('POST', '/crypto/invest', { as: user, body })).status).toBe(201)
    for (const { body: plan } of [unused, used]) {
      const path = `/admin/cryptocurrencies/${plan.id}`
      expect((await server.call('DELETE', path, { as: admin })).status).toBe(204)
      expect((await server.call('DELETE', path, { as: admin })).status).toBe(404)
      expect((await server.call('PUT', path, { as: admin, body: form() })).status).toBe(404)
      for (const list of ['/cryptocurrencies', '/admin/cryptocurrencies']) {
        const { body: plans } = await server.call('GET', list, { as: admin })
        expect(plans.map((each: { id: number }) => each.id)).not.toContain(plan.id)
      }
    }
    expect(await planRow(unused.body.id)).toBeUndefined()
    expect((await planRow(used.body.id))?.['archived_at']).toBeInstanceOf(Date)
    const { body: mine } = await server.call('GET', '/crypto/investments', { as: user })
    expect(mine.data[0].cryptocurrency.symbol).toBe(used.body.symbol)
  })

  test('only admins manage plans, and nobody signed out reads them', async () => {
    const { body: plan } = await addPlan()
    const one = `/admin/cryptocurrencies/${plan.id}`
    expect((await server.call('GET', '/cryptocurrencies')).status).toBe(401)
    expect((await server.call('GET', '/admin/cryptocurrencies', { as: user })).status).toBe(403)
    expect((await server.call('POST', '/admin/cryptocurrencies', { as: user, body: form() })).status).toBe(403)
    expect((await server.call('PUT', one, { as: user, body: form() })).status).toBe(403)
    expect((await server.call('DELETE', one, { as: user })).status).toBe(403)
    expect((await server.call('GET', '/cryptocurrency-categories')).status).toBe(401)
    expect((await server.call('GET', '/admin/cryptocurrency-categories', { as: user })).status).toBe(403)
  })
})

describe('categories', () => {
  test('users see active ones with the number of plans on offer, admins see all with all', async () => {
    const { name_hi: _name, description_hi: _description, ...shown } = (await addCategory()).body
    await addPlan({ category_id: shown.id })
    await addPlan({ category_id: shown.id, is_active: false })
    const { body: hidden } = await addCategory({ is_active: false })
    const { body: plan } = await addPlan({ category_id: hidden.id })
    const forUsers = (await server.call('GET', '/cryptocurrency-categories', { as: user })).body
    expect(forUsers.find((each: { id: number }) => each.id === shown.id)).toEqual({
      ...shown,
      cryptocurrencies_count: 1,
    })
    expect(forUsers.map((each: { id: number }) => each.id)).not.toContain(hidden.id)
    const forAdmins = (await server.call('GET', '/admin/cryptocurrency-categories', { as: admin })).body
    expect(forAdmins.find((each: { id: number }) => each.id === shown.id).cryptocurrencies_count).toBe(2)
    expect(forAdmins.find((each: { id: number }) => each.id === hidden.id).is_active).toBe(false)
    const buy = { cryptocurrency_id: plan.id, amount: 1000 }
    expect(await server.call('POST', '/crypto/invest', { as: user, body: buy })).toMatchObject({
      status: 422,
      body: { code: 'plan_unavailable' },
    })
  })

  test('an edit changes it, keeps an omitted state, and is refused for a taken name', async () => {
    const { body: first } = await addCategory({ is_active: false })
    const { body: second } = await addCategory()
    const path = `/admin/cryptocurrency-categories/${first.id}`
    const body = { name: `Growth ${unique()}`, description: 'Faster' }
    expect(await server.call('PUT', path, { as: admin, body })).toMatchObject({
      status: 200,
      body: { ...body, id: first.id, is_active: false, cryptocurrencies_count: 0 },
    })
    const taken = await server.call('PUT', path, { as: admin, body: { ...body, name: second.name.toUpperCase() } })
    expect(taken).toMatchObject({ status: 422, body: { code: 'category_name_taken' } })
    const unknown = '/admin/cryptocurrency-categories/2000000000'
    expect((await server.call('PUT', unknown, { as: admin, body })).status).toBe(404)
  })

  test('name and description are required', async () => {
    expect(await addCategory({ description: '' })).toMatchObject({
      status: 422,
      body: { errors: { description: 'This field is required' } },
    })
  })
})

test('the samples of the first start are plans on offer', async () => {
  await transaction(server.services.db, (tx) => seedSamples(tx, server.clock.now()))
  const { body: categories } = await server.call('GET', '/cryptocurrency-categories', { as: user })
  expect(categories).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ name: 'Savers', cryptocurrencies_count: 3 })]),
  )
  const { body: plans } = await server.call('GET', '/cryptocurrencies', { as: user })
  const btc = plans.find((plan: { symbol: string }) => plan.symbol === 'BTC')
  expect(btc).toMatchObject({
    minimum_deposit: 1000,
    maximum_deposit: 500000,
    profit_percentage: 2.1,
    upper_flow: '0.40',
  })
  expect(btc.icon_url).toBe('/icons/plans/coin-sun.svg')
})
