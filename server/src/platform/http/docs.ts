/** The OpenAPI document of all calls, and a page to read it at /docs. */
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Limiter } from './limits.ts'
import { type ContractRoom, openApiDocument } from './openapi.ts'
import { pack, type Packed, sendPacked } from './packed.ts'

const SCRIPT_QUALITY = 5 // of 4.4 MB: 0.8 s for 1.09 MB; the best quality takes 9 s, during which a reader waits, and saves 5 %
const REFUSED_AFTER_MS = 1_000
const WAITING_MAX = 1_000

// In its sandbox the page has its own origin, where browsers refuse storage; the reference keeps its theme there.
const START = `
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  Object.defineProperty(window, name, { value: {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (n) => [...kept.keys()][n] ?? null,
    get length() { return kept.size },
  } })
}`
// Requests from this page would come from a foreign origin, which the API refuses, so the page offers none.
const SHOW = `
Scalar.createApiReference('#app', {
  url: new URL('/openapi.json', document.baseURI).href,
  withDefaultFonts: false,
  telemetry: false,
  hideTestRequestButton: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
})`
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>BittKosh API</title>
</head>
<body>
<div id="app"></div>
<script>${START}</script>
<script src="/docs/reference.js"></script>
<script>${SHOW}</script>
</body>
</html>
`
/** Sandboxed without its origin, so that a third-party script of many megabytes cannot read what the app has stored. */
const PAGE_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'self' ${[START, SHOW].map(hashOf).join(' ')}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/**
 * Serves /openapi.json (also below /api) and /docs. All of it is the same for everyone: made and compressed once, cached
 * by browsers, and rate-limited by address separately from other calls, so that reading it in a loop costs others next to
 * nothing.
 */
export function registerDocs(
  app: FastifyInstance,
  {
    endpoints,
    rooms,
    limiter,
    clock,
  }: { endpoints: readonly Endpoint[]; rooms: readonly ContractRoom[]; limiter: Limiter; clock: Services['clock'] },
): void {
  let waiting = 0
  serve(['/openapi.json', '/api/openapi.json'], {
    type: 'application/json; charset=utf-8',
    make: async () => pack(Buffer.from(JSON.stringify(openApiDocument(endpoints, rooms)))),
    // The page reads it from its sandbox, which has another origin.
    headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
  })
  serve(['/docs', '/docs/'], {
    type: 'text/html; charset=utf-8',
    make: () => pack(Buffer.from(PAGE)),
    headers: { 'content-security-policy': PAGE_POLICY },
  })
  serve(['/docs/reference.js'], {
    type: 'text/javascript; charset=utf-8',
    make: async () => pack(await referenceScript(), SCRIPT_QUALITY),
    headers: { 'cross-origin-resource-policy': 'cross-origin' },
  })

  /** Delays refusals: otherwise a client that asks again after each answer would be refused thousands of times a second. */
  async function countRead(address: string): Promise<void> {
    const read = { limit: 'document', call: 'docs', user: undefined, isRead: true } as const
    try {
      await limiter.count({ ...read, address, at: clock.now() })
    } catch (refusal) {
      if (waiting >= WAITING_MAX) throw refusal
      waiting++
      await wait(REFUSED_AFTER_MS, undefined, { ref: false })
      waiting--
      throw refusal
    }
  }

  function serve(
    paths: readonly string[],
    { type, make, headers }: { type: string; make: () => Promise<Packed>; headers: Record<string, string> },
  ): void {
    let packed: Promise<Packed> | undefined // made for the first reader
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      await countRead(request.ip)
      const making = (packed ??= make())
      making.catch(() => {
        if (packed === making) packed = undefined
      })
      const made = await making
      reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding', ...headers }).type(type)
      return sendPacked(request, reply, made)
    }
    for (const path of paths) app.get(path, handler)
  }
}

/** In a thread that ends, because the package takes 30 MB of memory. */
function referenceScript(): Promise<Uint8Array> {
  const thread = new Worker(new URL('./docs-thread.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread of the reference page ended with ${code}`)))
  })
}

function hashOf(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`
}
