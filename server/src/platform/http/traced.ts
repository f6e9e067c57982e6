import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Traces } from '../traces/traces.ts'

/** Each call under /api is a span from its first byte to the last of its reply, named by its route. Health checks have none. */
export function traceCalls(app: FastifyInstance, traces: Traces): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url
    if (route?.startsWith('/api/') && !route.startsWith('/api/health/')) spans.set(request, begin(request, route))
    next()
  })
  app.addHook('preHandler', (request, _reply, next) => {
    const span = spans.get(request)
    if (span) span.within(next)
    else next()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end('the caller left'))

  function begin(request: FastifyRequest, route: string): Span {
    const { traceparent } = request.headers
    return traces.begin(`${request.method} ${route}`, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'bittkosh.request_id': request.id },
      ...(isFromProxy(request) && typeof traceparent === 'string' && { cause: traceparent }),
    })
  }
}

/** If TRUST_PROXY does not name the peer, the addresses that it forwards are left out, and only the peer's own remains. */
function isFromProxy({ ips = [] }: FastifyRequest): boolean {
  return ips.length > 1
}
