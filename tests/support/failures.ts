/**
 * Load and action failures of the specification's error catalogue: the call fails without a message, and the person reads the
 * catalogue's sentence. If the server sent a message, that is shown instead.
 */
import { expect, type Page } from '@playwright/test'

const STEP_MS = 60_000 // a step that takes longer has failed; the other rows are still tried

type Call = { method?: string; path: RegExp }
export type Failure = {
  sentence: string
  route: string
  fails: Call
  /** What the person does; if left out, the sentence is about loading the screen. */
  act?: (page: Page) => Promise<unknown>
  /** What is still there afterwards: the form with what was typed. */
  stays?: (page: Page) => Promise<unknown>
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
export const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
export const load = (route: string, path: RegExp, sentence: string): Failure => ({
  route,
  fails: { method: 'GET', path },
  sentence,
})

/** Makes a call fail like a broken server or proxy: 500 and no message. */
export async function breakCall(page: Page, { method, path }: Call, message?: string) {
  const json = message === undefined ? {} : { message, code: 'unknown_code' }
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) => {
      if (method !== undefined && route.request().method() !== method) return route.fallback()
      return route.fulfill({ status: 500, json })
    },
  )
}

/** One page runs all rows of a person, so that the app is loaded once; every failing row is listed. */
export async function walkAll(page: Page, failures: Failure[]) {
  page.setDefaultTimeout(STEP_MS)
  // Figures that a row has loaded are stored after a second, and the next row would show them instead of the sentence.
  await page.addInitScript(() => localStorage.removeItem('figures'))
  const wrong: string[] = []
  for (const failure of failures) {
    await walk(page, failure).catch((error: unknown) => wrong.push(`${failure.route}, '${failure.sentence}': ${error}`))
    await page.unrouteAll()
  }
  expect(wrong).toEqual([])
}

async function walk(page: Page, failure: Failure) {
  if (failure.act === undefined) await breakCall(page, failure.fails)
  await page.goto(failure.route)
  if (failure.act) {
    await page.getByRole('heading').first().waitFor()
    await breakCall(page, failure.fails)
    await failure.act(page)
  }
  const where = failure.act === undefined ? page.getByRole('main') : page
  await expect(where.getByText(failure.sentence, { exact: true }).first()).toBeVisible({ timeout: STEP_MS })
  await failure.stays?.(page)
}
