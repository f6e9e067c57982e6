/** A page as axe and a narrow screen see it. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds in light, and what the colours are like in dark: nothing else differs between the themes. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const violations = await policyViolationsOf(page) // before axe, which is no part of the page
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

/** What the browser has refused this document so far because of its content policy, trusted types included. */
export function policyViolationsOf(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((answer) => {
    const told = (reports) => reports.map(({ body }) => 'policy: ' + body.effectiveDirective + ' ' + body.sourceFile + ' ' + body.sample)
    const observer = new ReportingObserver((reports) => answer(told(reports)), { types: ['csp-violation'], buffered: true })
    observer.observe()
    setTimeout(() => answer(told(observer.takeRecords())), 0)
  })`)
}

/** A line each; of all rules, or of the named ones. */
async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(untilStill)
  // A document takes it once. The app has no frames, so axe runs in the page alone; and it describes what it found only,
  // not every element that is right.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
}

// What is still fading in has too little contrast, and is not what anybody reads.
const untilStill = `Promise.allSettled(
  document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished),
).then(() => true)`

export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}
