/** Builds the HTTP app from rooms.ts. Does not listen, so that tests can use the same app. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { contractRooms } from './contractRooms.ts'
import { clockRoute } from './dev/clock.ts'
import { registerMailbox } from './dev/mailbox.ts'
import { lacksCommits, openLosses } from './ledger/acknowledged.ts'
import { withinBudget } from './platform/budget.ts'
import { unavailablePart } from './platform/database/database.ts'
import { registerDocs } from './platform/http/docs.ts'
import { register, type Route } from './platform/http/http.ts'
import { sendKept } from './platform/http/keptReplies.ts'
import { JSON_TYPE, refusalBody } from './platform/http/reply.ts'
import { parseJson } from './platform/http/json.ts'
import { makeLimiter } from './platform/http/limits.ts'
import { type Metrics, observe } from './platform/http/metrics.ts'
import { addressesOf, type IsTrusted, trustIn } from './platform/http/network.ts'
import { type Outage, watchOutage } from './platform/http/outage.ts'
import { Refusal } from './platform/http/refuse.ts'
import { traceCalls } from './platform/http/traced.ts'
import { memberLookup } from './platform/identity/sessions.ts'
import type { Services } from './platform/services.ts'
import { jobs, review, routes } from './rooms.ts'
import { registerWeb } from './web.ts'

const BODY_BYTES = 32 * 1024
const IMAGE_BYTES = 5 * 1024 * 1024
const READY_WITHIN_MS = 2_000

export async function buildApp(services: Services, metrics: Metrics | null = null): Promise<FastifyInstance> {
  const outage = watchOutage(services.log)
  const answer = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) =>
    answerError({ services, outage }, error, request, reply)
  const headers = headersFor(services)
  const limiter = makeLimiter(services)
  const isTrusted = trustIn(services.config.trustProxy)
  const idOf = (request: IncomingMessage) => requestIdOf(request, isTrusted)
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    logger: false,
    trustProxy: isTrusted,
    genReqId: idOf,
    serverFactory: (handle) => {
      const keptFirst = sendKept({ services, limiter, metrics, isTrusted, idOf, headers }, handle)
      // One timer for idle and for slow connections: two would be exchanged in every call.
      const server = createServer({ keepAliveTimeout: 0, requestTimeout: 30_000 }, (request, response) =>
        // Fastify ends the connections of a server that closes.
        server.listening ? keptFirst(request, response) : handle(request, response),
      )
      return server.setTimeout(65_000)
    },
    routerOptions: { maxParamLength: 200, querystringParser: (text) => Object.fromEntries(groupQuery(text)) },
    // The hooks below do not run for an unreadable address or for bytes that are not HTTP.
    frameworkErrors: (error, request, reply) =>
      answer(error, request, reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id })),
    clientErrorHandler: (error, socket) => refuseLine(error, socket, headers),
  })
  app.setErrorHandler(answer)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    text === '' ? undefined : readBody(text),
  )
  if (metrics) observe(app, metrics)
  if (services.traces) traceCalls(app, services.traces, isTrusted)
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    // Handlers of files and pages set their own value. The address is not considered: /%61pi/profile is a call too.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
    next()
  })

  const binding = {
    services,
    memberOf: memberLookup(services.db),
    limiter,
    review,
    outage,
    lacksCommits: () => lacksCommits(services.db),
  }
  const takesForm = ({ endpoint }: Route) => endpoint.body === 'image'
  for (const route of routes) if (!takesForm(route)) register(app, binding, route)
  await app.register(async (forms) => {
    // Only calls that take a picture accept a form: the fields of one would be ignored by all others.
    await forms.register(multipart, { limits: { fileSize: IMAGE_BYTES, files: 1, fields: 5, parts: 6 } })
    for (const route of routes) if (takesForm(route)) register(forms, binding, route)
  })
  if (services.config.devTools) {
    register(app, binding, clockRoute(services, jobs))
    registerMailbox(app, services)
  }
  registerHealth(app, services)
  registerDocs(app, {
    endpoints: routes.map((route) => route.endpoint),
    rooms: await contractRooms(),
    limiter,
    clock: services.clock,
  })
  await registerWeb(app, services)
  return app
}

/** The id that links a call's log lines to its reply: the one sent by a trusted proxy, otherwise a new one. */
function requestIdOf(request: IncomingMessage, isTrusted: IsTrusted): string {
  const sent = request.headers['x-request-id']
  if (typeof sent !== 'string' || !/^[\w-]{8,64}$/.test(sent)) return randomUUID()
  const isForwarded = addressesOf(request, isTrusted).length > 1
  return isForwarded ? sent : randomUUID()
}

function readBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new Refusal({ code: 'malformed' })
  }
}

// A repeated key becomes a list, which no schema accepts: one value per key.
function groupQuery(text: string): Map<string, string | string[]> {
  const grouped = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    const known = grouped.get(key)
    grouped.set(key, known === undefined ? value : [known, value].flat())
  }
  return grouped
}

/** The headers of every reply (docs/security.md#input-and-headers); a page has a content policy of its own. */
function headersFor({ config }: Services): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Refuses bytes that are not HTTP like an unreadable call, and closes the connection. */
function refuseLine(error: ConnectionError, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const { status: _malformed, ...refused } = refusalBody(new Refusal({ code: 'malformed' }))
  const body = JSON.stringify(refused)
  const sent = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.destroy(error)
}

function answerError(
  { services, outage }: { services: Services; outage: Outage },
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = refusalOf(error)
  const unavailable = refusal ? null : unavailablePart(error)
  if (unavailable) outage.refused(unavailable, error, { isRead: request.method === 'GET' })
  else if (!refusal)
    services.log.error({ err: error, request: request.id, route: request.routeOptions?.url }, 'request failed')
  const { status, ...body } = refusalBody(refusal ?? new Refusal({ code: unavailable ? 'unavailable' : 'internal' }))
  if (unavailable) reply.header('retry-after', '2')
  if (refusal?.refused.retryAfterSeconds) reply.header('retry-after', String(refusal.refused.retryAfterSeconds))
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))
}

function refusalOf(error: FastifyError | Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Refusal({ code: 'too_large' })
  if (status === 415) return new Refusal({ code: 'unsupported_type' })
  if (status === 404) return new Refusal({ code: 'not_found' })
  if (status !== undefined && status >= 400 && status < 500) return new Refusal({ code: 'malformed' })
  return undefined
}

function registerHealth(app: FastifyInstance, services: Services) {
  const live = async () => ({ status: 'ok' })
  // Anybody may ask, as often as they like: the database is asked once at a time.
  let asking: ReturnType<typeof openLosses> | undefined
  const ask = () =>
    (asking ??= withinBudget(openLosses(services.db), { budgetMs: READY_WITHIN_MS }).finally(() => {
      asking = undefined
    }))
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    try {
      const losses = await ask()
      return losses.length === 0
        ? { status: 'ok' }
        : reply.code(503).send({ status: 'acknowledged commits are missing' })
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  }
  for (const prefix of ['', '/api']) {
    app.get(`${prefix}/health/live`, live)
    app.get(`${prefix}/health/ready`, ready)
  }
}
