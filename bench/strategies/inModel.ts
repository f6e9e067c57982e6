/** A thread that runs ranges of seeds in the model. */
import { parentPort } from 'node:worker_threads'
import { drawRange, note, NOTHING, type Range } from './found.ts'
import { playInModel } from './model.ts'

parentPort?.on('message', (range: Range) => {
  let found = NOTHING
  for (const { seed, strategy } of drawRange(range)) found = note(found, seed, playInModel(strategy))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(found)
})
