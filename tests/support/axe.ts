/** A page as seen by axe and on a narrow screen. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** All of axe's findings in the light theme, and those about colours in the dark one: nothing else differs between the themes. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const violations = await policyViolationsOf(page) // before axe, which is not part of the page
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await barriersOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await barriersOf(page, ['color-contrast', 'link-in-text-block'])
  return [...violations, ...light, ...dark.map((barrier) => `in dark: ${barrier}`)]
}

export async function expectNoBarriers(page: Page): Promise<void> {
  expect(await policyViolationsOf(page)).toEqual([])
  expect(await barriersOf(page)).toEqual([])
}

/** What the browser has refused this document so far because of its content policy, including trusted types. */
export function policyViolationsOf(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((answer) => {
    const told = (reports) => reports.map(({ body }) => 'policy: ' + body.effectiveDirective + ' ' + body.sourceFile + ' ' + body.sample)
    const observer = new ReportingObserver((reports) => answer(told(reports)), { types: ['csp-violation'], buffered: true })
    observer.observe()
    setTimeout(() => answer(told(observer.takeRecords())), 0)
  })`)
}

/** One line per finding; of all rules, or of the given ones. */
async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(untilStill)
  // Loaded once per document. The app has no frames, so axe runs in the page alone; and it reports only its findings, not every
  // correct element.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
}

// Elements that are still fading in have too little contrast, and nobody reads them yet.
const untilStill = `Promise.allSettled(
  document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished),
).then(() => true)`

export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}
