/** Writes a spreadsheet; platform/http/xlsx.ts starts this thread with the rows and receives the file. */
import { parentPort, workerData } from 'node:worker_threads'
import { xlsxFile } from './xlsx.ts'

const { sheet, rows } = workerData // what longXlsxFile passes
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(await xlsxFile(sheet, rows))
