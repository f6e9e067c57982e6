/**
 * Binds an endpoint of the contract to a function: who may call, input decoded, limits counted, a write in one
 * transaction with its Idempotency-Key, the reply encoded. A handler sees exact values and never a raw request.
 */
import { readComplaint } from '@bittkosh/contract/complaint'
import { type Complaint, complaintSentence } from '@bittkosh/contract/complaints'
import {
  BACKGROUND_HEADER,
  type Body,
  DEVICE_HEADER,
  type Endpoint,
  type LimitName,
  type Params,
  type Query,
  type Reply,
  takesFreshCode,
} from '@bittkosh/contract/endpoint'
import type { Language } from '@bittkosh/contract/language'
import { isPermitted, type Permission, permissionsOf } from '@bittkosh/contract/permissions'
import { FRESH_CODE_HEADER } from '@bittkosh/contract/secondFactor'
import { type RefusalCode, type Refused, refusals, wireParams } from '@bittkosh/contract/refusals'
import type { Settings } from '@bittkosh/contract/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { CodesOf } from './callRefusals.ts'
import { withinBudget } from '../budget.ts'
import { type Db, markPoint, transaction, type Tx } from '../database/database.ts'
import { languageOf } from './language.ts'
import type { Limiter } from './limits.ts'
import {
  answerKept,
  type Attempt,
  claim,
  type Finished,
  isFinished,
  requireActive,
  requireActiveToChange,
} from './once.ts'
import { isKeptRefusal, type KeptRefusal, type MayRefuse, Refusal, refuse } from './refuse.ts'
import { codeCounters, takeCode } from '../identity/secondFactor.ts'
import type { Services } from '../services.ts'
import { type Member, memberOf } from '../identity/sessions.ts'

/** What a handler gets. `user` is present wherever the endpoint's audience requires one. */
export type Call<E> = MayRefuse<CodesOf<E>> & {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  user: E extends { who: 'anyone' } ? undefined : Member
  /** Of a proposal that is carried out, who approves it: what its call requires of `user` is required of both. */
  approvedBy: Member | null
  at: Date
  settings: Settings
  services: Services<CodesOf<E>>
  /** Of the page that calls. */
  language: Language
  /** The caller's network address and browser, for limits, sessions and the audit log. */
  address: string
  device: string
  /** The random id that the browser keeps; null where it sends none. */
  deviceId: string | null
  /** True where a fresh code of the admin's second factor came along and was right. */
  hasFreshCode: boolean
  /** The one file of a multipart form (endpoints with body 'image'). */
  file(): Promise<{ bytes: Buffer; mimetype: string }>
}

/** What a handler reads and writes with: each may refuse what its endpoint lists, so a handler cannot refuse more. */
export type DbOf<E> = Db<CodesOf<E>>
export type TxOf<E> = Tx<CodesOf<E>>

/** A download: returned by endpoints whose reply is 'file'. */
export type FileReply = {
  content: Buffer | Readable
  type: string
  /** Offered as a download under this name; null shows it in place. */
  name: string | null
  /** Headers of this file that differ from those of every reply. */
  headers?: Record<string, string>
}

/** What a handler returns: the reply of its endpoint, decoded; a file where that is its reply. */
export type Answer<E> = E extends { reply: 'file' } ? FileReply : Reply<E> extends undefined ? void : Reply<E>

export type Route = {
  endpoint: Endpoint
  run:
    | { kind: 'read'; handle: (call: Call<Endpoint>, db: Db) => Promise<unknown> }
    | {
        kind: 'write'
        prepare: Prepare
        handle: (call: Call<Endpoint>, tx: Tx, prepared: unknown) => Promise<unknown>
        changesCaller: boolean
      }
    | { kind: 'stages'; handle: (call: Call<Endpoint>) => Promise<unknown> }
}
/** Not of an admin's write, which is looked at between its last statement and the reply. */
type FinishedOf<E> = E extends { who: 'user' } ? Finished<Answer<E>> : never
type Prepare = (call: Call<Endpoint>, db: Db) => Promise<unknown>

/** `changesCaller`: the call may change the caller's own row of users, and locks it for that before anything else. */
type WriteOptions = { changesCaller?: boolean }

/** A call that changes nothing. It may use the database freely, outside a transaction. */
export function read<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>, db: DbOf<E>) => Promise<Answer<E>>,
): Route {
  return { endpoint, run: { kind: 'read', handle: handle as never } }
}

/** A call that writes: all of it in one transaction, or none. May be run again from the start after a deadlock. */
export function write<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>, tx: TxOf<E>) => Promise<Answer<E> | KeptRefusal | FinishedOf<E>>,
  { changesCaller = false }: WriteOptions = {},
): Route {
  return { endpoint, run: { kind: 'write', prepare: async () => undefined, handle: handle as never, changesCaller } }
}

