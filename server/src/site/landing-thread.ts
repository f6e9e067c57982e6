/** Renders the landing page once: site/landing.ts starts it and receives the result. */
import { parentPort, workerData } from 'node:worker_threads'

const { drawLanding } = await import(workerData.program)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(await drawLanding(workerData.site, workerData.language))
