/** Coverage on the admin's dashboard: each figure opens the lines that it is the sum of, and they add up. */
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Person } from '../support/logins.ts'
import { adminPage, callAs, newUser } from '../support/people.ts'
import { fund } from './steps.ts'

let person: Person

// If the tests of a file run in parallel, this runs several times, in one process too.
test.beforeAll(async ({ request }) => {
  person = await newUser(request, `Leela Menon ${randomUUID().slice(0, 8)}`)
  await fund(request, person, 9000.5)
  const plans = await callAs(request, { as: person, method: 'get', path: '/cryptocurrencies' })
  const bought = { cryptocurrency_id: plans[0].id, amount: plans[0].minimum_deposit }
  await callAs(request, { as: person, method: 'post', path: '/crypto/invest', data: bought })
})

const paiseIn = (text: string) => Number(text.replace(/[^\d.−-]/g, '').replace('−', '-')) * 100

/** The figure at the top of an opened sheet, and the sum of all its lines. */
async function addedUp(sheet: Locator, figure: string): Promise<{ head: number; sum: number; count: number }> {
  const more = sheet.getByRole('button', { name: /^Show (older|later ones)$/ })
  const lines = sheet.getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  for (let count = await lines.count(); await more.isVisible(); count = await lines.count()) {
    await more.click()
    await expect.poll(() => lines.count()).toBeGreaterThan(count)
  }
  const head = await sheet
    .getByRole('definition')
    .filter({ has: sheet.page().getByText(/₹/) })
    .last()
    .innerText()
  const ends = await sheet.locator('li > :last-child').allInnerTexts()
  const amounts = ends.map((end) => /[−-]?₹[\d,]+\.\d\d/.exec(end)?.[0] ?? '')
  expect(figure).toContain(head)
  return {
    head: Math.round(paiseIn(head)),
    sum: amounts.reduce((sum, amount) => sum + Math.round(paiseIn(amount)), 0),
    count: amounts.length,
  }
}

const open = (desk: Page, name: string | RegExp) => desk.getByRole('button', { name }).first()

// The other journeys move money meanwhile, so a figure is read again together with its lines.
for (const figureName of [
  'Ledger lines: Wallets',
  'Ledger lines: Received less paid out',
  'Ledger lines: Owed',
  /^Ledger lines: (Left over|Missing)/,
  'Ledger lines: Received ₹',
  'Ledger lines: Costs',
  'Investments: within 90 days',
]) {
  test(String(figureName), async ({ browser, request }) => {
    const desk = await adminPage(browser, request)
    await expect(async () => {
      await desk.goto('/admin')
      const figure = await open(desk, figureName).innerText()
      await open(desk, figureName).click()
      const { head, sum, count } = await addedUp(desk.getByRole('dialog'), figure)
      expect(count).toBeGreaterThan(0)
      expect(sum).toBe(head)
    }).toPass()
    await desk.context().close()
  })
}

test('a line links to its user, on a phone too', async ({ browser, request }) => {
  const desk = await adminPage(browser, request, { viewport: { width: 390, height: 844 } })
  await desk.goto('/admin')
  await open(desk, 'Investments: within 90 days').click()
  const sheet = desk.getByRole('dialog', { name: 'Falls due within 90 days' })
  const mine = sheet.getByRole('link', { name: person.user.name })
  const more = sheet.getByRole('button', { name: 'Show later ones' })
  await expect(sheet.getByRole('listitem').first()).toBeVisible()
  while (!(await mine.isVisible()) && (await more.isVisible())) await more.click()
  expect(await desk.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await mine.click()
  await expect(desk).toHaveURL(new RegExp(`/admin/users/${person.user.id}$`))
  await expect(desk.getByRole('main').getByText(person.user.email)).toBeVisible()
  await desk.context().close()
})
