/** The panel's search: pages, acts and settings besides people, and Back, which closes only the search. */
import { expect, type Page, test } from '@playwright/test'
import { adminPage, newAdmin, newUser } from '../support/people.ts'

const dialog = (desk: Page) => desk.getByRole('dialog', { name: 'Search' })

async function find(desk: Page, typed: string) {
  await expect(desk.getByRole('button', { name: /^Search/ })).toBeVisible() // from then on it listens
  await desk.keyboard.press('Control+k')
  await dialog(desk).getByRole('searchbox').fill(typed)
}

test('a setting opens at its field, an act at its form, and neither does anything by itself', async ({
  browser,
  request,
}) => {
  const desk = await adminPage(browser, request)
  const writes: string[] = []
  desk.on('request', (call) => {
    if (call.method() !== 'GET' && call.url().includes('/api/')) writes.push(call.url())
  })
  await desk.goto('/admin/users')
  await find(desk, 'minimum withdr')
  await dialog(desk)
    .getByRole('link', { name: /^Minimum withdrawal/ })
    .click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Basic Settings' })).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Minimum withdrawal', exact: true })).toBeFocused()
  await find(desk, 'usdt rate')
  await dialog(desk)
    .getByRole('link', { name: /^USDT rate/ })
    .click()
  await expect(desk.getByRole('textbox', { name: 'USDT rate', exact: true })).toBeFocused()

  await find(desk, 'new plan')
  await expect(dialog(desk).getByRole('link', { name: 'New plan' })).toBeVisible()
  await desk.keyboard.press('Enter')
  const form = desk.getByRole('dialog', { name: 'Add plan' })
  await expect(form.getByRole('textbox', { name: 'Symbol' })).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(form).toBeHidden()
  await expect(desk).toHaveURL(/\/admin\/cryptocurrencies$/)

  await find(desk, 'export users')
  await dialog(desk).getByRole('link', { name: 'Export users' }).click()
  await expect(desk.getByRole('button', { name: 'Download this list as CSV' })).toBeFocused()
  expect(writes).toEqual([])
  await desk.context().close()
})

test('two letters inside a name find the person, and Back closes the search with the page below it unchanged', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Zxqasha Rao')
  const desk = await adminPage(browser, request)
  await desk.goto('/admin/audit?page=1')
  await find(desk, 'xq')
  await expect(dialog(desk).getByRole('link', { name: new RegExp(person.user.email) })).toBeVisible()
  await desk.goBack()
  await expect(dialog(desk)).toBeHidden()
  await expect(desk).toHaveURL(/\/admin\/audit\?page=1$/)

  await find(desk, 'xq')
  await dialog(desk)
    .getByRole('link', { name: new RegExp(person.user.email) })
    .click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Zxqasha Rao' })).toBeVisible()
  await desk.goBack()
  await expect(desk).toHaveURL(/\/admin\/audit\?page=1$/)
  await expect(dialog(desk)).toBeHidden()
  await desk.context().close()
})

test('each role finds only what it may use', async ({ browser, request }) => {
  const desk = await adminPage(browser, request, { as: await newAdmin(request, 'Sunil', ['support']) })
  await desk.goto('/admin')
  await find(desk, 'depo')
  await expect(dialog(desk).getByRole('link', { name: 'Deposits', exact: true })).toBeVisible()
  await expect(dialog(desk).getByRole('link', { name: /Minimum deposit|Export|New deposit/ })).toHaveCount(0)
  await desk.context().close()
})
