/** Requests by strangers: none fails with a 5xx, and no refused one changes anything; the long run is `npm run bench -- fuzz`. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../bench/fuzz/play.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { seedSamples } from './support/samples.ts'
import { expectInvariants } from './support/invariants.ts'
import { type TestServer, testServer } from './support/server.ts'

const SEED = 20_261_122
// THOROUGH=1 draws more, for runs that may take half an hour.
const COUNT = process.env['THOROUGH'] ? 20_000 : 5_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await seedSamples(server.services.db, server.clock.now())
})
afterAll(() => server.close())

test(`${COUNT} requests from seed ${SEED} get an expected reply`, { timeout: 900_000 }, async () => {
  const { findings, done, refused, compared } = await fuzz(server, { seed: SEED, count: COUNT })
  expect(findings).toEqual([])
  // The fuzzer reaches its targets: calls succeed, most are refused, and often nothing may have changed.
  expect(done.size).toBeGreaterThan(120)
  expect(refused).toBeGreaterThan(COUNT / 2)
  expect(compared).toBeGreaterThan(COUNT / 20)
  await expectInvariants(server)
})

test('the fuzzer detects changes by a refused call, and failures with a 5xx', async () => {
  const { app } = server
  let calls = 0
  const careless = {
    ...server,
    app: {
      ...app,
      inject: async (request: InjectOptions) => {
        const reply = await app.inject(request)
        if (++calls === 40) return { ...reply, statusCode: 500, json: () => ({}) }
        if (reply.statusCode >= 400)
          await sql`insert into upcomings (title, created_at) values ('left behind', now())`.execute(server.services.db)
        return reply
      },
    },
  } as unknown as TestServer
  const { findings } = await fuzz(careless, { seed: SEED, count: 1_000 })
  expect(findings.some((finding) => finding.startsWith('500 for '))).toBe(true)
  expect(findings.some((finding) => finding.includes('upcomings changed'))).toBe(true)
})
