/**
 * Money calls while statements fail. Each run is done twice, undisturbed and with failures, and must end with the same replies and
 * the same ledger: then nothing was lost, doubled or answered wrongly, whatever failed.
 */
import { randomFrom } from '../../support/earnLife.ts'
import { type Fault, faults, type Injector, type Plan } from '../../support/faults.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import type { Job } from '../../../server/src/platform/jobs/jobs.ts'
import type { Answer, TestServer } from '../../support/server.ts'
import { cases } from './cases.ts'
import { type Call, CannotBegin, digestOf, makeWorld, nameOf, type Night, type Stage } from './world.ts'

/** A real server, and the injector that makes the statements of its calls fail. */
export type FaultyStage = Stage & { injector: Injector }
/** The failures of each attempt at a call, counted from 0; null: nothing fails. */
type PlanOf = (attempt: number) => Plan | null
/** The result of a run. Two runs with the same seed have equal results. */
export type Outcome = { answers: string[]; ledger: string[] }
type Figures = { calls: number; struck: number; repeats: number }

const ATTEMPTS_MAX = 12
const ACTS = 8

/** Retries a call with one idempotency key, as a browser does, until the reply states the outcome. */
async function settle(
  { server, injector }: FaultyStage,
  { call, key, planOf, figures }: { call: Call | Night; key: string; planOf: PlanOf; figures: Figures },
): Promise<Answer> {
  figures.calls++
  const attemptAt =
    'jobs' in call ? untilDone(server, call.jobs) : () => server.call(call.method, call.path, { ...call, key })
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    server.services.settings.forget() // so that an attempt always has the same statements
    if ('jobs' in call) await transactionsEnded(server)
    const { result: answer, struck } = await injector.during(planOf(attempt), attemptAt)
    figures.struck += struck
    if (answer.status < 500) return answer
    if (answer.status !== 503 || !answer.headers['retry-after'])
      throw new Error(`${nameOf(call)} answered ${answer.status} ${JSON.stringify(answer)}`)
    figures.repeats++
  }
  throw new Error(`${nameOf(call)} had no answer after ${ATTEMPTS_MAX} attempts`)
}

/**
 * Runs jobs as the schedule does: each job once, in order, whatever happened to the previous one, and failed ones again later.
 * Replies like a call: 503 until all have succeeded.
 */
function untilDone({ services }: TestServer, jobs: readonly Job[]): () => Promise<Answer> {
  let due = jobs
  return async () => {
    const failed: Job[] = []
    for (const job of due) await job.run(services, services.clock.now()).catch(() => failed.push(job))
    due = failed
    return { status: failed.length > 0 ? 503 : 200, body: {}, headers: { 'retry-after': '60' } }
  }
}

/**
 * The schedule retries minutes later. Immediately, the transaction of a cut connection may still hold rows that a job skips when
 * they are locked, and the job would have nothing to do.
 */
async function transactionsEnded({ services: { db } }: TestServer): Promise<void> {
  const open = sql`
    select from pg_stat_activity
     where datname = current_database() and xact_start is not null and backend_type = 'client backend'
       and pid <> pg_backend_pid()`
  while ((await open.execute(db)).rows.length > 0);
}

let keys = 0
export const freshKey = () => `simulated-${keys++}`

/** Acts drawn from a seed, and so are the failures, if there are any. */
export async function playDay(
  theatre: FaultyStage,
  { seed, fail, figures }: { seed: number; fail: boolean; figures: Figures },
): Promise<Outcome> {
  const luck = randomFrom(~seed)
  const answers: string[] = []
  // The last attempt is not disturbed: enough retries always get a reply, however unlucky the seed.
  const planOf: PlanOf = (attempt) => (fail && attempt < ATTEMPTS_MAX - 1 ? drawPlan(luck) : null)
  const settleOne = async (call: Call | Night) => {
    const answer = await settle(theatre, { call, key: freshKey(), planOf, figures })
    answers.push(lasting(answer))
    return answer
  }
  const world = await makeWorld(theatre, { random: randomFrom(seed), settle: settleOne })
  for (let act = 0; act < ACTS; act++) {
    const begin = world.drawn.oneOf(Object.values(cases))
    try {
      await settleOne(await begin(world))
    } catch (error) {
      if (!(error instanceof CannotBegin)) throw error
    }
  }
  return { answers, ledger: await digestOf(world) }
}

