/** Starts the program: configuration → database → app → jobs → listen; stops gracefully on SIGTERM and SIGINT. */
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { BRAND } from '@bittkosh/contract/brand'
import { beginCheck } from './alerts/actions.ts'
import { buildApp } from './app.ts'
import { ensureFirstAdmin } from './auth/firstAdmin.ts'
import { everyInvariant } from './checks.ts'
import { addressOn, type Config, readConfig } from './config.ts'
import { storedClockOffset } from './dev/clock.ts'
import { wrongSealKey } from './ledger/seals.ts'
import { makeClock } from './platform/clock.ts'
import { sentenceOf } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'
import { keyRing } from './platform/files/keys.ts'
import { makeLog } from './platform/log.ts'
import { listenForMetrics, makeMetrics } from './platform/http/metrics.ts'
import { migrate, MIGRATIONS_DIR } from './platform/database/migrations.ts'
import { followChanges } from './platform/database/tail.ts'
import { startJobs } from './platform/jobs/schedule.ts'
import { makePolls } from './platform/http/polls.ts'
import type { Services } from './platform/services.ts'
import { makeSettingsSnapshot } from './platform/settings.ts'
import { codeOf, StartError } from './platform/start-error.ts'
import { jobs, samples } from './rooms.ts'

const STOP_WITHIN_MS = 20_000
const SLOW_MS = 500 // for a statement; a page of a list among 100,000 users takes a third of it
const CHECK_AFTER_MS = 15_000
const CHECK_PAUSE_MS = 2_000 // waiting requests come first
const IF_DENIED =
  'Before the first start and after each update, run npm run restrict-role -- ROLE with the role that owns the database.'

/** What the stop must undo, in reverse order. */
const undo: (() => Promise<void>)[] = []
let stopping = false
stopOn(['SIGTERM', 'SIGINT'])

try {
  await start(readConfig(process.env, (sentence) => console.error(`Warning: ${sentence}`)))
} catch (error) {
  // An interrupted start fails somewhere; the stop that interrupted it decides how the process ends.
  if (!stopping) {
    stopping = true // a signal during the clean-up must not end the process as if it had been stopped
    giveUpAfter(STOP_WITHIN_MS)
    await undoAll()
    console.error(sentenceOf(error, IF_DENIED) ?? error)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  const log = makeLog()
  const say = (slow: object) => log.warn({ ...slow }, 'a statement was slow')
  const traces = config.collector && (await import('./platform/traces/otlp.ts')).openTraces(config.collector, log)
  if (traces) undo.push(() => traces.close()) // last, when nothing is running any more
  const opening = openDatabase({ ...config, watch: { aboveMs: SLOW_MS, say }, traces })
  undo.push(() =>
    opening.then(
      (opened) => opened.close(),
      () => {}, // the reason is reported below
    ),
  )
  const database = await opening
  await migrate(database.pool, MIGRATIONS_DIR, { say: console.log })
  const wrongSecret = await wrongSealKey(database.db, keyRing(config))
  if (wrongSecret !== null && config.production) throw new StartError(wrongSecret)
  if (wrongSecret !== null) console.warn(wrongSecret)
  const services: Services = {
    config,
    db: database.db,
    reads: database.reads,
    clock: makeClock(config.devTools ? await storedClockOffset(database.db) : 0),
    settings: makeSettingsSnapshot(database.db),
    polls: makePolls(),
    log,
    traces,
  }
  database.onChanges(services.polls.changed)
  undo.push(await followChanges(database.pool, services.polls))
  const metrics = config.metrics && makeMetrics(services, database.callPool)
  const app = await buildApp(services, metrics)
  const admin = await ensureFirstAdmin(services, samples)
  if (admin) console.log(`The first admin signs in as ${admin.email}${passwordNote(admin.password)}`)
  const running = await startJobs(services, jobs, database)
  undo.push(() => running.stop()) // after the app has closed: its last commits may wake a job
  undo.push(() => app.close())
  await running.caughtUp
  // Before the app's: a start that is refused because of it has not accepted any call.
  if (metrics && config.metrics) {
    const server = await listenForMetrics(metrics, config.metrics)
    undo.push(async () => {
      metrics.close()
      server.closeAllConnections()
      server.close()
    })
  }
  await listen(app, config)
  console.log(`${BRAND} runs at ${config.publicUrl}`)
  checkLater(services)
}

/**
 * Checks the invariants after the start, not before: a program that refused to start could not be inspected. Findings are
 * logged and recorded for the alert.
 */
function checkLater({ config, db, clock, log }: Services): void {
  const checkAll = async () => {
    if (stopping) return
    const recordCheck = await beginCheck(db)
    const broken: string[] = []
    let findings = 0
    let isWhole = true
    for (const { name, find } of everyInvariant({ config, now: clock.now })) {
      await wait(CHECK_PAUSE_MS, undefined, { ref: false })
      if (stopping) return
      try {
        const { length: count } = await find(db)
        if (count === 0) continue
        broken.push(name)
        findings += count
        log.error({ reason: name, count }, 'an invariant does not hold; npm run verify names the rows')
      } catch (error) {
        if (stopping) return
        isWhole = false
        // with very many users, one invariant may take longer than the program's statement limit
        log.warn({ err: error, reason: name }, 'an invariant could not be checked; npm run verify can')
      }
    }
    await recordCheck(clock.now(), { broken, findings, isWhole })
  }
  const say = (error: unknown) => {
    if (!stopping) log.warn({ err: error }, 'the check of the invariants could not be recorded')
  }
  setTimeout(() => void checkAll().catch(say), CHECK_AFTER_MS).unref()
}

function passwordNote(password: string | undefined): string {
  return password === undefined
    ? ' with the password in ADMIN_PASSWORD.'
    : ` with the password ${password} (generated now, shown only this once).`
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<void> {
  const { host, port } = config
  try {
    await app.listen({ host, port })
    const { port: bound } = app.server.address() as AddressInfo
    // PORT=0: links begin with the port that was free
    if (config.publicUrl === addressOn(0)) config.publicUrl = addressOn(bound)
  } catch (error) {
    const why = codeOf(error)
    if (why === 'EADDRINUSE') throw new StartError(`Port ${port} is already in use. Set PORT to a free one.`)
    if (why === 'EACCES') throw new StartError(`Port ${port} cannot be used by this user. Set PORT to one above 1023.`)
    if (why === 'EADDRNOTAVAIL' || why === 'ENOTFOUND' || why === 'EAI_AGAIN')
      throw new StartError(`HOST is ${host}, which is not an address of this machine.`)
    throw error
  }
}

async function undoAll(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step().catch((error: unknown) => console.error(error))
}

/** Finishes running work, then exits; gives up after 20 s, so that a stuck request cannot keep the process alive. */
function stopOn(signals: NodeJS.Signals[]): void {
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) return // npm forwards the Ctrl-C that the terminal has already sent
      stopping = true
      giveUpAfter(STOP_WITHIN_MS)
      undoAll().then(() => process.exit(0))
    })
  }
}

function giveUpAfter(ms: number): void {
  setTimeout(() => process.exit(1), ms).unref()
}
