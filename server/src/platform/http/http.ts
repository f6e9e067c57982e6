/**
 * Binds an endpoint of the contract to a function: authorizes the caller, decodes the input, counts limits, runs a write
 * in one transaction with its Idempotency-Key, encodes the reply. A handler gets exact values and never a raw request.
 */
import {
  type Body,
  DEVICE_HEADER,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
} from '@bittkosh/contract/endpoint'
import type { Language } from '@bittkosh/contract/language'
import type { Permission } from '@bittkosh/contract/permissions'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type { Settings } from '@bittkosh/contract/settings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withinBudget } from '../budget.ts'
import { type Db, setSavepoint, transaction, type Tx } from '../database/database.ts'
import { keyRing } from '../files/keys.ts'
import type { Member, MemberOf, SignedIn } from '../identity/sessions.ts'
import { inBatches } from '../batching.ts'
import type { Services } from '../services.ts'
import { identify, lacksFreshCode, tookFreshCode } from './caller.ts'
import type { CodesOf } from './callRefusals.ts'
import { decodeInput, type RawInput, readFile } from './input.ts'
import { languageOf } from './language.ts'
import { type Limiter, limitOf } from './limits.ts'
import type { Outage } from './outage.ts'
import {
  answersKept,
  type Attempt,
  claim,
  type Finished,
  isFinished,
  requireActive,
  requireActiveToChange,
  requireStillAdmin,
} from './once.ts'
import { isKeptRefusal, type KeptRefusal, type MayRefuse, Refusal, refuse } from './refuse.ts'
import { etagOf, keyOf } from './polls.ts'
import {
  type Encoded,
  encodeReply,
  type FileReply,
  type Outcome,
  refusalBody,
  routeOf,
  send,
  statusOf,
  textOf,
} from './reply.ts'
import { type Judged, type JudgeEach, judgeOne, batchingOf } from './together.ts'

/** The input of a handler. `user` is present if the endpoint's audience requires one. */
export type Call<E> = MayRefuse<CodesOf<E>> & {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  user: E extends { who: 'anyone' } ? undefined : Member
  /** When a proposal is carried out, its approver: what the call requires of `user` is required of both. */
  approvedBy: Member | null
  /** The permissions that `requirePermission` has checked, if the endpoint leaves a choice. */
  required: Set<Permission>
  at: Date
  settings: Settings
  services: Services<CodesOf<E>>
  /** The language of the calling page. */
  language: Language
  /** The caller's network address and browser, for limits, sessions and the audit log. */
  address: string
  device: string
  /** The random id that the browser keeps; null if it sends none. */
  deviceId: string | null
  /** True if a correct fresh code of the admin's second factor was sent with the call. */
  hasFreshCode: boolean
  /** Called if the reply of a poll becomes wrong at a moment, without any change: it is not kept beyond that. */
  endsAt(moment: Date | null): void
  /** The one file of a multipart form (endpoints with body 'image'). */
  file(): Promise<{ bytes: Buffer; mimetype: string }>
}

/** The database of a handler: it carries the refusals that its endpoint lists, so a handler cannot refuse more. */
export type DbOf<E> = Db<CodesOf<E>>
export type TxOf<E> = Tx<CodesOf<E>>

/** What a handler returns: the decoded reply of its endpoint, or a file. */
export type Answer<E> = E extends { reply: 'file' } ? FileReply : Reply<E> extends undefined ? void : Reply<E>

export type Route = {
  endpoint: Endpoint
  run:
    | { kind: 'read'; handle: (call: Call<Endpoint>, db: Db) => Promise<unknown> }
    | {
        kind: 'write'
        prepare: Prepare | null
        handle: (call: Call<Endpoint>, tx: Tx, prepared: unknown) => Promise<unknown>
        changesCaller: boolean
      }
    | { kind: 'together'; handle: JudgeEach<Call<Endpoint>> }
    | { kind: 'stages'; handle: (call: Call<Endpoint>) => Promise<unknown>; usesFiles: boolean }
}
/** Not for an admin's write, which is reviewed between its last statement and the reply. */
type FinishedOf<E> = E extends { who: 'user' } ? Finished<Answer<E>> : never
type Prepare = (call: Call<Endpoint>, db: Db) => Promise<unknown>

/** `changesCaller`: the call may change the caller's own row in users, so it locks that row before anything else. */
type WriteOptions = { changesCaller?: boolean }

/** A call that changes nothing. It may use the database freely, outside a transaction. */
export function read<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>, db: DbOf<E>) => Promise<Answer<E>>,
): Route {
  return { endpoint, run: { kind: 'read', handle: handle as never } }
}

