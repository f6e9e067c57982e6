/** Extracts the script of the reference page from its package; platform/http/docs.ts starts this thread and receives the result. */
import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const app = Fastify()
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { rawPayload } = await app.inject('/docs/js/scalar.js')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(rawPayload)