/** Mostly one failure somewhere, sometimes a series of conflicts, sometimes nothing. */
function drawPlan(luck: () => number): Plan | null {
  const kind = luck()
  if (kind < 0.2) return ({ text }) => (text === 'commit' && luck() < 0.3 ? 'serialization failure' : null)
  if (kind < 0.8) return strikeAt(Math.floor(luck() * 12), faults[Math.floor(luck() * faults.length)]!)
  return null
}

const strikeAt =
  (position: number, fault: Fault): Plan =>
  ({ n }) =>
    n === position ? fault : null

/**
 * One call with a failure at each of its statements in turn, of each kind or of those that `kindsAt` returns for its position.
 * Returns what differs from the undisturbed run.
 */
export async function failEachStatement(
  theatre: FaultyStage,
  name: string,
  { figures, kindsAt = () => faults }: { figures: Figures; kindsAt?: (place: number) => readonly Fault[] },
): Promise<string[]> {
  const statements: string[] = []
  const calm = await playCall(theatre, name, {
    plan: ({ text }) => (statements.push(text), null),
    figures,
  })
  const amiss: string[] = []
  for (const [n, text] of statements.entries())
    for (const fault of kindsAt(n)) {
      const before = figures.struck
      const what = `${name}, ${fault} at statement ${n} (${text.trim().slice(0, 60)})`
      try {
        const struck = await playCall(theatre, name, { plan: strikeAt(n, fault), figures })
        if (JSON.stringify(struck) !== JSON.stringify(calm)) amiss.push(`${what}: ${differences(calm, struck)}`)
      } catch (error) {
        amiss.push(`${what}: ${String(error)}`)
      }
      if (figures.struck === before) amiss.push(`${what}: nothing failed`)
    }
  return amiss
}

/** One call or night whose first attempt may be disturbed, and its repetition after the reply. */
export async function playCall(
  theatre: FaultyStage,
  name: string,
  { plan, figures }: { plan: Plan; figures: Figures },
): Promise<Outcome> {
  const calm = { planOf: () => null, figures }
  const world = await makeWorld(theatre, {
    random: randomFrom(1),
    settle: (call) => settle(theatre, { call, key: freshKey(), ...calm }),
  })
  const call = await cases[name]!(world)
  const key = freshKey()
  const answer = await settle(theatre, { call, key, planOf: (attempt) => (attempt === 0 ? plan : null), figures })
  const again = await settle(theatre, { call, key, ...calm })
  if (again.status !== answer.status || JSON.stringify(again.body) !== JSON.stringify(answer.body))
    throw new Error(`answered ${said(answer)}, and then to a repeat ${said(again)}`)
  return { answers: [lasting(answer)], ledger: await digestOf(world) }
}

const said = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`

/** A reply without the parts that are new each time: ids, times, numbers of records, addresses of people and pictures. */
export function lasting({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body, (key, value: unknown) => (isPassing(key, value) ? undefined : value))}`
}
const isPassing = (key: string, value: unknown) => PASSING.test(key) || (key === 'user' && typeof value === 'number')
const PASSING = /(^id|_id|_at|_date|_expires|^key|^number|^id_number|^urls|_code|^email|^phone)$/

/** The parts that only one of two outcomes has. */
export function differences(calm: Outcome, struck: Outcome): string {
  const [before, after] = [calm, struck].map(({ answers, ledger }) => [...answers, ...ledger])
  const only = (these: string[], those: string[]) => these.filter((line) => !those.includes(line)).join('; ')
  if (before!.length === after!.length && only(before!, after!) + only(after!, before!) === '')
    return `in another order: ${after!.join('; ')}`
  return `without failures ${only(before!, after!)}, with them ${only(after!, before!)}`
}
