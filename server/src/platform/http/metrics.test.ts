import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testServer } from '../../../../tests/support/server.ts'
import { buildApp } from '../../app.ts'
import { openPool } from '../database/open.ts'
import { listenForMetrics, makeMetrics } from './metrics.ts'
import { StartError } from '../start-error.ts'

test('answers are counted by route, without ids, on a separate port', async () => {
  const server = await testServer()
  const pool = openPool(server.services.config.databaseUrl ?? '', 1)
  const metrics = makeMetrics(server.services, pool)
  const app = await buildApp(server.services, metrics)
  const user = await server.makeUser()
  const headers = { authorization: `Bearer ${user.token}` }
  for (const url of ['/api/profile', '/api/profile', '/api/settings/header_line', '/api/profile?x=1'])
    await app.inject({ url, headers })
  const listening = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 })
  const { port } = listening.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toContain('bittkosh_http_requests_total{method="GET",route="/api/profile",status="200"} 2')
  expect(text).toContain('bittkosh_http_requests_total{method="GET",route="/api/profile",status="400"} 1')
  expect(text).toContain('route="/api/settings/:key"')
  expect(text).toContain('bittkosh_http_duration_seconds_bucket{le="+Inf"} 4')
  for (const line of text.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? [\d.e+-]+)$/)
  for (const secret of [user.email, user.phone, user.token]) expect(text).not.toContain(secret)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  await expect(listenForMetrics(metrics, { host: '127.0.0.1', port })).rejects.toThrow(StartError)
  expect((await server.call('GET', '/metrics')).status).toBe(404) // not on the users' port
  listening.closeAllConnections()
  listening.close()
  metrics.close()
  await app.close()
  await pool.end()
  await server.close()
})
