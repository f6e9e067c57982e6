import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
})
afterAll(() => server.close())

const set = (key: string, value: string) => server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })

test('anyone can read it; without a named operator it is a demo with sample figures', async () => {
  await set('operator_name', '')
  await set('live_figures', 'off')
  const { status, body } = await server.call('GET', '/site')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    brand: 'BittKosh',
    tagline: 'Smart Crypto Investments',
    demo: true,
    figures: { are_samples: true, active_users: '50,000+', rating: '4.8/5' },
  })
  expect(body.risk_disclosure).toContain('highly risky')
})

test.each([
  ['en', '100Cr+'],
  ['hi', '100 करोड़+'],
] as const)('in %s the sample of all investments is %s', async (language, figure) => {
  expect((await server.call('GET', '/site', { language })).body.figures.total_investments).toBe(figure)
})

test('naming an operator ends the demo, and live figures are counted', async () => {
  await set('operator_name', 'Kosh Pvt Ltd')
  await set('live_figures', 'on')
  await server.makeUser({ walletRupees: 10 })
  const { body } = await server.call('GET', '/site')
  expect(body).toMatchObject({
    demo: false,
    operator: { name: 'Kosh Pvt Ltd' },
    figures: { are_samples: false, active_users: '1', total_investments: '₹0', daily_transactions: '1', rating: null },
  })
})

test('the grievance officer is shown once named and with a valid contact', async () => {
  expect((await server.call('GET', '/site')).body.grievance).toEqual({ name: '', contact: '' })
  expect((await set('grievance_contact', 'meera@kosh')).status).toBe(422)
  await set('grievance_name', 'Meera Iyer')
  await set('grievance_contact', 'meera@kosh.example, 022 1234 5678')
  const { body } = await server.call('GET', '/site')
  expect(body.grievance).toEqual({ name: 'Meera Iyer', contact: 'meera@kosh.example, 022 1234 5678' })
})

test.each(['terms', 'privacy'])('the %s are a sample until written; English replaces missing Hindi', async (page) => {
  const read = async (language: string) =>
    (await server.call('GET', `/site/${page}${language && `?language=${language}`}`)).body
  expect(await read('')).toMatchObject({ language: 'en', is_sample: true, text: expect.stringContaining('a sample') })
  expect(await read('hi')).toMatchObject({ language: 'hi', is_sample: true, text: expect.stringContaining('नमूना') })
  const english = `# Fees\n<b>7 %</b> of what you withdraw.\n\n${'All of it. '.repeat(800)}`.trim()
  expect((await set(`${page}_en`, english)).status).toBe(200)
  expect(await read('en')).toEqual({ language: 'en', is_sample: false, text: english })
  expect(await read('hi')).toEqual({ language: 'en', is_sample: false, text: english })
  const hindi = 'शर्त '.repeat(1999).trim()
  const changes = [{ key: `${page}_hi`, value: hindi }]
  const act = await server.call('PUT', '/settings', { as: admin, body: { changes, previous: { [`${page}_hi`]: '' } } })
  expect(act.status).toBe(200) // above the usual 32 KB per body
  expect(await read('hi')).toEqual({ language: 'hi', is_sample: false, text: hindi })
  expect(await set(`${page}_en`, 'x'.repeat(10_001))).toMatchObject({ status: 422 })
  expect(await read('en')).toMatchObject({ text: english })
})

test('there is no other page', async () => {
  expect((await server.call('GET', '/site/imprint')).status).toBe(404)
  expect((await server.call('GET', '/site/terms?language=fr')).status).toBe(400)
})
