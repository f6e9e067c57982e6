/** What was approved is put right: a deposit taken back, an identity revoked, with what the person sees of it. */
import { expect, test } from '@playwright/test'
import { adminPage, approvedUser, askDeposit, askWithdrawal, enter, giveRupees, newUser } from '../support/people.ts'
import { fund } from './steps.ts'

test('a deposit is reversed with a reason, and the person sees it on the wallet', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  await fund(request, person, 4000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/deposits?status=approved&search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Reverse', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('Balance after the reversal')).toBeVisible()
  await dialog.getByLabel('Reason, as the user will read it').fill('The bank took the payment back')
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
  await expect(desk.getByText('Deposit reversed')).toBeVisible()
  await desk.goto(`/admin/deposits?status=reversed&search=${encodeURIComponent(person.user.email)}`)
  await expect(desk.getByText('The bank took the payment back').first()).toBeVisible()
  await desk.context().close()

  await enter(page, person)
  await page.goto('/wallet')
  await expect(page.getByText('−₹4,000.00')).toBeVisible()
  await page.getByRole('button', { name: /Deposit reversed/ }).click()
  await expect(page.getByRole('dialog').getByText('The bank took the payment back')).toBeVisible()
  await page.goto('/add-balance')
  await expect(page.getByRole('listitem').filter({ hasText: 'The bank took the payment back' })).toContainText(
    'Reversed',
  )
})

test('an identity is revoked: nothing leaves any more, and the person reads why', async ({
  page,
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Imran Sheikh')
  await giveRupees(request, person, 3000)
  const { id } = await askWithdrawal(request, person, 1000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('link', { name: 'Imran Sheikh' }).click()
  await desk.getByRole('tab', { name: 'Overview' }).click()
  await desk.getByRole('button', { name: 'Take the approval back' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Take the approval back' })
  await dialog.getByLabel('Reason, as the user will read it').fill('The card is another person’s')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(desk.getByText('The approval was taken back')).toBeVisible()

  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(person.user.email)}&id=${id}`)
  await expect(desk.getByText('The identity of this person is not approved any more.')).toBeVisible()
  await desk.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  const pay = desk.getByRole('dialog')
  await pay.getByLabel('Transaction ID').fill('432198761234')
  await pay.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(pay.getByText(/^The identity of this user is not approved any more\./)).toBeVisible()
  await desk.context().close()

  await enter(page, person)
  await page.goto('/bittpay')
  await expect(page.getByText('The approval of your documents was taken back.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('The card is another person’s')).toBeVisible()
})

test('an unusual amount is typed again before it is approved', async ({ browser, request }) => {
  const person = await newUser(request, 'Meera Joshi')
  await fund(request, person, 1000)
  await askDeposit(request, person, 5000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  const approve = dialog.getByRole('button', { name: 'Approve, 5 times as much', exact: true })
  await expect(
    dialog.getByText('5 times the largest that was approved for this person so far, ₹1,000.00'),
  ).toBeVisible()
  await expect(approve).toBeDisabled()
  await dialog.getByLabel('Type the amount again').fill('5000')
  await approve.click()
  await expect(desk.getByText('Deposit approved')).toBeVisible()
  await desk.context().close()
})
