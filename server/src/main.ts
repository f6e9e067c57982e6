/** Starts the program: configuration → database → app → jobs → listen; stops gracefully on SIGTERM and SIGINT. */
import { BRAND } from '@bittkosh/contract/brand'
import { buildApp } from './app.ts'
import { ensureFirstAdmin } from './auth/firstAdmin.ts'
import { type Config, readConfig } from './config.ts'
import { storedClockOffset } from './dev/clock.ts'
import { makeClock } from './platform/clock.ts'
import { openDatabase, transaction } from './platform/database.ts'
import { runDueJobs } from './platform/jobs.ts'
import { makeLog } from './platform/log.ts'
import { migrate } from './platform/migrations.ts'
import { startJobs } from './platform/schedule.ts'
import type { Services } from './platform/services.ts'
import { makeSettingsSnapshot } from './platform/settings.ts'
import { codeOf, StartError } from './platform/start-error.ts'
import { jobs, samples } from './rooms.ts'

const STOP_WITHIN_MS = 20_000

try {
  await start(readConfig(process.env))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const database = await openDatabase(config)
  try {
    await migrate(database.pool)
    const services: Services = {
      config,
      db: database.db,
      clock: makeClock(config.devTools ? await storedClockOffset(database.db) : 0),
      settings: makeSettingsSnapshot(database.db),
      log: makeLog(),
    }
    const app = await buildApp(services)
    const admin = await ensureFirstAdmin(services)
    if (admin) await seedSamples(services)
    await runDueJobs(services, jobs)
    await listen(app, config)
    const running = await startJobs(services, jobs, database.pool)
    console.log(`${BRAND} runs at ${config.publicUrl}`)
    if (admin) console.log(`The first admin signs in as ${admin.email}${passwordNote(admin.password)}`)
    stopOn(['SIGTERM', 'SIGINT'], async () => {
      await app.close()
      await running.stop()
      await database.close()
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The very first start has something to look at: a sample catalogue, every piece of it editable by an admin. */
async function seedSamples({ db, clock }: Services): Promise<void> {
  await transaction(db, async (tx) => {
    for (const seed of samples) await seed(tx, clock.now())
  })
}

function passwordNote(password: string | undefined): string {
  return password === undefined
    ? ' with the password of ADMIN_PASSWORD.'
    : ` with the password ${password} (made now, shown only this once).`
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const why = codeOf(error)
    if (why === 'EADDRINUSE') throw new StartError(`Port ${port} is taken by another program. Set PORT to a free one.`)
    if (why === 'EACCES') throw new StartError(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
    if (why === 'EADDRNOTAVAIL') throw new StartError(`HOST is ${host}, which is not an address of this machine.`)
    throw error
  }
}

/** Finishes what has begun, then leaves; gives up after 20 s so that a stuck request can't keep the machine. */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
