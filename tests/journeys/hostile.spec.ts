/** Texts that other programs have executed, on every screen: a slice of `npm run bench -- hostile`, which has many more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { examine, type Looked } from '../../bench/hostile/look.ts'
import { playHostile } from '../../bench/hostile/play.ts'

test('hostile texts stay plain text on every screen and in every file', async ({ browser }) => {
  test.slow() // a hundred screens, one after the other
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-hostile-'))
  try {
    const report = await playHostile({ browser, folder, seed: 20_261_123, count: 20, people: 1, isSlice: true })
    expect(report.findings).toEqual([])
    // The test reaches what it is meant to try.
    expect(report.fields).toBeGreaterThan(50)
    expect(report.shown).toBeGreaterThan(report.placed * 0.8)
    expect(report.screens).toBeGreaterThan(40)
    expect(report.dialogs).toBeGreaterThan(3)
    expect(report.mails).toBeGreaterThan(10)
    expect(report.statements).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a text that leaves its element, runs or extends beyond the screen is detected', async ({ page }) => {
  await page.route('**/hostile', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "img-src 'none'" },
      body: `<body><img src="/x.png" onerror="0"><a href="javascript:0">x</a><marquee>x</marquee>
        <script>window.__pwned = 1</script><p style="width: 500px">Hello <b>there</b></p>`,
    }),
  )
  await page.goto('/hostile')
  const looked: Looked = { screens: 0, dialogs: 0, findings: [], words: new Set() }
  await examine(page, { looked, find: (what) => void looked.findings.push(what) })
  const kinds = ['a text ran', 'handler', 'address', 'element', 'script or style', 'policy', 'scrolls sideways']
  expect(kinds.filter((kind) => !looked.findings.some((finding) => finding.startsWith(kind)))).toEqual([])
  expect([...looked.words]).toEqual(expect.arrayContaining(['Hello', 'there']))
})
