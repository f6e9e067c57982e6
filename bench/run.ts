/** `npm run bench -- <subject>`: runs one bench. The subjects are the files of this folder; without one it runs all (all.ts). */
import { existsSync } from 'node:fs'

const subject = process.argv[2] ?? 'all'
const file = new URL(`${subject}.ts`, import.meta.url)
if (
  !/^[a-z-]+$/.test(subject) ||
  ['run', 'table', 'peer', 'cpu', 'line', 'long-history', 'people', 'poller'].includes(subject) ||
  !existsSync(file)
) {
  console.error('Name a subject: npm run bench -- ledger, npm run bench -- start, …  (see bench/), or none for all')
  process.exit(1)
}
await import(file.href)
