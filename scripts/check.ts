/** `npm run check`: everything that can be checked without running the product, in under a minute. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const checks: [name: string, command: string][] = [
  ['types', 'tsc --noEmit'],
  ['types of the web', 'tsc --noEmit --project web'],
  ['format', 'oxfmt --check .'],
  ['lint', 'oxlint --deny-warnings'],
  ['imports', 'node scripts/check-imports.ts'],
  ['tables', 'node scripts/check-sql.ts'],
  ['styles', 'node scripts/check-styles.ts'],
  ['docs', 'node scripts/check-docs.ts'],
  ['dependencies', 'node scripts/check-dependencies.ts'],
  ['messages', 'node scripts/messages.ts --check'],
  ['schema', 'node scripts/dump-schema.ts --check'],
  ['unused', 'knip'],
]

const begin = Date.now()
const waiting = [...checks]
const failed: string[] = []
await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(failed.length === 0 ? `All good in ${seconds(begin)}.` : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command] = next
    const started = Date.now()
    const { passed, output } = await run(command)
    console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds(started)})`)
    if (passed) continue
    failed.push(name)
    console.log(output)
  }
}

function run(command: string): Promise<{ passed: boolean; output: string }> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.once('close', (exit) => resolve({ passed: exit === 0, output })))
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
