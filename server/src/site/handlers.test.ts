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

test('anyone reads it; while no operator is named it is a demo with sample figures', async () => {
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

test('an operator ends the demo, and live figures are counted', async () => {
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
