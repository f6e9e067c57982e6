/**
 * Load and action failures of the specification's error catalogue: the call is made to fail without a message, and the
 * person reads the sentence of the catalogue. Where the server did say something, that is read instead.
 */
import { expect, type Page } from '@playwright/test'

const STEP_MS = 60_000 // a step that takes longer is a wrong one; the other rows are still walked

type Call = { method?: string; path: RegExp }
export type Failure = {
  sentence: string
  route: string
  fails: Call
  /** What the person does; without it the sentence is about loading the screen. */
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

/** Makes a call fail as a broken server or proxy does: 500 and no message. */
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

/** One page walks all rows of a person, so that the program is loaded once; every row that is wrong is named. */
export async function walkAll(page: Page, failures: Failure[]) {
  page.setDefaultTimeout(STEP_MS)
  // What a row has loaded is kept after a second, and would stand in the next one instead of the sentence.
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
