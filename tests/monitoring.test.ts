/** The alert rules and the dashboard in deploy/ use metrics that the program exports, and the docs say what to do. */
import { readFileSync } from 'node:fs'
import { IMAGE_BYTES_MAX } from '@bittkosh/contract/uploads'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '../server/src/platform/database/open.ts'
import { makeMetrics } from '../server/src/platform/http/metrics.ts'
import { routes } from '../server/src/rooms.ts'
import { testServer } from './support/server.ts'

const server = await testServer()
const pool = openPool(server.services.config.databaseUrl ?? '', 1)
const metrics = makeMetrics(server.services, pool)
afterAll(async () => {
  metrics.close()
  await pool.end()
  await server.close()
})
const read = (path: string) => readFileSync(path, 'utf8')
const rules = read('deploy/prometheus-rules.yaml')
const asked = (text: string) => [...new Set(text.match(/\bbittkosh_\w+/g))]

test.each(['deploy/prometheus-rules.yaml', 'deploy/grafana-dashboard.json'])(
  '%s uses existing metrics',
  async (path) => {
    metrics.answered({ method: 'GET', route: '/api/profile', status: 200, seconds: 0.01 })
    const names = [...(await metrics.text()).matchAll(/^\w+/gm)].map(([name]) => name)
    expect(asked(read(path)).filter((name) => !names.includes(name))).toEqual([])
  },
)

test('every metric is on the dashboard', async () => {
  const kinds = [...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  const dashboard = read('deploy/grafana-dashboard.json')
  expect(kinds.filter((name) => !dashboard.includes(`${name}`))).toEqual([])
  expect(kinds.length).toBeGreaterThan(10)
})

test('the docs describe what to do for each alert, and for no other', () => {
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const section = read('docs/operations.md').split('## Alerts')[1]?.split('\n## ')[0] ?? ''
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(alerts)
})

test('a program that grows raises its alert before systemd ends it, and a busy one does not', () => {
  const alert = Number(/bittkosh_memory_bytes > ([\de.]+)/.exec(rules)?.[1])
  const gigabytes = Number(/^MemoryMax=(\d+)G$/m.exec(read('deploy/bittkosh@.service'))?.[1])
  expect(alert).toBeGreaterThan(475e6) // with thousands of open apps: docs/performance.md#polls
  expect(alert + 230e6).toBeLessThan(gigabytes * 2 ** 30) // decoding pictures: docs/security.md#pictures-of-documents
  expect(read('docs/operations.md')).toContain(`holds more than ${alert / 1e6} MB`)
})

test('several programs of a machine are told the port of their metrics each in a file of its own, which is read last', () => {
  const unit = read('deploy/bittkosh@.service')
  const files = [...unit.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, file]) => file)
  expect(files).toEqual(['/etc/bittkosh.env', '-/etc/bittkosh-%i.env'])
  expect(read('deploy/env.example')).not.toMatch(/^#?METRICS_PORT=/m)
})

test.each([
  ['deploy/Caddyfile', /max_size (\d+)MB/],
  ['deploy/nginx.conf', /client_max_body_size (\d+)m;/],
])('%s admits whatever the program accepts', (path, limit) => {
  const [, megabytes] = limit.exec(read(path)) ?? []
  const most = Math.max(IMAGE_BYTES_MAX, ...routes.map(({ endpoint }) => endpoint.bodyBytes ?? 0))
  expect(Number(megabytes) * 1_000_000).toBeGreaterThan(most)
})

test('compose trusts the proxy of its own network, which is not one that Podman or Docker assign themselves', () => {
  const compose = read('deploy/compose.yaml')
  const [, subnet] = /subnet: ([\d./]+)/.exec(compose) ?? []
  expect(compose).toContain(`TRUST_PROXY: ${subnet}`)
  expect(subnet).not.toMatch(/^(10\.8[89]\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.)/)
})

test('compose runs the programs as the second role, and passes the owner’s password to none of them', () => {
  const [shared = '', owner = ''] = read('deploy/compose.yaml')
    .split(/^services:$|^  owner:$/m)
    .filter((part) => /DATABASE_URL/.test(part))
  const [, role] = /create role (\w+) login/.exec(read('deploy/program-role.sh')) ?? []
  expect(shared).toContain(`DATABASE_URL: postgresql://${role}:\${PROGRAM_PASSWORD`)
  expect(shared).toContain("DATABASE_PASSWORD: ''")
  expect(owner).toContain(`restrict-role.ts, ${role}]`)
})
