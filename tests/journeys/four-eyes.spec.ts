/**
 * Two owners and one act: while four eyes are on, what one does waits for the other. The setting holds for the whole program, so
 * this runs after every other journey (playwright.config.ts) and ends with it off.
 */
import { expect, type Page, test } from '@playwright/test'
import { adminPage, askDeposit, newAdmin, newUser } from '../support/people.ts'

async function setFourEyes(page: Page, typed: string): Promise<void> {
  await page.goto('/admin/basic-settings')
  await page.getByLabel('Four eyes from this amount on').fill(typed)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save 1 change/ })
    .click()
}

async function approveFirst(page: Page, act: string): Promise<void> {
  await page.goto('/admin/proposals')
  const card = page.getByRole('listitem').filter({ hasText: act })
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
}

test('an approved deposit, a declined, a withdrawn and an approved change of four eyes', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  const { id } = await askDeposit(request, person, 2000)
  const open = async (name: string) => adminPage(browser, request, { as: await newAdmin(request, name) })
  const [meera, ravi] = [await open('Meera'), await open('Ravi')]
  await setFourEyes(meera, '1000')
  await expect(meera.getByText('Settings saved')).toBeVisible()

  await meera.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  await meera.getByRole('button', { name: 'Approve', exact: true }).click()
  await meera.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  const sent = meera.getByRole('dialog', { name: 'Sent for approval' })
  await expect(sent).toContainText('Nothing has happened yet')
  await sent.getByRole('button', { name: 'Done' }).click()
  await expect(meera.getByText('Meera proposed')).toContainText('Approve a deposit of ₹2,000.00')

  await ravi.goto('/admin')
  await ravi.getByRole('link', { name: /^For your approval 1 proposed by others/ }).click()
  const card = ravi.getByRole('listitem').filter({ hasText: 'Approve a deposit of ₹2,000.00' })
  await expect(card).toContainText('Asha Rao')
  await expect(card.getByRole('row', { name: 'approved amount – ₹2,000.00' })).toBeVisible()
  await approveFirst(ravi, 'Approve a deposit of ₹2,000.00')
  await ravi.goto(`/admin/deposits?status=approved&search=${encodeURIComponent(person.user.email)}&id=${id}`)
  await ravi.getByText('What was logged').click()
  await expect(ravi.getByText(/Meera · approved by Ravi/)).toBeVisible()

  await setFourEyes(meera, '')
  await meera.getByRole('dialog').getByRole('link', { name: 'Show the proposal' }).click()
  await expect(meera.getByText('Another admin must approve it.')).toBeVisible()
  await ravi.goto('/admin/basic-settings')
  await expect(ravi.getByText('Meera proposed')).toContainText('Change a setting')
  await ravi.goto('/admin/proposals')
  await ravi.getByRole('button', { name: 'Decline', exact: true }).click()
  await ravi.getByLabel('Reason').fill('Only after the audit')
  await ravi.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(ravi.getByText('Nothing waits for approval')).toBeVisible()
  await meera.getByRole('tab', { name: /^Declined/ }).click()
  await expect(meera.getByText('Only after the audit')).toBeVisible()

  await setFourEyes(meera, '')
  await meera.getByRole('dialog').getByRole('link', { name: 'Show the proposal' }).click()
  await meera.getByRole('button', { name: 'Withdraw proposal' }).click()
  await meera.getByRole('dialog').getByRole('button', { name: 'Withdraw proposal' }).click()
  await expect(meera.getByText('Nothing waits for approval')).toBeVisible()

  await setFourEyes(meera, '')
  await meera.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await approveFirst(ravi, 'Change a setting')
  await meera.reload()
  await expect(meera.getByLabel('Four eyes from this amount on')).toHaveValue('')
  await Promise.all([meera.context().close(), ravi.context().close()])
})