/** A call that writes everything in one transaction, or nothing. It may run again from the start after a deadlock. */
export function write<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>, tx: TxOf<E>) => Promise<Answer<E> | KeptRefusal | FinishedOf<E>>,
  { changesCaller = false }: WriteOptions = {},
): Route {
  return { endpoint, run: { kind: 'write', prepare: null, handle: handle as never, changesCaller } }
}

/** A write with slow work, such as hashing a password, that runs before its transaction opens. */
export function prepareAndWrite<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (call: Call<E>, db: DbOf<E>) => Promise<Prepared>,
  handle: (call: Call<E>, tx: TxOf<E>, prepared: Prepared) => Promise<Answer<E> | KeptRefusal>,
  { changesCaller = false }: WriteOptions = {},
): Route {
  return { endpoint, run: { kind: 'write', prepare: prepare as never, handle: handle as never, changesCaller } }
}

/**
 * A user's write whose use case can judge the calls of several users together, as of one moment. Only a call with an
 * Idempotency-Key joins others, because after a failure that may have taken effect it runs again alone.
 */
export function writeTogether<E extends Endpoint & { who: 'user' }, Completed>(
  endpoint: E,
  handle: (calls: readonly Call<E>[], tx: TxOf<E>, at: Date) => Promise<Judged<Answer<E>, Completed>>,
): Route {
  return { endpoint, run: { kind: 'together', handle: handle as never } }
}

/**
 * A call with slow work between its statements (decoding a picture, writing a file), which must not keep a transaction
 * open: it opens short ones itself, and leaves nothing half done that a later run could not finish or clean up.
 * `usesFiles`: whenever it succeeds, it has written to the store of files or read from it.
 */
export function writeInStages<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  { usesFiles = false }: { usesFiles?: boolean } = {},
): Route {
  return { endpoint, run: { kind: 'stages', handle: handle as never, usesFiles } }
}

/**
 * Reviews what an admin's write has done before it is committed: refuses it, or rolls it back and keeps the call as a
 * proposal, whose reply it returns; null lets it stand. The room of proposals supplies it, as the platform knows no room.
 */
export type Review = (tx: Tx<RefusalCode>, done: Reviewed) => Promise<object | null>
export type Reviewed = {
  call: Call<{ who: 'admin' } & Endpoint>
  endpoint: Endpoint
  raw: RawInput
  undo: () => Promise<void>
}

const ANSWER_WITHIN_MS = 7_500 // people and proxies give up soon after; the web app repeats

type Binding = {
  services: Services
  memberOf: MemberOf
  limiter: Limiter
  review: Review
  outage: Outage
  /** Acknowledged commits are missing from the database. The room of the ledger supplies it. */
  lacksCommits: () => boolean
}