/** A write whose slow part, such as hashing a password, is done before its transaction opens. */
export function prepareAndWrite<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (call: Call<E>, db: DbOf<E>) => Promise<Prepared>,
  handle: (call: Call<E>, tx: TxOf<E>, prepared: Prepared) => Promise<Answer<E> | KeptRefusal>,
  { changesCaller = false }: WriteOptions = {},
): Route {
  return { endpoint, run: { kind: 'write', prepare: prepare as never, handle: handle as never, changesCaller } }
}

/**
 * A call with slow work between its statements (decoding a picture, writing a file), which must not stand in a
 * transaction: it opens its own short ones, and leaves nothing half done that a later run could not finish or clear.
 */
export function stages<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): Route {
  return { endpoint, run: { kind: 'stages', handle: handle as never } }
}

/** A call's input as it came: JSON, before it is decoded. */
export type RawInput = { params: unknown; query: unknown; body: unknown }

/**
 * Looks at what an admin's write has done before it is committed: refuses it, or undoes it and keeps the call as a proposal,
 * whose reply it returns; null lets it stand. The room of proposals supplies it, as the platform knows no room.
 */
export type Review = (
  tx: Tx<RefusalCode>,
  done: { call: Call<{ who: 'admin' } & Endpoint>; endpoint: Endpoint; raw: RawInput; undo: () => Promise<void> },
) => Promise<object | null>

const ANSWER_WITHIN_MS = 7_500 // people and proxies give up soon after; the web app repeats

type Binding = { services: Services; limiter: Limiter; review: Review }

/** Registers a route under /api. */
export function register(app: FastifyInstance, { services, limiter, review }: Binding, { endpoint, run }: Route): void {
  const { reads } = services
  const isReadApart = endpoint.who === 'admin' || endpoint.reply === 'file'
  const success = endpoint.status ?? (endpoint.reply === undefined ? 204 : 200)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
    handler: async (request, reply) => {
      const answering = answer(request)
      // Work in stages takes as long as its sender's line, or the days that the clock is moved by.
      const isPatient = run.kind === 'stages' && endpoint.reply !== 'file'
      const { status, body } = await (isPatient
        ? answering
        : withinBudget(answering, { budgetMs: ANSWER_WITHIN_MS, late }))
      return send(reply, status, body)
    },
  })

  async function answer(request: FastifyRequest): Promise<Outcome> {
    const at = services.clock.now()
    const user = await identify(services, endpoint, request, at)
    await limiter.count({
      limit: endpoint.limit ?? defaultLimit(endpoint),
      call: `${endpoint.method} ${endpoint.path}`,
      address: request.ip,
      user,
      isRead: run.kind === 'read' || endpoint.method === 'GET',
      at,
    })
    const raw = { params: request.params, query: request.query, body: request.body }
    const call = {
      ...decodeInput(endpoint, raw),
      user,
      approvedBy: null,
      at,
      settings: await services.settings.current(),
      services,
      language: languageOf(request.headers.cookie) ?? user?.language ?? 'en',
      address: request.ip,
      device: String(request.headers['user-agent'] ?? '').slice(0, 200),
      deviceId: /^[\w-]{16,64}$/.exec(String(request.headers[DEVICE_HEADER]))?.[0] ?? null,
      hasFreshCode: await tookFreshCode(services, endpoint, request, user, at),
      file: () => readFile(request),
    } as Call<Endpoint>
    if (endpoint.freshCode === 'always' && lacksFreshCode(call)) throw new Refusal({ code: 'fresh_code_required' })
    if (run.kind === 'read') {
      const handle = (db: Db) => run.handle(call, db)
      return {
        status: success,
        body: encodeReply(endpoint, await (isReadApart ? reads.run(handle) : handle(services.db))),
      }
    }
    if (run.kind === 'stages') return { status: success, body: encodeReply(endpoint, await run.handle(call)) }
    const attempt = attemptOf(endpoint, request, user, at)
    const prepared = await run.prepare(call, services.db)
    const { changesCaller } = run
    return transaction(services.db, (tx) =>
      writeOnce(tx, {
        endpoint,
        call,
        attempt,
        success,
        changesCaller,
        handle: () => run.handle(call, tx, prepared),
        review: (undo) => review(tx, { call: call as Call<{ who: 'admin' } & Endpoint>, endpoint, raw, undo }),
      }),
    )
  }
}

/** Nobody reads a file that comes too late; an export keeps a transaction open until it is closed. */
function late({ body }: Outcome): void {
  if ('file' in body && !Buffer.isBuffer(body.file.content)) body.file.content.destroy()
}

async function nothingToUndo(): Promise<void> {
  throw new Error('a call that never becomes a proposal was to be undone')
}

