/**
 * `npm run bench -- hostile`: hostile texts in every field that accepts text, then every screen, mail, CSV and PDF that shows them,
 * in a browser against a program of its own (bench/hostile/play.ts). `--count 500` is the number of texts, `--seed` selects them.
 * Exits with 1 if something was found. Needs the built web (npm run build).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '../tests/support/browser.ts'
import { playHostile } from './hostile/play.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const [seed, count] = [Number(values.seed), Number(values.count)]
console.log(`seed ${seed}`)
const folder = mkdtempSync(join(tmpdir(), 'bittkosh-hostile-'))
const browser = await chromium.launch(await findChromium())
const begun = performance.now()
try {
  const people = Math.max(2, Math.ceil(count / 25))
  const report = await playHostile({ browser, folder, seed, count, people, say: console.log })
  const seconds = Math.round((performance.now() - begun) / 1000)
  const { findings, neverShown, ...figures } = report
  for (const finding of findings) console.log(finding)
  const table = printTable(
    [...Object.keys(figures), 'findings', 'seconds'],
    [[...Object.values(figures), findings.length, seconds].map((figure) => figure.toLocaleString('en-IN'))],
  )
  const unseen = neverShown.map((field) => `    ${field}`).join('\n')
  saveResult(
    'hostile',
    `${table}\n\nFields whose texts no screen showed whole (shortened there, or on no screen):\n\n${unseen}`,
    `Seed ${seed}, ${people} people. \`placed\` counts texts that a field stored, as they were or in the nearest form that is accepted; \`shown\` those of them that stood whole in a text node or field of one of the screens, all 390 px wide.`,
  )
  process.exitCode = findings.length > 0 ? 1 : 0
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