/** Registers a route under /api. */
export function register(app: FastifyInstance, binding: Binding, { endpoint, run }: Route): void {
  const { services, memberOf, limiter, review, outage, lacksCommits } = binding
  // Lists of the panel and files may come from a standby (docs/decisions/0311); people's own screens read little.
  const isReadApart = endpoint.who === 'admin' || endpoint.reply === 'file'
  const success = statusOf(endpoint)
  const together =
    run.kind === 'together' ? inBatches(batchingOf(services, { endpoint, success, handle: run.handle })) : null
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint),
    ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
    handler: async (request, reply) => {
      const answering = answer(request)
      // Work in stages may have to wait for a picture, for which its sender has as long as for any request (app.ts), or
      // for the days by which the clock is moved.
      const isPatient = run.kind === 'stages' && endpoint.reply !== 'file'
      const { status, body } = await (isPatient
        ? answering
        : withinBudget(answering, { budgetMs: ANSWER_WITHIN_MS, late }))
      outage.answered({ isRead: request.method === 'GET', usesFiles: run.kind === 'stages' && run.usesFiles })
      return send(reply, status, body)
    },
  })

  async function answer(request: FastifyRequest): Promise<Outcome> {
    const at = services.clock.now()
    const begun = services.polls.begin()
    const member = await identify({ settings: services.settings, memberOf }, endpoint, request, at).catch(
      (error: unknown) => refuseCaller(error, request, at),
    )
    const user: Member | undefined = member
    const isRead = run.kind === 'read' || endpoint.method === 'GET'
    await limiter.count({ ...limitOf(endpoint), address: request.ip, user, isRead, at })
    const raw = { params: request.params, query: request.query, body: request.body }
    let endsAt: Date | null = null
    const call = {
      ...decodeInput(endpoint, raw),
      user,
      approvedBy: null,
      required: new Set(),
      at,
      settings: await services.settings.current(),
      services,
      language: languageOf(request.headers.cookie) ?? user?.language ?? 'en',
      address: request.ip,
      device: String(request.headers['user-agent'] ?? '').slice(0, 200),
      deviceId: /^[\w-]{16,64}$/.exec(String(request.headers[DEVICE_HEADER]))?.[0] ?? null,
      hasFreshCode: await tookFreshCode(services, endpoint, request, user, at),
      endsAt: (moment) => void (endsAt = moment),
      file: () => readFile(request),
    } as Call<Endpoint>
    if (endpoint.freshCode === 'always' && lacksFreshCode(call)) throw new Refusal({ code: 'fresh_code_required' })
    // What they would do rests on what is gone; whoever signs in to the panel must be able to look and to put it right.
    if (endpoint.who === 'user' && !isRead && lacksCommits())
      throw new Refusal({ code: 'unavailable', retryAfterSeconds: 10 })
    requireDate(endpoint, services)
    if (run.kind === 'read') {
      const handle = (source: Db) => run.handle(call, source)
      const answer = await (isReadApart ? services.reads.run(handle) : handle(services.db))
      const body = encodeReply(endpoint, answer)
      return {
        status: success,
        body: endpoint.keptUntil && member ? keep(body, { request, member, begun, at, endsAt }) : body,
      }
    }
    const attempt = attemptOf(call, endpoint, request)
    if (run.kind === 'stages')
      return stagesOnce(services.db, attempt, async () => ({
        status: success,
        body: encodeReply(endpoint, await run.handle(call)),
      }))
    const prepare = run.kind === 'write' ? run.prepare : null
    // What the first attempt has changed, such as the password, may let a preparation refuse its repeat.
    const first = prepare && (await firstAnswer(services.db, attempt))
    if (first) return first
    const prepared = await prepare?.(call, services.db)
    const alone = () =>
      transaction(services.db, (tx) =>
        writeOnce(tx, {
          endpoint,
          call,
          attempt,
          success,
          changesCaller: run.kind === 'write' && run.changesCaller,
          handle: () => (run.kind === 'write' ? run.handle(call, tx, prepared) : judgeOne(run.handle, call, tx)),
          review: (undo) => review(tx, { call: call as Call<{ who: 'admin' } & Endpoint>, endpoint, raw, undo }),
        }),
      )
    return together && attempt ? together({ call, attempt, alone }) : alone()
  }

  /** Counts as a read of the address: whoever is refused has no account to count for. */
  async function refuseCaller(error: unknown, { ip: address }: FastifyRequest, at: Date): Promise<never> {
    const { call } = limitOf(endpoint)
    if (error instanceof Refusal)
      await limiter.count({ limit: 'read', call, address, user: undefined, isRead: true, at })
    throw error
  }

  type Read = { request: FastifyRequest; member: SignedIn; begun: number; at: Date; endsAt: Date | null }
  function keep(body: Encoded, { request, ...rest }: Read): Encoded {
    const key = keyOf(request.raw)
    if (!('text' in body) || key === null) return body
    const reply = { text: body.text, etag: etagOf(body.text) }
    services.polls.keep(key, { ...rest, ...reply, endpoint })
    return reply
  }
}

function requireDate({ byDate }: Endpoint, { clock }: Pick<Services, 'clock'>): void {
  if (byDate && clock.isDoubted()) throw new Refusal({ code: 'date_doubted' })
}

/** Nobody reads a file that comes too late; an export keeps a transaction open until its stream is closed. */
function late({ body }: Outcome): void {
  if ('file' in body && !Buffer.isBuffer(body.file.content)) body.file.content.destroy()
}

async function nothingToUndo(): Promise<void> {
  throw new Error('a call that never becomes a proposal was to be undone')
}

/**
 * A repeat gets the first reply. That is stored after the last stage, so a call that broke off between them runs again, and its own
 * rules do each thing once. Of two that run at once, both get the reply of the one that ends first.
 */
async function stagesOnce(
  db: Db<RefusalCode>,
  attempt: Attempt | null,
  handle: () => Promise<Outcome>,
): Promise<Outcome> {
  const first = await firstAnswer(db, attempt)
  if (first) return first
  const outcome = await handle()
  if (!attempt) return outcome
  const { status, body } = outcome
  return transaction(db, async (tx) => {
    const other = await claim(tx, attempt)
    if (other) return outcomeOf(other)
    await answersKept({ ...attempt, status, reply: textOf(body) }).execute(tx)
    return outcome
  })
}

