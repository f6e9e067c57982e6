/**
 * `npm run seed:demo -- --users N`: brings the database to N demo users with a lifelike history, for trying the admin's
 * panel and for benchmarks. Stopped at any moment it can be run again and goes on. Never for a database of real people.
 */
import { parseArgs } from 'node:util'
import { ensureFirstAdmin } from '../server/src/auth/firstAdmin.ts'
import { readConfig } from '../server/src/config.ts'
import { makeClock } from '../server/src/platform/clock.ts'
import { openDatabase, transaction } from '../server/src/platform/database.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrations.ts'
import { makeSettingsSnapshot } from '../server/src/platform/settings.ts'
import { samples } from '../server/src/rooms.ts'
import { DEMO_PASSWORD, seedDemo } from './demo/seed.ts'

const { values } = parseArgs({ options: { users: { type: 'string', default: '200' } } })
const total = Number(values.users)
if (!Number.isInteger(total) || total < 1 || total > 10_000_000) {
  console.error('Write how many users there shall be: npm run seed:demo -- --users 200')
  process.exit(1)
}
const config = readConfig(process.env)
if (config.production) {
  console.error('Demo users have a password that everyone can read here: not with NODE_ENV=production.')
  process.exit(1)
}
const database = await openDatabase(config)
try {
  await migrate(database.pool)
  const { db } = database
  const clock = makeClock()
  const admin = await ensureFirstAdmin({ config, db, clock, settings: makeSettingsSnapshot(db), log: makeLog() })
  if (admin) {
    await transaction(db, async (tx) => {
      for (const seed of samples) await seed(tx, clock.now())
    })
    console.log(
      `The first admin signs in as ${admin.email}${admin.password ? ` with the password ${admin.password}` : ''}`,
    )
  }
  const startedAt = performance.now()
  const added = await seedDemo(db, {
    total,
    now: clock.now(),
    config,
    progress: (done) => console.log(`${done} of ${total} users, ${seconds().toFixed(1)} s`),
  })
  if (added === 0) console.log(`There are ${total} demo users or more already; nothing was added.`)
  else console.log(`${added} users in ${seconds().toFixed(1)} s: ${Math.round(added / seconds())} a second.`)
  console.log(`Each signs in with the password "${DEMO_PASSWORD}"; the addresses end in @example.test.`)
  function seconds(): number {
    return (performance.now() - startedAt) / 1000
  }
} finally {
  await database.close()
}
