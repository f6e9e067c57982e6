/** A team: an owner adds admins and changes their roles; each sees a panel of their own. */
import { expect, test } from '@playwright/test'
import { newPerson } from '../support/logins.ts'
import { adminPage, approvedUser, callAs, newAdmin, signIn } from '../support/people.ts'

test('a support admin has a panel with what support may do, and a forbidden address redirects home', async ({
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Kavya Reddy')
  const desk = await adminPage(browser, request, { as: await newAdmin(request, 'Sunil', ['support']) })
  const refused: string[] = []
  desk.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`)
  })
  await desk.goto('/admin/team')
  await desk.waitForURL('/admin')
  await expect(desk.getByRole('heading', { name: 'Welcome, Sunil' })).toBeVisible()
  const menu = desk.getByRole('navigation', { name: 'Admin menu' })
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    /^Deposits/, // with how many requests wait
    /^Withdrawals/,
    /^For your approval/,
    /^Support/,
    /^Alerts/,
    'Users',
    'Notifications',
    'Balance Transfers',
  ])
  await expect(desk.getByRole('link', { name: 'Team' })).toBeHidden()
  await expect(desk.getByText('Waiting for you')).toBeVisible()
  await expect(desk.getByRole('main').getByRole('link', { name: /KYC/ })).toBeHidden()

  await desk.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('link', { name: 'Kavya Reddy' }).click()
  const details = desk.getByRole('main')
  await expect(details.getByRole('table', { name: 'Ledger' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Statement' })).toBeHidden()
  await details.getByRole('tab', { name: 'Overview' }).click()
  await expect(details.getByText('PAN Card')).toBeVisible()
  await expect(details.getByText('****')).toBeHidden()
  await expect(details.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(details.getByRole('tab', { name: 'Audit trail' })).toBeHidden()

  await desk.goto('/admin/deposits')
  await expect(desk.getByRole('tab', { name: /Pending/ })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Approve', exact: true })).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Download this list as CSV' })).toBeHidden()
  await desk.goto('/admin/notifications')
  await expect(desk.getByRole('tab')).toHaveText(['Individual'])
  expect(refused).toEqual([])
  await desk.context().close()
})

test('an owner adds a finance admin, then changes the roles, and the open panel follows', async ({
  browser,
  request,
}) => {
  const desk = await adminPage(browser, request)
  const ravi = newPerson('Ravi Iyer')
  await desk.goto('/admin')
  await desk.getByRole('link', { name: 'Team', exact: true }).click()
  await desk.getByRole('button', { name: 'Add an admin' }).click()
  const form = desk.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill(ravi.name)
  await form.getByRole('textbox', { name: 'E-mail' }).fill(ravi.email)
  await form.getByRole('textbox', { name: 'Phone' }).fill(ravi.phone)
  await form.getByLabel('Password', { exact: true }).fill(ravi.password)
  await form.getByRole('checkbox', { name: /^Viewer/ }).uncheck()
  await form.getByRole('button', { name: 'Add admin', exact: true }).click()
  await expect(form.getByText('This field is required').first()).toBeVisible()
  await form.getByRole('checkbox', { name: /^Finance/ }).check()
  await form.getByRole('button', { name: 'Add admin', exact: true }).click()
  await expect(form).toBeHidden()
  const row = desk.getByRole('row').filter({ hasText: ravi.email })
  await expect(row).toContainText('Finance')
  await expect(row).toContainText('none')
  await expect(row).toContainText('never')

  // A password that somebody else typed must be changed first.
  const first = await signIn(request, { login: ravi.email, password: ravi.password })
  const own = `${ravi.password} khud`
  const data = { current_password: ravi.password, new_password: own, new_password_confirmation: own }
  await callAs(request, { as: first, method: 'put', path: '/profile', data })
  const his = await adminPage(browser, request, { as: await signIn(request, { login: ravi.email, password: own }) })
  await his.goto('/admin/kyc')
  const menu = his.getByRole('navigation', { name: 'Admin menu' })
  await expect(menu.getByRole('link', { name: 'Withdrawals' })).toBeVisible()
  await expect(his.getByRole('heading', { name: 'KYC Verification' })).toBeVisible()

  await row.getByRole('button', { name: 'Roles of Ravi Iyer' }).click()
  const roles = desk.getByRole('dialog', { name: 'Roles of Ravi Iyer' })
  await roles.getByRole('checkbox', { name: /^Finance/ }).uncheck()
  await roles.getByRole('checkbox', { name: /^Catalogue/ }).check()
  await roles.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('Catalogue')
  await expect(row).not.toContainText('Finance')

  await his.reload()
  await his.waitForURL('/admin/cryptocurrencies')
  await expect(menu.getByRole('link', { name: 'Withdrawals' })).toBeHidden()
  await expect(his.getByRole('button', { name: 'Add plan' })).toBeVisible()

  // Nobody is shut out without a reason.
  await row.getByRole('switch', { name: 'Ravi Iyer is active' }).click({ force: true })
  const leaving = desk.getByRole('dialog', { name: 'Deactivate Ravi Iyer' })
  await leaving.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(leaving.getByText('Choose a kind of reason.').first()).toBeVisible()
  await leaving.getByLabel('Kind of reason').selectOption('other')
  await leaving.getByLabel('Reason', { exact: true }).fill('Left the company')
  await leaving.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Delete Ravi Iyer' }).click()
  const gone = desk.getByRole('dialog', { name: 'Delete Ravi Iyer' })
  await gone.getByLabel('Kind of reason').selectOption('other')
  await gone.getByLabel('Reason', { exact: true }).fill('Left the company')
  await gone.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toBeHidden()
  await desk.context().close()
  await his.context().close()
})
