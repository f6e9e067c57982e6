/** Writes a spreadsheet: platform/http/xlsx.ts starts it with the rows and takes the file. */
import { parentPort, workerData } from 'node:worker_threads'
import { xlsxFile } from './xlsx.ts'

const { sheet, rows } = workerData // what longXlsxFile passes
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(await xlsxFile(sheet, rows))
