/** Builds the HTTP program from rooms.ts. Never listens, so that tests use the same one. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { clockRoute } from './dev/clock.ts'
import { registerMailbox } from './dev/mailbox.ts'
import { isUnavailable } from './platform/database.ts'
import { registerDocs } from './platform/docs.ts'
import { register, refusalBody } from './platform/http.ts'
import { parseJson } from './platform/json.ts'
import { makeLimiter } from './platform/limits.ts'
import { Refusal } from './platform/refuse.ts'
import type { Services } from './platform/services.ts'
import { jobs, routes } from './rooms.ts'

const BODY_BYTES = 32 * 1024
const IMAGE_BYTES = 5 * 1024 * 1024
const NO_FRAMES = "'none'"
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    logger: false,
    trustProxy: services.config.trustProxy,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200, querystringParser: (text) => Object.fromEntries(groupQuery(text)) },
    frameworkErrors: (error, request, reply) => answerError(services, error, request, reply),
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(services, error, request, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    text === '' ? undefined : readBody(text),
  )
  await app.register(multipart, { limits: { fileSize: IMAGE_BYTES, files: 1, fields: 5, parts: 6 } })
  await app.register(helmet, headersFor(services))
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
  })

  const limiter = makeLimiter(services)
  for (const route of routes) register(app, services, limiter, route)
  if (services.config.devTools) {
    register(app, services, limiter, clockRoute(jobs))
    registerMailbox(app, services)
  }
  registerHealth(app, services)
  registerDocs(
    app,
    routes.map((route) => route.endpoint),
  )
  await registerWeb(app, services)
  return app
}

function readBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new Refusal({ code: 'malformed' })
  }
}

// A key given twice stays a list, which no schema takes: one value per key.
function groupQuery(text: string): Map<string, string | string[]> {
  const grouped = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    const known = grouped.get(key)
    grouped.set(key, known === undefined ? value : [known, value].flat())
  }
  return grouped
}

/** The content policy and the other headers of every answer (reliability.md, Controls). */
function headersFor({ config }: Services) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:', 'https:'],
        frameSrc: [NO_FRAMES], // pages get the support chat's own origin: registerWeb
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    hsts: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  }
}

function answerError(services: Services, error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (!refusal)
    services.log.error({ err: error, request: request.id, route: request.routeOptions?.url }, 'request failed')
  const unavailable = !refusal && isUnavailable(error)
  const { status, ...body } = refusalBody(refusal ?? new Refusal({ code: unavailable ? 'unavailable' : 'internal' }))
  if (unavailable) reply.header('retry-after', '2')
  if (refusal?.refused.retryAfterSeconds) reply.header('retry-after', String(refusal.refused.retryAfterSeconds))
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
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
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    try {
      await sql`select 1`.execute(services.db)
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  }
  for (const prefix of ['', '/api']) {
    app.get(`${prefix}/health/live`, live)
    app.get(`${prefix}/health/ready`, ready)
  }
}

async function registerWeb(app: FastifyInstance, services: Services) {
  const built = existsSync(`${webFolder}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: webFolder,
      preCompressed: true,
      wildcard: true,
      index: 'index.html',
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.addHook('onSend', async (_request, reply) => {
      if (!String(reply.getHeader('content-type')).startsWith('text/html')) return
      const origin = await chatOrigin(services)
      const policy = String(reply.getHeader('content-security-policy'))
      if (origin)
        reply.header('content-security-policy', policy.replace(`frame-src ${NO_FRAMES}`, `frame-src ${origin}`))
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && isPage(request, services)) return reply.sendFile('index.html')
    const { status, ...body } = refusalBody(new Refusal({ code: 'not_found' }))
    return reply.code(status).send(body)
  })
}

/** Every address that is no call and no file is the web app's; /dev only while the tools for building it are on. */
function isPage({ method, url }: FastifyRequest, { config }: Services): boolean {
  const [path = ''] = url.split('?')
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|files)(\/|$)/.test(path) || /\.\w+$/.test(path)) return false
  return config.devTools || !/^\/dev(\/|$)/.test(path)
}

/** The only origin that a page may frame; null while no chat is set, or while that cannot be read. */
async function chatOrigin({ settings, log }: Services): Promise<string | null> {
  try {
    const address = URL.parse((await settings.current()).text('support_url').trim())
    return address?.protocol === 'https:' ? address.origin : null
  } catch (error) {
    log.warn({ err: error }, 'the chat address could not be read; pages are served without it')
    return null
  }
}