/** The stored reply of an earlier attempt with the same key. */
async function firstAnswer(db: Db<RefusalCode>, attempt: Attempt | null): Promise<Outcome | null> {
  const first = attempt && (await transaction(db, (tx) => claim(tx, attempt)))
  return first && outcomeOf(first)
}

/** A stored reply, as it was first given. */
function outcomeOf({ status, reply }: Awaited<ReturnType<typeof claim>> & object): Outcome {
  return { status, body: reply === '' ? { none: true } : { text: reply } }
}

async function writeOnce(
  tx: Tx<RefusalCode>,
  step: {
    endpoint: Endpoint
    call: Call<Endpoint>
    attempt: Attempt | null
    success: number
    changesCaller: boolean
    handle: () => Promise<unknown>
    review: (undo: () => Promise<void>) => Promise<object | null>
  },
): Promise<Outcome> {
  const { endpoint, call, attempt } = step
  if (step.changesCaller && call.user) await requireActiveToChange(tx, call.user.id)
  if (attempt) {
    const first = await claim(tx, attempt)
    if (first) return outcomeOf(first)
  } else if (call.user && !step.changesCaller) {
    await requireActive(tx, call.user.id)
  }
  if (call.user && endpoint.who === 'admin') await requireStillAdmin(tx, call.user)
  const undo = endpoint.fourEyes === 'sometimes' ? await setSavepoint(tx) : nothingToUndo
  const answer = await step.handle()
  if (isKeptRefusal(answer)) {
    const { status, ...body } = refusalBody(new Refusal(answer.refused))
    const reply = JSON.stringify(body)
    // Its traces stay, so a repeat must not add them again: a wrong code counts once, however often its answer is lost.
    if (attempt) await answersKept({ ...attempt, status, reply }).execute(tx)
    return { status, body: { text: reply } }
  }
  if (isFinished(answer)) {
    const body = encodeReply(endpoint, answer.reply)
    await answer.last(attempt ? [answersKept({ ...attempt, status: step.success, reply: textOf(body) })] : [])
    return { status: step.success, body }
  }
  const proposal = endpoint.who === 'admin' ? await step.review(undo) : null
  const [status, body] = proposal
    ? [202, { text: JSON.stringify(proposal) }]
    : [step.success, encodeReply(endpoint, answer)]
  if (attempt) await answersKept({ ...attempt, status, reply: textOf(body) }).execute(tx)
  return { status, body }
}

/**
 * Rebuilds a kept call to run it within another: on behalf of the person who made it, with the moment and the fresh code
 * of the call that runs it. Refuses input that its endpoint no longer accepts.
 */
export function callAgain<E extends Endpoint>(
  within: Call<E>,
  { endpoint, raw, user }: { endpoint: Endpoint; raw: RawInput; user: Member },
): Call<Endpoint> {
  return { ...within, ...decodeInput(endpoint, raw), user, approvedBy: within.user } as never // the parts that its endpoint declares, as above
}

/**
 * A write within another call of the same admin: in its own transaction, and reviewed as if it had come separately. For a
 * call that makes several, one after the other. Returns whether it was done or became a proposal.
 */
export async function writeWithin<Within extends { who: 'admin' } & Endpoint, E extends Endpoint>(
  within: Call<Within>,
  {
    endpoint,
    raw,
    review,
    handle,
  }: {
    endpoint: E
    raw: RawInput
    review: Review
    handle: (call: Call<E>, tx: TxOf<E>) => Promise<unknown>
  },
): Promise<'done' | 'proposed'> {
  const decoded = decodeInput(endpoint, raw)
  const settings = await within.services.settings.current() // a long set goes on for minutes
  const call: Call<{ who: 'admin' } & Endpoint> = { ...within, ...decoded, settings } as never // the parts that its endpoint declares
  const { db } = within.services as Services // as `register` passes it: the endpoint's type limits what may be refused
  return transaction(db, async (tx) => {
    await requireActive(tx, call.user.id)
    await requireStillAdmin(tx, call.user)
    const undo = await setSavepoint(tx)
    await handle(call as never, tx as never)
    return (await review(tx, { call, endpoint, raw, undo })) === null ? 'done' : 'proposed'
  })
}

function attemptOf(
  { user, at, services }: Call<Endpoint>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Attempt | null {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || !user || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) return refuse('malformed')
  return {
    user: user.id,
    key,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    body: { params: request.params, body: request.body ?? null },
    ring: keyRing(services.config),
    at,
  }
}
