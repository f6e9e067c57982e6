/** Access: registration, sign-in, a forgotten password, other devices, and who may see what. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { newPerson, PASSWORD } from '../support/logins.ts'
import { admin, callAs, newUser } from '../support/people.ts'
import { signIn, signInAsAdmin, signUp } from './steps.ts'

test('a new user registers, sees home, signs out and signs in again by phone', async ({ page }) => {
  const { phone } = (await signUp(page)).user
  await expect(page.getByRole('dialog')).toContainText("You've received ₹500 in your flexible deposit account")
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([null, null])
  await page.goto('/wallet')
  await page.waitForURL('/login')
  await signIn(page, phone.replace('+91', ''))
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Investment Options' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('errors are shown beside their field, and the form keeps what was typed', async ({ page }) => {
  await page.goto('/register?ref=NOSUCH22')
  await expect(page.getByLabel('Referral code')).toHaveValue('NOSUCH22')
  await page.getByLabel('Full name').fill('Asha Rao')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await page.getByLabel('E-mail').fill(newPerson().email)
  await page.getByLabel('Phone').fill('12345')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Enter a valid phone number')).toBeVisible()
  await page.getByLabel('Phone').fill(newPerson().phone)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This referral code is not valid.').first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao')
  await signIn(page, 'nobody@example.test')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
})

test('the sign-in page is shown before its sending code is loaded, and says so if that fails', async ({
  page,
  request,
}) => {
  const modules: { files: Record<string, string[]> } = JSON.parse(await readFile('web/dist/.vite/modules.json', 'utf8'))
  const file = Object.keys(modules.files).find((name) => modules.files[name]?.includes('web/src/api/client.ts'))
  const person = await newUser(request)
  await page.addInitScript(() => sessionStorage.setItem('splash', 'seen'))
  await page.route(`**/${file}`, (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('E-mail or phone').fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Part of this page could not be loaded. Reload the page.')).toBeVisible()
  await page.unroute(`**/${file}`)
  await page.reload()
  await page.getByLabel('E-mail or phone').fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a forgotten password is reset through the mail, and every device is signed out', async ({ page, browser }) => {
  const { email } = (await signUp(page)).user
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByRole('button', { name: 'Forgot your password?' }).click()
  const modal = elsewhere.getByRole('dialog')
  await modal.getByLabel('E-mail').fill(email)
  await modal.getByRole('button', { name: 'Send reset link' }).click()
  await expect(modal.getByRole('status')).toBeVisible()
  await expect(modal).toBeHidden() // by itself, after three seconds
  await expect(async () => {
    await elsewhere.goto('/dev/mailbox')
    const mail = elsewhere.getByRole('article').filter({ hasText: email }).first()
    await mail.getByRole('link').click({ timeout: 1_000 })
  }).toPass()
  await elsewhere.getByLabel('New password', { exact: true }).fill('naya bharosa 21')
  await elsewhere.getByLabel('Confirm new password').fill('naya bharosa 21')
  await elsewhere.getByRole('button', { name: 'Set new password' }).click()
  await expect(elsewhere.getByText('Your password has been reset. Please sign in.')).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL('/login')
  await signIn(elsewhere, email, 'naya bharosa 21')
  await elsewhere.waitForURL('/dashboard')
  await elsewhere.close()
})

test('the profile shows the user’s code and link, changes the password and signs out another device', async ({
  page,
  browser,
}) => {
  const { email } = (await signUp(page)).user
  const other = await browser.newPage()
  await signIn(other, email)
  await other.waitForURL('/dashboard')
  await page.goto('/profile')
  const code = (await page.getByText(/^[2-9A-Z]{8}$/).textContent()) ?? ''
  await expect(page.getByText(`/register?ref=${code}`)).toBeVisible()
  await page.getByRole('button', { name: /^Sign out .+/ }).click()
  await expect(page.getByRole('button', { name: /^Sign out .+/ })).toHaveCount(0)
  await other.goto('/wallet')
  await other.waitForURL('/login')
  await signUp(other, { ref: code })
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Asha Rao' })).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('naya bharosa 22')
  await page.getByLabel('Confirm new password').fill('naya bharosa 23')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await page.getByLabel('Confirm new password').fill('naya bharosa 22')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
  await other.close()
})

test('an account is closed two weeks after its owner asked for it, unless they change their mind', async ({ page }) => {
  const { email } = (await signUp(page)).user
  const askToClose = async (password: string) => {
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Close my account' }).click()
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Close my account' }).click()
  await expect(page.getByText('It closes in 14 days.')).toBeVisible()
  await askToClose('not the password')
  await expect(page.getByText('The current password is not correct.').first()).toBeVisible()
  await askToClose(PASSWORD)
  await expect(page.getByText('Your account closes on')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toBeHidden()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays open')).toBeVisible()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await askToClose(PASSWORD)
  await expect(page.getByText('Your account closes on')).toBeVisible()

  const admin = await page.context().browser()!.newPage()
  await signInAsAdmin(admin)
  await admin.goto('/admin/users')
  await admin.getByRole('button', { name: /^Asked to close/ }).click()
  await expect(admin).toHaveURL(/status=closing/)
  await admin.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Asha Rao' }).click()
  await expect(admin.getByText('Closes at their request')).toBeVisible()
  await admin.close()
})

test('admins and users are each redirected to their own pages', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/wallet')
  await page.waitForURL('/admin')
  await page.goto('/no/such/page')
  await page.waitForURL('/admin')
})

test('users whose password an admin has set choose their own before anything else', async ({ page, request }) => {
  const { user } = await signUp(page)
  const as = await admin(request)
  const path = `/users?search=${encodeURIComponent(user.email)}`
  const { data: found } = await callAs(request, { as, method: 'get', path })
  const [{ name, email, phone, balance, referral_code }] = found
  const edit = { name, email, phone, balance, referral_code, is_active: true, password: 'pehla kadam 31' }
  await callAs(request, { as, method: 'put', path: `/admin/users/${user.id}/edit`, data: edit })
  await page.goto('/wallet')
  await page.waitForURL('/login')
  await signIn(page, user.email, 'pehla kadam 31')
  await page.waitForURL('/change-password')
  await page.goto('/wallet')
  await page.waitForURL('/change-password')
  await page.getByLabel('Current password').fill('pehla kadam 31')
  await page.getByLabel('New password', { exact: true }).fill('doosra kadam 32')
  await page.getByLabel('Confirm new password').fill('doosra kadam 32')
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('/dashboard')
})
