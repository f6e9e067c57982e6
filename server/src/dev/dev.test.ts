import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '../../../tests/support/server.ts'
import { storedClockOffset } from './clock.ts'

test('the clock moves, runs the jobs that became due before it answers, and a restart preserves the move', async () => {
  const server = await testServer()
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9194${String(randomInt(100_000_000)).padStart(8, '0')}`
  await server.call('POST', '/register', { body: { name: 'Asha', email, phone, password: 'teen hathi nadi par' } })
  await server.call('POST', '/forgot-password', { body: { email } })
  const now = new Date(server.clock.now().getTime() + 40 * 86_400_000).toISOString()
  const reply = await server.call('PUT', '/dev/clock', { body: { now } })
  expect(reply.status).toBe(200)
  const aheadMs = new Date(reply.body.now).getTime() - new Date(now).getTime()
  expect(aheadMs).toBeGreaterThanOrEqual(0)
  expect(aheadMs).toBeLessThan(60_000)
  expect(Math.abs((await storedClockOffset(server.services.db)) - 40 * 86_400_000)).toBeLessThan(60_000)
  // The reset mail was due, so it is in the mailbox now.
  const page = await server.app.inject({ method: 'GET', url: '/dev/mailbox' })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain(`To ${email}`)
  expect(page.body).toMatch(/<a href="http:\/\/localhost:\d+\/reset-password\?token=[\w-]{43}">/)
  expect(page.body).not.toContain('<script')
  await server.close()
})

test.each([{ now: 'tomorrow' }, {}, { now: '2026-01-01T00:00:00Z', more: 1 }])('%j is refused', async (body) => {
  const server = await testServer()
  expect((await server.call('PUT', '/dev/clock', { body })).status).toBe(422)
  await server.close()
})

test('without DEV_TOOLS neither of them exists', async () => {
  const server = await testServer({ env: { DEV_TOOLS: 'off' } })
  expect((await server.call('PUT', '/dev/clock', { body: { now: '2026-01-01T00:00:00Z' } })).status).toBe(404)
  expect((await server.app.inject({ method: 'GET', url: '/dev/mailbox' })).body).not.toContain('Mailbox')
  await server.close()
})
