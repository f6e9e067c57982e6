/** An admin's second factor: set up with an app, asked for at sign-in, and afresh before a balance is edited. */
import { base32nopad } from '@scure/base'
import { expect, type Page, test } from '@playwright/test'
import { codeOf, stepOf } from '../../server/src/platform/totp.ts'
import { newUser } from '../support/people.ts'
import { adminApi, newPerson, PASSWORD, signIn } from './steps.ts'

test('an admin sets up a second factor, signs in with it and confirms a balance with a fresh code', async ({
  page,
  request,
}) => {
  const admin = { ...newPerson(), name: 'Ravi Iyer' }
  const user = await newUser(request, 'Kavya Reddy')
  const boss = await adminApi(request)
  await boss('POST', '/admin/admins', { ...admin, password: PASSWORD })

  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, admin.email)
  await page.waitForURL('/admin')
  await page.getByRole('link', { name: 'Second factor' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'Code to scan with your authenticator app' })).toBeVisible()
  await look(page, 'set-up')
  const secret = base32nopad.decode((await page.locator('code').innerText()).replaceAll(' ', ''))
  const code = (step = 0) => codeOf(secret, stepOf(new Date()) + step)
  await page.getByLabel('Code that the app shows').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is not right, or was used already.')).toBeVisible()
  await page.getByLabel('Code that the app shows').fill(code(-1)) // leaves the codes of now and the next half minute
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Your second factor is on.')).toBeVisible()
  const [recovery] = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{4}-/ })
    .allInnerTexts()
  await look(page, 'codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Recovery codes left')).toBeVisible()
  await look(page, 'active')

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await signIn(page, admin.email)
  const field = page.getByLabel('Code of your authenticator app')
  await expect(field).toBeVisible()
  await look(page, 'sign-in')
  await field.fill(recovery ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/admin')

  await page.goto(`/admin/users?search=${encodeURIComponent(user.user.email)}`)
  await page.getByRole('button', { name: 'Edit Kavya Reddy' }).click()
  const form = page.getByRole('dialog', { name: /Kavya/ })
  await form.getByLabel('Balance').fill('500')
  await form.getByLabel('Reason').fill('Booked by hand')
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Code of your authenticator app').fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('This code is not right')).toBeVisible()
  await look(page, 'fresh')
  await question.getByLabel('Code of your authenticator app').fill(code())
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: user.user.email })).toContainText('₹500.00')
})

async function look(page: Page, name: string) {
  const folder = process.env['LOOK_AT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
