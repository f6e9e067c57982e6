/** One transaction for the calls of several users (docs/decisions/0321-natural-batches.md). */
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { isUnavailable, impatientTransaction, type Tx } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'
import { BATCH_BUDGET_MS, type Batching } from '../batching.ts'
import type { Services } from '../services.ts'
import { answersKept, type Attempt, claimEach, type Finished, finished } from './once.ts'
import { isKeptRefusal, type KeptRefusal, Refusal } from './refuse.ts'
import { encodeReply, type Outcome, textOf } from './reply.ts'

/** A use case's decision about the calls that it gets, one or more. */
export type Judged<Reply, Completed = unknown> = {
  /** In the order of the calls. `otherwise`: the outcome of a call in its own transaction; a batch leaves such a call out. */
  each: readonly (Done<Reply, Completed> | { otherwise: () => Promise<KeptRefusal | Done<Reply, Completed>> })[]
  /** Writes the results of these calls, with the statements of `alongside`. */
  write: (completed: readonly Completed[], alongside: readonly Sql[]) => Promise<unknown>
}
type Done<Reply, Completed> = { reply: Reply; completed: Completed }
export type JudgeEach<Call> = (calls: readonly Call[], tx: Tx, at: Date) => Promise<Judged<unknown>>

/** A call with its key, and the function that runs it alone. */
export type QueuedCall<Call> = { call: Call; attempt: Attempt; alone: () => Promise<Outcome> }
type Use<Call> = { endpoint: Endpoint; success: number; handle: JudgeEach<Call> }

/** How the calls of an endpoint run: each alone, or several in one transaction, judged as of its moment. */
export function batchingOf<Call>({ db, clock, log }: Services, use: Use<Call>): Batching<QueuedCall<Call>, Outcome> {
  return {
    ownerOf: ({ attempt }) => attempt.user,
    alone: ({ alone }) => alone(),
    together: (queued) => impatientTransaction(db, BATCH_BUDGET_MS, (tx) => writeEach(tx, queued, use, clock.now())),
    failed(err) {
      if (err instanceof Refusal) return // of one of them, about something that was not locked
      if (isUnavailable(err)) return // a lock took too long, or the database is away, which is reported once (outage.ts)
      log.warn({ err, route: use.endpoint.path }, 'calls that went together failed and are run one by one')
    },
  }
}

/** The outcomes of the calls that are complete; repeats, refusals and others that must run alone are left out. */
async function writeEach<Call>(
  tx: Tx,
  queued: readonly QueuedCall<Call>[],
  { endpoint, success, handle }: Use<Call>,
  at: Date,
): Promise<Map<QueuedCall<Call>, Outcome>> {
  const attempts = queued.map(({ attempt }) => attempt)
  const claimed = await claimEach(tx, attempts)
  const first = queued.filter((_, n) => claimed[n] && 'isFirst' in claimed[n])
  const calls = first.map(({ call }) => call)
  const { each, write } = await handle(calls, tx, at)
  const done = first.flatMap((one, n) => {
    const judged = each[n]
    if (!judged || 'otherwise' in judged) return []
    return [{ one, completed: judged.completed, body: encodeReply(endpoint, judged.reply) }]
  })
  const kept = done.map(({ one, body }) => ({ ...one.attempt, status: success, reply: textOf(body) }))
  const completed = done.map((each) => each.completed)
  if (done.length > 0) await write(completed, [answersKept(...kept)])
  return new Map(done.map(({ one, body }) => [one, { status: success, body }]))
}

/** The same for one call, in its own transaction. */
export async function judgeOne<Call extends { at: Date }>(
  handle: JudgeEach<Call>,
  call: Call,
  tx: Tx,
): Promise<KeptRefusal | Finished<unknown>> {
  const { each, write } = await handle([call], tx, call.at)
  const [one] = each
  if (!one) throw new Error('a call was not judged')
  const done = 'otherwise' in one ? await one.otherwise() : one
  return isKeptRefusal(done) ? done : finished(done.reply, (alongside) => write([done.completed], alongside))
}
