/** Settings changed together, and notes of admins for each other about a person and a request. */
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from '../support/axe.ts'
import { adminPage, askDeposit, enter, newAdmin, newUser } from '../support/people.ts'

const viewports = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

// One after the other: both change the same settings.
test.describe.configure({ mode: 'serial' })

for (const viewport of viewports) {
  test(`three settings are reviewed and saved at once at ${viewport.width} px`, async ({ browser, request }) => {
    const meera = await newAdmin(request, 'Meera')
    const page = await adminPage(browser, request, { as: meera, viewport })
    await page.goto('/admin/basic-settings')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    const dialog = page.getByRole('dialog')
    const change = async (typed: { rate: string; link: string; limit: string }) => {
      await page.getByLabel('Referral profit share', { exact: true }).fill(typed.rate)
      await page.getByLabel('App install address (optional)').fill(typed.link)
      await page.getByLabel('BittPay limit for all users', { exact: true }).fill(typed.limit)
    }
    const review = () => page.getByRole('button', { name: 'Review', exact: true }).click()

    await change({ rate: '12', link: 'app.kosh.example', limit: '90000000' })
    await expect(bar).toContainText('3 changes')
    await review()
    await expect(page.getByText('Enter a full link that starts with https://')).toBeVisible()
    await expect(page.getByLabel('App install address (optional)')).toBeFocused()
    await expectInside(page)
    await page.getByLabel('App install address (optional)').fill('https://app.kosh.example/')
    await review()
    const share = dialog.getByRole('listitem').filter({ hasText: 'Referral profit share' })
    await expect(share).toContainText(/10\s%.*12\s%/)
    await expect(share).toContainText('Estimate: on average over the last 30 days, referred users earned')
    await expectNoBarriers(page)
    await expectInside(page)
    await dialog.getByRole('button', { name: 'Save 3 changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(bar).toBeHidden()
    await page.reload()
    await expect(page.getByLabel('Referral profit share', { exact: true })).toHaveValue('12')
    await expect(page.getByText('changed by Meera').first()).toBeVisible()

    await change({ rate: '10', link: '', limit: '100000000' })
    await review()
    await dialog.getByRole('button', { name: 'Save 3 changes' }).click()
    await expect(dialog).toBeHidden()
    await page.getByText('Activity log').click()
    await page
      .getByRole('row', { name: /referral profit share/ })
      .first()
      .waitFor()
    await page.context().close()
  })
}

test('one admin’s note about a request is visible to another admin, and never to its user', async ({
  browser,
  page,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  await askDeposit(request, person, 2000)
  const [meera, ravi] = [await newAdmin(request, 'Meera'), await newAdmin(request, 'Lakshmi Krishnamurthy')]
  const office = await adminPage(browser, request, { as: meera })
  const queue = `/admin/deposits?search=${encodeURIComponent(person.user.email)}`
  await office.goto(queue)
  await office.getByLabel('New note').fill('Called her: her brother pays.')
  await office.getByRole('button', { name: 'Add note' }).click()
  await expect(office.getByText('Called her: her brother pays.')).toBeVisible()
  await office.getByLabel('Called', { exact: true }).click()
  await expect(office.getByLabel('Called', { exact: true })).toBeChecked()
  await office.getByLabel('Assigned to').selectOption('Lakshmi Krishnamurthy')
  const row = office.getByRole('row', { name: /Asha Rao/ })
  await expect(row).toContainText('Called')
  await expect(row).toContainText('Assigned to Lakshmi Krishnamurthy')
  await office.getByLabel('Flagged', { exact: true }).click()
  await expect(office).toHaveURL(/flagged=/)
  await expect(office.getByLabel('Flagged', { exact: true })).toBeChecked()
  await expect(row).toBeVisible()
  await expectNoBarriers(office)
  await office.goto(`${queue}&status=all`)
  await expect(row).toContainText('Assigned to Lakshmi Krishnamurthy')
  const table = office.getByRole('table', { name: 'Deposits' })
  expect(await table.evaluate(({ scrollWidth, parentElement: box }) => scrollWidth - (box?.clientWidth ?? 0))).toBe(0)

  const phone = await adminPage(browser, request, { as: ravi, viewport: { width: 390, height: 844 } })
  await phone.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
  await phone.getByRole('link', { name: person.user.name }).click()
  await expect(phone.getByText('Called her: her brother pays.')).toBeVisible()
  await expect(phone.getByText(/Meera · .*on deposit #/)).toBeVisible()
  await expectInside(phone)

  await enter(page, person)
  await page.goto('/wallet')
  await expect(page.getByText('₹2,000.00').first()).toBeVisible()
  await expect(page.getByText('Called')).toHaveCount(0)
  await office.context().close()
  await phone.context().close()
})

/** Nothing extends beyond the screen's width. */
async function expectInside(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
}
