/** Accounts and their people: a frozen person, a new admin's first sign-in, a device unknown to the account. */
import { expect, test } from '@playwright/test'
import { newPerson, PASSWORD } from '../support/logins.ts'
import {
  admin as firstAdmin,
  adminPage,
  approvedUser,
  askWithdrawal,
  callAs,
  enter,
  giveRupees,
  newUser,
} from '../support/people.ts'
import { openPayment, signIn } from './steps.ts'

const STOPPED = 'Your withdrawals and transfers are on hold. Contact support.'

test('a frozen person reads what to do, and nothing of theirs can be paid out', async ({ page, request, browser }) => {
  const person = await approvedUser(request, 'Kavya Reddy')
  await giveRupees(request, person, 5_000)
  await askWithdrawal(request, person, 1_000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users/${person.user.id}`)
  const details = desk.getByRole('main')
  await details.getByRole('button', { name: 'Freeze', exact: true }).click()
  const asking = desk.getByRole('dialog', { name: 'Freeze Kavya Reddy' })
  await asking.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(asking.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await asking.getByLabel('Reason').fill('Reported by the bank')
  await asking.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(asking).toBeHidden()
  await expect(details.getByText("no money leaves this person's account")).toBeVisible()
  await desk.goto('/admin/users')
  await desk.getByRole('button', { name: /^Frozen/ }).click()
  await expect(desk.getByRole('row', { name: /Kavya Reddy/ }).first()).toContainText('Frozen')

  await enter(page, person)
  for (const path of ['/withdraw', '/bittpay']) {
    await page.goto(path)
    await expect(page.getByText(STOPPED).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact support' })).toBeVisible()
  }

  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(person.user.email)}`)
  await expect(desk.getByText("no money leaves this person's account")).toBeVisible()
  await desk.getByRole('button', { name: 'Start paying' }).click()
  await expect(desk.getByText('This account is frozen')).toBeVisible()
  await openPayment(desk)
  const paying = desk.getByRole('dialog')
  await paying.getByLabel('Transaction ID').fill(`HDFCN${Date.now()}`.slice(0, 16))
  await paying.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(paying.getByText('This account is frozen')).toBeVisible()
  await paying.getByRole('button', { name: 'Cancel' }).click()

  await desk.goto(`/admin/users/${person.user.id}`)
  await details.getByRole('button', { name: 'Unfreeze' }).click()
  await desk.getByRole('dialog', { name: 'Unfreeze Kavya Reddy' }).getByRole('button', { name: 'Unfreeze' }).click()
  await expect(details.getByRole('button', { name: 'Freeze', exact: true })).toBeVisible()
  await page.goto('/withdraw')
  await expect(page.getByLabel('Amount')).toBeVisible()
  await expect(page.getByText(STOPPED)).toBeHidden()
  await desk.context().close()
})

test('a new admin changes the password that somebody else typed before anything else, and ends a session elsewhere', async ({
  page,
  request,
}) => {
  const data = newPerson('Ravi Iyer')
  await callAs(request, { as: await firstAdmin(request), method: 'post', path: '/admin/admins', data })
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, data.email)
  await page.waitForURL('/change-password')
  await expect(page.getByText('An administrator set your password. Choose your own to continue.')).toBeVisible()
  await page.goto('/admin/users')
  await page.waitForURL('/change-password')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('naya bharosa 55')
  await page.getByLabel('Confirm new password').fill('naya bharosa 55')
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('/admin')

  await callAs(request, { method: 'post', path: '/login', data: { login: data.email, password: 'naya bharosa 55' } })
  await page.getByRole('button', { name: 'Ravi Iyer: your account' }).click()
  await page.getByRole('link', { name: 'Your sessions' }).click()
  await expect(page.getByText('This device')).toBeVisible()
  const other = page.getByRole('main').getByRole('button', { name: /^Sign out/ })
  await other.click()
  await expect(other).toBeHidden()
  await expect(page.getByText('This device')).toBeVisible()
})

test('a sign-in from a device unknown to the account is reported by mail, once', async ({ page, request }) => {
  const { user } = await newUser(request, 'Meera Nair') // from the test's own client, which is the first device
  const mailsOfDevices = async () => {
    const html = await (await request.get('/dev/mailbox')).text()
    const told = (mail: string) => mail.includes(user.email) && mail.includes('from a device we have not seen before')
    return html.split('<article').filter(told).length
  }
  expect(await mailsOfDevices()).toBe(0)
  await signIn(page, user.email)
  await page.waitForURL('/dashboard')
  await expect(async () => expect(await mailsOfDevices()).toBe(1)).toPass()
  await page.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  })
  await signIn(page, user.email)
  await page.waitForURL('/dashboard')
  expect(await mailsOfDevices()).toBe(1)
})