type Encoded = { text: string } | { file: FileReply } | { none: true }
type Outcome = { status: number; body: Encoded }

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
    if (first) return { status: first.status, body: first.reply === '' ? { none: true } : { text: first.reply } }
  } else if (call.user && !step.changesCaller) {
    await requireActive(tx, call.user.id)
  }
  const undo = endpoint.fourEyes === 'sometimes' ? await markPoint(tx) : nothingToUndo
  const answer = await step.handle()
  if (isKeptRefusal(answer)) {
    const { status, ...body } = refusalBody(new Refusal(answer.refused))
    return { status, body: { text: JSON.stringify(body) } }
  }
  if (isFinished(answer)) {
    const body = encodeReply(endpoint, answer.reply)
    await answer.last(attempt ? [answerKept(attempt, { status: step.success, reply: textOf(body) })] : [])
    return { status: step.success, body }
  }
  const proposal = endpoint.who === 'admin' ? await step.review(undo) : null
  const [status, body] = proposal
    ? [202, { text: JSON.stringify(proposal) }]
    : [step.success, encodeReply(endpoint, answer)]
  if (attempt) await answerKept(attempt, { status, reply: textOf(body) }).execute(tx)
  return { status, body }
}

function textOf(body: Encoded): string {
  return 'text' in body ? body.text : ''
}

/**
 * A kept call, to run again within another: in the name of who made it, with the moment and the fresh code of the one that
 * runs it. Refuses the input that its endpoint does not read any more.
 */
export function callAgain<E extends Endpoint>(
  within: Call<E>,
  { endpoint, raw, user }: { endpoint: Endpoint; raw: RawInput; user: Member },
): Call<Endpoint> {
  return { ...within, ...decodeInput(endpoint, raw), user, approvedBy: within.user } as never // the parts that its endpoint declares, as above
}

/**
 * A write within another call of the same admin: in a transaction of its own, and reviewed as if it had come by itself. For
 * a call that does several, one after the other. Says whether it was done or became a proposal.
 */
export async function writeWithin<E extends Endpoint>(
  within: Call<{ who: 'admin' } & Endpoint>,
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
  const call = { ...within, ...decodeInput(endpoint, raw) } as typeof within // the parts that its endpoint declares
  const { db } = within.services as Services // as `register` hands it out: what the endpoint may refuse is in its type
  return transaction(db, async (tx) => {
    await requireActive(tx, call.user.id)
    const undo = await markPoint(tx)
    await handle(call as never, tx as never)
    return (await review(tx, { call, endpoint, raw, undo })) === null ? 'done' : 'proposed'
  })
}

function decodeInput(endpoint: Endpoint, { params, query, body }: RawInput) {
  return {
    params: decode(endpoint.params, params, 'not_found'),
    query: decode(endpoint.query, query, 'malformed'),
    body: endpoint.body === 'image' ? undefined : decode(endpoint.body, body, 'invalid'),
  }
}

async function identify(
  { db, settings }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  at: Date,
): Promise<Member | undefined> {
  if (endpoint.who === 'anyone') return undefined
  const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const language = languageOf(request.headers.cookie)
  const isBackground = request.headers[BACKGROUND_HEADER] === '1'
  const member = token ? await memberOf(db, { token, at, language, isBackground }) : undefined
  if (!member) throw new Refusal({ code: 'unauthorized' })
  if (endpoint.who !== 'signed-in' && endpoint.who !== member.role) throw new Refusal({ code: 'wrong_role' })
  if (member.mustChangePassword && !endpoint.beforePasswordChange)
    throw new Refusal({ code: 'password_change_required' })
  if (member.role === 'admin' && !member.secondFactor && !endpoint.beforeSecondFactor) {
    if ((await settings.current()).text('admin_second_factor') === 'on')
      throw new Refusal({ code: 'second_factor_setup_required' })
  }
  const needed = permissionsOf(endpoint)
  if (needed.length > 0 && !needed.some((permission) => isPermitted(member.roles, permission)))
    throw new Refusal({ code: 'not_permitted' })
  return member
}

/**
 * Refuses `not_permitted`: for handlers of calls that name several permissions, by what the call changes. Of one that is
 * approved, also `may_not_decide`.
 */
export function requirePermission(
  call: MayRefuse<'not_permitted'> & { user: Member; approvedBy: Member | null },
  permission: Permission,
): void {
  if (!isPermitted(call.user.roles, permission)) refuse(call, 'not_permitted')
  if (call.approvedBy && !isPermitted(call.approvedBy.roles, permission)) throw new Refusal({ code: 'may_not_decide' })
}

/** Outside the call's transaction, so that a wrong code counts although the call is refused. */
async function tookFreshCode(
  { db, config }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  user: Member | undefined,
  at: Date,
): Promise<boolean> {
  const code = request.headers[FRESH_CODE_HEADER]
  if (!takesFreshCode(endpoint) || !user?.secondFactor || typeof code !== 'string') return false
  const { id, session } = user
  const counters = codeCounters({ user: id, session, address: request.ip })
  await takeCode(db, config, { user: id, code, session, counters, at })
  return true
}

