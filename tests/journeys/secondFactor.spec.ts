/** An admin's second factor: set up with an app, required at sign-in, and again before a balance is edited. */
import { base32nopad } from '@scure/base'
import { expect, test } from '@playwright/test'
import { codeOf, stepOf } from '../../server/src/platform/identity/totp.ts'
import { PASSWORD } from '../support/logins.ts'
import { newAdmin, newUser } from '../support/people.ts'
import { signIn } from './steps.ts'

test('an admin sets up a second factor, signs in with it and confirms a balance with a fresh code', async ({
  page,
  request,
}) => {
  const { user: admin } = await newAdmin(request, 'Ravi Iyer')
  const user = await newUser(request, 'Kavya Reddy')

  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, admin.email)
  await page.waitForURL('/admin')
  await page.getByRole('button', { name: /: your account$/ }).click()
  await page.getByRole('link', { name: 'Second factor' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'Code to scan with your authenticator app' })).toBeVisible()
  const secret = base32nopad.decode((await page.locator('code').innerText()).replaceAll(' ', ''))
  const code = (step = 0) => codeOf(secret, stepOf(new Date()) + step)
  await expect(page.getByLabel('Code shown in the app')).toBeFocused()
  await page.getByLabel('Code shown in the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  await page.getByLabel('Code shown in the app').fill(code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your second factor is on.' })).toBeFocused()
  const [recovery] = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{4}-/ })
    .allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Recovery codes left')).toBeVisible()

  await page.getByRole('button', { name: /: your account$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out', exact: true }).click()
  await signIn(page, admin.email)
  const field = page.getByLabel('Code from your authenticator app')
  await expect(field).toBeVisible()
  await field.fill(recovery ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/admin')

  await page.goto(`/admin/users?search=${encodeURIComponent(user.user.email)}`)
  await page.getByRole('button', { name: 'Edit Kavya Reddy' }).click()
  const form = page.getByRole('dialog', { name: /Kavya/ })
  await form.getByLabel('Balance').fill('500')
  await form.getByLabel('Kind of reason').selectOption('error')
  await form.getByLabel('Reason', { exact: true }).fill('Booked by hand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: "Confirm it's you" })
  await question.getByLabel('Code from your authenticator app').fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('This code is wrong')).toBeVisible()
  await question.getByLabel('Code from your authenticator app').fill(code(1)) // each half minute's code works once
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: user.user.email })).toContainText('₹500.00')
})
