/** An admin changed a person's e-mail address and password: for 72 hours no money leaves, and the person's own pages say so. */
import { expect, test } from '@playwright/test'
import { adminPage, approvedUser, callAs, giveRupees, proveEmail } from '../support/people.ts'
import { signIn } from './steps.ts'

test('after an admin changed e-mail address and password, withdrawals and BittPay show until when they are paused', async ({
  page,
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Kavya Reddy')
  await giveRupees(request, person, 5000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Edit Kavya Reddy' }).click()
  const form = desk.getByRole('dialog', { name: 'Edit Kavya Reddy' })
  const email = `new-${person.user.email}`
  const [typed, own] = ['admin ne likha hai yeh', 'apna khud ka naya taala']
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel(/^Password/).fill(typed)
  await expect(form.getByText(/Withdrawals and BittPay are paused for 72 hours\.$/)).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await desk.context().close()

  await signIn(page, email, typed)
  await page.waitForURL('/change-password')
  await page.getByLabel('Current password', { exact: true }).fill(typed)
  await page.getByLabel('New password', { exact: true }).fill(own)
  await page.getByLabel('Confirm new password', { exact: true }).fill(own)
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('/dashboard')

  const expectPaused = async (path: string, said: string) => {
    await page.goto(path)
    const banner = page.getByText(/^Your password, e-mail address or phone number was changed\./)
    await expect(page.getByText(said, { exact: true }).first()).toBeVisible()
    await expect(banner).toHaveText(/again from: .*20\d\d/)
  }
  await expectPaused('/withdraw', 'Withdrawals are paused')
  await expectPaused('/bittpay', 'BittPay is paused.')
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  const as = { token, user: { ...person.user, email } }
  await callAs(request, { as, method: 'post', path: '/verify-email/resend' })
  await proveEmail(request, as)
  await expectPaused('/withdraw', 'Withdrawals are paused')
  await expect(page.getByRole('button', { name: 'Review withdrawal' })).toBeHidden()
})
