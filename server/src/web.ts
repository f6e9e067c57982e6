/** Serves the built web app: its files, the landing page rendered for its reader, and one document for every other page. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalBody } from './platform/http/reply.ts'
import { languageOf } from './platform/http/language.ts'
import { sendPacked } from './platform/http/packed.ts'
import { Refusal } from './platform/http/refuse.ts'
import type { Services } from './platform/services.ts'
import { describeSite } from './site/actions.ts'
import { canDrawLanding, type LandingPage, makeLandingPages } from './site/landing.ts'

/** Of each file of the web app, because a service worker has the policy of its own file. A page may also frame the support chat. */
const WEB_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "img-src 'self' blob: data: https:",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types worker', // web/src/shell/serviceWorker.ts
].join(';')

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

export async function registerWeb(app: FastifyInstance, services: Services) {
  const built = existsSync(`${webFolder}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: webFolder,
      preCompressed: true,
      serve: false, // the plugin's own route lists the folder for each file, for case-insensitive disks
      index: 'index.html',
      dotfiles: 'ignore', // files that the build leaves for the server and for scripts
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(`${webFolder}/assets/`)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('content-security-policy', WEB_POLICY)
      },
    })
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(request.params['*']))
    if (canDrawLanding) registerLanding(app, services)
    // Otherwise each page would first be looked up as a file of that name.
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.url === '/*' && isPage(request, services)) return reply.sendFile('index.html')
    })
    app.addHook('onSend', async (_request, reply) => {
      if (!String(reply.getHeader('content-type')).startsWith('text/html')) return
      const origin = await chatOrigin(services)
      const policy = String(reply.getHeader('content-security-policy'))
      if (origin) reply.header('content-security-policy', policy.replace("frame-src 'none'", `frame-src ${origin}`))
    })
  }
  app.setNotFoundHandler((_request, reply) => {
    const { status, ...body } = refusalBody(new Refusal({ code: 'not_found' }))
    return reply.code(status).send(body)
  })
}

/** Sends `/` rendered, in the language that the reader last chose; if that fails, the app renders it. */
function registerLanding(app: FastifyInstance, { settings, db, clock, log }: Services) {
  const pages = makeLandingPages()
  app.get<{ Querystring: { mobile?: string } }>('/', async (request, reply) => {
    try {
      const language = languageOf(request.headers.cookie) ?? 'en'
      const site = await describeSite(db, { settings: await settings.current(), at: clock.now(), language })
      const page = await pages(site, { language, mobile: request.query.mobile === 'true' })
      return sendLanding(request, reply, page)
    } catch (error) {
      log.warn({ err: error }, 'the landing page could not be drawn; it is served without')
      return reply.sendFile('index.html')
    }
  })
}

function sendLanding(request: FastifyRequest, reply: FastifyReply, page: LandingPage) {
  reply.header('cache-control', 'no-cache').header('vary', 'cookie, accept-encoding')
  const policy = WEB_POLICY.replace("script-src 'self'", `script-src 'self' ${page.script}`).replace(
    "style-src 'self'",
    `style-src 'self' ${page.style}`,
  )
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
  return sendPacked(request, reply, page)
}

/**
 * Every address that is neither a call nor a file belongs to the web app; /dev only while DEV_TOOLS is on. A name with an ending is a
 * file, except below /invest: a plan's symbol may contain dots.
 */
function isPage({ method, url }: FastifyRequest, { config }: Services): boolean {
  const [path = ''] = url.split('?')
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|files)(\/|$)/.test(path)) return false
  if (/\.\w+$/.test(path) && !path.startsWith('/invest/')) return false
  return config.devTools || !/^\/dev(\/|$)/.test(path)
}

/** The only origin that a page may frame; null if no chat is set, or if the settings cannot be read. */
async function chatOrigin({ settings, log }: Services): Promise<string | null> {
  try {
    const address = URL.parse((await settings.current()).text('support_url').trim())
    return address?.protocol === 'https:' ? address.origin : null
  } catch (error) {
    log.warn({ err: error }, 'the chat address could not be read; pages are served without it')
    return null
  }
}