/** Whether an admin who has a second factor sent no code of it with this call. */
export function lacksFreshCode({ user, hasFreshCode }: { user: Member; hasFreshCode: boolean }): boolean {
  return user.secondFactor && !hasFreshCode
}

/** What a call counts against that names no limit. */
export function defaultLimit(endpoint: Endpoint): LimitName {
  if (endpoint.method === 'GET') return 'read'
  return endpoint.idempotent ? 'money' : 'write'
}

function attemptOf(endpoint: Endpoint, request: FastifyRequest, user: Member | undefined, at: Date): Attempt | null {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || !user || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) return refuse('malformed')
  return {
    user: user.id,
    key,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    body: { params: request.params, body: request.body ?? null },
    at,
  }
}

function decode(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  code: 'not_found' | 'malformed' | 'invalid',
): unknown {
  if (!schema) {
    if (input !== undefined && input !== null && Object.keys(input).length > 0)
      throw new Refusal({ code: code === 'invalid' ? 'invalid' : 'malformed' })
    return undefined
  }
  const result = z.safeDecode(schema, (input ?? {}) as never)
  if (result.success) return result.data
  if (code === 'not_found') throw new Refusal({ code })
  throw new Refusal({ code, complaints: fieldComplaints(result.error.issues, input) })
}

function fieldComplaints(issues: readonly z.core.$ZodIssue[], input: unknown): Record<string, Complaint> {
  const complaints: Record<string, Complaint> = Object.create(null)
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) complaints[[...issue.path, key].join('.')] ??= { code: 'unknown_field' }
    } else if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The alternative that fits best is the one that was meant.
      const [nearest = []] = [...issue.errors].sort((a, b) => wrongFields(a) - wrongFields(b))
      const inner = nearest.map((error) => ({ ...error, path: [...issue.path, ...error.path] }))
      for (const [field, complaint] of Object.entries(fieldComplaints(inner, input))) complaints[field] ??= complaint
    } else {
      const missing = valueAt(input, issue.path) === undefined
      complaints[issue.path.join('.')] ??= missing ? { code: 'required' } : readComplaint(issue.message)
    }
  }
  return complaints
}

function wrongFields(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )
}

function encodeReply(endpoint: Endpoint, answer: unknown): Encoded {
  if (endpoint.reply === 'file') return { file: answer as FileReply }
  if (endpoint.reply === undefined) return { none: true }
  return { text: JSON.stringify(z.encode(endpoint.reply, answer as never)) }
}

function send(reply: FastifyReply, status: number, body: Encoded): FastifyReply {
  reply.code(status)
  if ('none' in body) return reply.send()
  if ('text' in body) return reply.type('application/json; charset=utf-8').send(body.text)
  const { content, type, name, headers } = body.file
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  if (headers) reply.headers(headers)
  return reply.type(type).send(content)
}

type Said = { code: string; params?: unknown }
type RefusalBody = Said & {
  message: string
  errors?: Record<string, string>
  complaints?: Record<string, Said>
}

/**
 * The exact shape of an error, with the status to send it under: {message, code, params?, errors?, complaints?}. The
 * sentences are English; `params` and, by field, `complaints` are what a client words in another language.
 */
export function refusalBody({ refused, message }: Refusal): RefusalBody & { status: number } {
  const params = wireParams(refused)
  const said = { code: refused.code, ...(params === undefined ? {} : { params }) }
  return { status: refusals[refused.code].status, message, ...said, ...byField(refused, { message, said }) }
}

function byField({ field, complaints }: Refused, { message, said }: { message: string; said: Said }) {
  if (complaints) {
    const sentences = Object.entries(complaints).map(([name, complaint]) => [name, complaintSentence(complaint)])
    return { errors: Object.fromEntries(sentences) as Record<string, string>, complaints }
  }
  return field ? { errors: { [field]: message }, complaints: { [field]: said } } : {}
}

async function readFile(request: FastifyRequest): Promise<{ bytes: Buffer; mimetype: string }> {
  if (!request.isMultipart()) throw new Refusal({ code: 'unsupported_type' })
  const part = await request.file().catch(malformed)
  if (!part || part.fieldname !== 'image')
    throw new Refusal({ code: 'invalid', complaints: { image: { code: 'image_missing' } } })
  return { bytes: await part.toBuffer().catch(malformed), mimetype: part.mimetype }
}

/** What the parser says of a form that is broken has no status; what it says of one that is too large has. */
function malformed(error: Error): never {
  throw 'statusCode' in error ? error : new Refusal({ code: 'malformed' })
}
