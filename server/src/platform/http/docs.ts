/** The OpenAPI document of all calls, and a page to read it at /docs. */
import type { Endpoint } from '@bittkosh/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { type ContractRoom, openApiDocument } from './openapi.ts'

// The reference page styles and starts itself inline; nothing of the product is on it.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Serves /openapi.json (also below /api) and /docs. */
export function registerDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  rooms: readonly ContractRoom[],
): void {
  const document = JSON.stringify(openApiDocument(endpoints, rooms))
  for (const path of ['/openapi.json', '/api/openapi.json'])
    app.get(path, async (_request, reply) => reply.type('application/json; charset=utf-8').send(document))

  // The page's program takes 30 MB of memory, so it is loaded by the first who reads it.
  let page: Promise<FastifyInstance> | undefined
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, async (request, reply) => {
      page ??= makePage()
      const answer = await (await page).inject(request.url)
      const { 'content-type': type, location } = answer.headers
      if (location) return reply.redirect(String(location), answer.statusCode as 301)
      return reply
        .code(answer.statusCode)
        .header('content-security-policy', PAGE_POLICY)
        .type(String(type))
        .send(answer.rawPayload)
    })
  }
}

async function makePage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', withDefaultFonts: false, telemetry: false },
  })
  await page.ready()
  return page
}
