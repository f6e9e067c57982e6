/** Alerts for admins: turned on in Basic Settings, then in the menu, on their page and by mail, until they are seen. */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from '../support/axe.ts'
import { mailedTo } from '../support/mailbox.ts'
import { adminPage, askDeposit, callAs, newAdmin, newUser, readMailbox } from '../support/people.ts'

/** Runs the due jobs immediately, at the clock's own time, before it replies. */
async function runJobs(request: APIRequestContext): Promise<void> {
  const reply = await request.put('/api/dev/clock', { data: { now: new Date().toISOString() } })
  expect(reply.ok()).toBe(true)
}

const itemOf = (desk: Page, text: string) => desk.getByRole('listitem').filter({ hasText: text })
const menuCount = async (desk: Page) => {
  const name = await desk
    .getByRole('complementary', { name: 'Side bar' })
    .getByRole('link', { name: /^Alerts/ })
    .textContent()
  return Number(name?.replace(/\D/g, '') || 0)
}

test('a large deposit raises an alert in the menu, on the page and by mail, and opening it marks it as seen', async ({
  browser,
  request,
}) => {
  const meera = await newAdmin(request, 'Meera Iyer')
  const off = { as: meera, method: 'put', path: '/settings/alert_large_amount', data: { value: 'off' } } as const
  await callAs(request, off) // an earlier attempt may have left it on
  const desk = await adminPage(browser, request, { as: meera })
  await desk.goto('/admin/basic-settings')
  await desk.getByLabel('A large amount', { exact: true }).selectOption('In the panel and by e-mail')
  await desk.getByRole('button', { name: 'Review', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('In the panel and by e-mail')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(dialog).toBeHidden()

  const person = await newUser(request, 'Asha Rao')
  const { id } = await askDeposit(request, person, 600_000)
  const large = itemOf(desk, `A large deposit is waiting #${id}`)
  // A check that fails, for example because it waits too long for another one, leaves its findings to the next.
  await expect(async () => {
    await runJobs(request)
    await desk.goto('/admin/alerts?kind=deposit_large')
    await expect(large).toContainText('₹6,00,000.00', { timeout: 10_000 })
  }).toPass()
  await expect(large).toContainText('New')
  await expectNoBarriers(desk)
  await expect.poll(() => menuCount(desk)).toBeGreaterThan(0)
  const mailed = await mailedTo(() => readMailbox(request), meera.user.email, /(A large deposit is waiting)/)
  expect(mailed).toBe('A large deposit is waiting')

  const isSeen = desk.waitForResponse(/\/seen$/) // leaving the page before would cut it off
  await large.getByRole('link').click()
  expect((await isSeen).ok()).toBe(true)
  await expect(desk.getByRole('heading', { name: new RegExp(`^Deposit #${id}`) })).toBeVisible()
  await desk.goto('/admin/alerts?kind=deposit_large&status=past')
  await expect(large).toBeVisible()
  await expect(large.getByRole('button', { name: /^Mark as seen/ })).toBeHidden()
  await desk.goto('/admin/alerts?kind=deposit_large')
  await expect(desk.getByRole('tab', { name: 'Open' })).toBeVisible()
  await expect(large).toBeHidden()
  await callAs(request, off)
  await desk.context().close()
})

test('a third admin is alerted when one admin adds another', async ({ browser, request }) => {
  const third = await newAdmin(request, 'Zoya Khan', ['kyc'])
  const made = await newAdmin(request, 'Ravi Menon', ['viewer'])
  await runJobs(request)
  const desk = await adminPage(browser, request, { as: third })
  await desk.goto('/admin/alerts?kind=admin_made')
  const added = itemOf(desk, `An administrator was added #${made.user.id}`)
  await expect(added.getByRole('link')).toHaveCount(0) // someone who is not an owner can't open the team page
  await added.getByRole('button', { name: /^Mark as seen/ }).click()
  await expect(added).toBeHidden()
  await desk.context().close()
})
