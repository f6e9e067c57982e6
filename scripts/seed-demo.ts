/** `npm run seed:demo -- --users N`: demo users with a lifelike history, for trying the admin's panel and for benchmarks. */
import { ensureFirstAdmin } from '../server/src/auth/firstAdmin.ts'
import { readConfig } from '../server/src/config.ts'
import { makeClock } from '../server/src/platform/clock.ts'
import { command } from '../server/src/platform/command.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { makePolls } from '../server/src/platform/http/polls.ts'
import { makeSettingsSnapshot } from '../server/src/platform/settings.ts'
import { StartError } from '../server/src/platform/start-error.ts'
import { samples } from '../server/src/rooms.ts'
import { TEAM } from './demo/office/team.ts'
import { DEMO_PASSWORD, seedDemo } from './demo/seed.ts'

const usage = 'npm run seed:demo [-- --users N]'
const HELP = `${usage}

Brings the database of DATA_DIR or DATABASE_URL to N demo users in all (200 by default), each with months of
deposits, plans, transfers, Earn and withdrawals, and gives a team of admins work to look at. N is the total, not how many are added: where there are as many
already, nothing happens. If it is stopped or killed, run the same command again: it continues after the last
complete 250. Never for a database of real people.`

const flags = { users: { type: 'string', default: '200' }, help: { type: 'boolean' } } as const
await command({ usage, flags }, async ({ users, help }) => {
  if (help) return console.log(HELP)
  const total = /^\d+$/.test(users) ? Number(users) : 0
  if (total < 1 || total > 10_000_000)
    throw new StartError(`--users takes a number from 1 to 10,000,000, not "${users}". Usage: ${usage}`)
  const config = readConfig(process.env)
  if (config.production)
    throw new StartError('Demo users have a password that everyone can read here: not with NODE_ENV=production.')
  await using database = await openDatabase({ ...config, patient: true })
  await migrate(database.pool)
  const { db, reads } = database
  const clock = makeClock()
  const settings = makeSettingsSnapshot(db)
  const services = { config, db, reads, clock, settings, polls: makePolls(), log: makeLog(), traces: null }
  const admin = await ensureFirstAdmin(services, samples)
  if (admin)
    console.log(
      `The first admin signs in as ${admin.email}${admin.password ? ` with the password ${admin.password}` : ''}`,
    )
  const startedAt = performance.now()
  const added = await seedDemo(db, {
    total,
    now: clock.now(),
    config,
    progress: (line) => console.log(`${line}, ${seconds().toFixed(1)} s`),
  })
  if (added === 0) console.log(`There are ${total} demo users or more already; nothing was added.`)
  else console.log(`${added} users in ${seconds().toFixed(1)} s: ${Math.round(added / seconds())} a second.`)
  console.log(`Each signs in with the password "${DEMO_PASSWORD}"; the addresses end in @example.test. The admins:`)
  for (const { name, email, role } of Object.values(TEAM)) console.log(`  ${email} (${name}, ${role})`)
  function seconds(): number {
    return (performance.now() - startedAt) / 1000
  }
})
