/** The admin's work: finding a user, correcting a balance, shutting an account out, the search of the panel. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { adminPage, callAs, enter, giveRupees, newUser } from '../support/people.ts'

test('an admin finds a user and corrects the balance, and the user reads why', async ({ page, browser, request }) => {
  const person = await newUser(request, 'Kavya Reddy')
  const desk = await adminPage(browser, request)
  await desk.goto('/admin/users')
  await desk.getByRole('searchbox', { name: 'Name, e-mail, phone or #number' }).fill(person.user.email)
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(/search=/)
  const row = desk.getByRole('row').filter({ hasText: person.user.email })
  await expect(row).toContainText('₹0.00')
  await desk.getByRole('button', { name: /^Inactive/ }).click()
  await expect(desk.getByText('Nobody matches this search')).toBeVisible()
  await desk.goBack()
  await expect(row).toContainText('₹0.00')
  await expect(desk.getByRole('searchbox')).toHaveValue(person.user.email)

  await row.getByRole('button', { name: 'Edit Kavya Reddy' }).click()
  const form = desk.getByRole('dialog')
  await form.getByLabel('E-mail').fill('nobody')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Enter a valid e-mail address')).toBeVisible()
  await form.getByLabel('E-mail').fill(person.user.email)
  await form.getByLabel('Balance').fill('1250.5')
  await expect(form.getByText('Balance after')).toBeVisible()
  await expect(form.getByText('+₹1,250.50')).toBeVisible()
  await form.getByLabel('Kind of reason').selectOption('error')
  await form.getByLabel('Reason', { exact: true }).fill('Deposit booked by hand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(row).toContainText('₹1,250.50')

  await row.getByRole('link', { name: 'Kavya Reddy' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Kavya Reddy' })).toBeVisible()
  const lines = desk.getByRole('table', { name: 'Ledger' })
  await expect(lines.getByRole('row', { name: /Adjustment/ })).toContainText('+₹1,250.50')
  await expect(lines.getByRole('row', { name: /Welcome bonus/ })).toContainText('₹500.00')
  await desk.getByRole('button', { name: 'Wallet', exact: true }).click()
  await expect(lines.getByRole('row', { name: /Welcome bonus/ })).toBeHidden()
  await expect(lines.getByRole('row', { name: /Adjustment/ })).toContainText('₹1,250.50')
  await desk.goBack()
  await expect(lines.getByRole('row', { name: /Welcome bonus/ })).toBeVisible()
  await desk.getByRole('button', { name: 'Statement', exact: true }).click()
  const download = desk.waitForEvent('download')
  await desk.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^bittkosh-statement-\d+-.*\.pdf$/)
  await desk.keyboard.press('Escape')
  await desk.getByRole('tab', { name: 'Audit trail' }).click()
  await expect(desk.getByRole('tabpanel').getByText('Deposit booked by hand').first()).toBeVisible()
  await desk.context().close()

  await enter(page, person)
  await page.goto('/wallet')
  await page.getByRole('button', { name: /Adjustment/ }).click()
  await expect(page.getByRole('dialog').getByText('Deposit booked by hand').first()).toBeVisible()
})

test('a balance that moved while the form was open is not changed, and the form shows the new one', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Arjun Nair')
  const [desk, other] = [await adminPage(browser, request), await adminPage(browser, request)]
  for (const one of [desk, other]) {
    await one.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
    await one.getByRole('button', { name: 'Edit Arjun Nair' }).click()
  }
  const sayWhy = async (form: Locator | Page) => {
    await form.getByLabel('Kind of reason').selectOption('error')
    await form.getByLabel('Reason', { exact: true }).fill('Booked by hand')
  }
  await other.getByLabel('Balance').fill('300')
  await sayWhy(other)
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('dialog')).toBeHidden()

  const form = desk.getByRole('dialog')
  await form.getByLabel('Balance').fill('500')
  await sayWhy(form)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('The balance has changed since you opened this form.').first()).toBeVisible()
  await expect(form.getByLabel('Balance')).toHaveValue('500')
  await expect(form.getByText('it was ₹0.00 when you opened this form')).toBeVisible()
  await expect(form.getByText('+₹200.00')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(desk.getByRole('row').filter({ hasText: person.user.email })).toContainText('₹500.00')
  await Promise.all([desk.context().close(), other.context().close()])
})

test('deactivating signs the user out immediately; deleting asks first, and is refused while money is held', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request, 'Zoya Khan')
  await giveRupees(request, person, 100)
  await enter(page, person)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
  const active = desk.getByRole('switch', { name: 'Zoya Khan is active' })
  await active.click()
  const why = desk.getByRole('dialog')
  await why.getByLabel('Kind of reason').selectOption('fraud')
  await why.getByLabel('Reason', { exact: true }).fill('Forged card')
  await why.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(active).not.toBeChecked()
  await page.goto('/wallet')
  await page.waitForURL('/login')

  await desk.getByRole('button', { name: 'Delete Zoya Khan' }).click()
  const question = desk.getByRole('dialog')
  await expect(
    question.getByText('Are you sure you want to delete this user? This action cannot be undone.'),
  ).toBeVisible()
  await question.getByLabel('Kind of reason').selectOption('fraud')
  await question.getByLabel('Reason', { exact: true }).fill('Forged card')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question.getByText('This user still holds money or has pending requests.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(desk.getByRole('row').filter({ hasText: person.user.email })).toHaveCount(1)
  await desk.context().close()
})

test('what somebody who is leaving has in Earn is moved to their wallet, and a locked welcome bonus stays', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Farhan Ali')
  await giveRupees(request, person, 1_000)
  await callAs(request, { as: person, method: 'post', path: '/flexible/deposit', data: { amount: 1_000 } })
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users/${person.user.id}`)
  const move = desk.getByRole('button', { name: 'Earn to the wallet' })
  await move.click()
  const asking = desk.getByRole('dialog', { name: 'Move the Earn money of Farhan Ali' })
  await expect(asking.getByText('Locked welcome bonus')).toBeVisible()
  await asking.getByRole('button', { name: 'Move ₹1,000.00 to the wallet' }).click()
  await expect(asking.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await asking.getByLabel('Reason').fill('Asked to leave by letter')
  await asking.getByRole('button', { name: 'Move ₹1,000.00 to the wallet' }).click()
  await expect(asking).toBeHidden()
  await expect(move).toBeHidden() // what is left is the locked bonus
  const lines = desk.getByRole('table', { name: 'Ledger' }).getByRole('row', { name: /Earn withdrawal/ })
  await expect(lines.filter({ hasText: '+₹1,000.00' })).toHaveCount(1)
  await desk.getByRole('tab', { name: 'Audit trail' }).click()
  await expect(desk.getByRole('tabpanel').getByText('Asked to leave by letter').first()).toBeVisible()
  await desk.context().close()
})

test('Ctrl-K finds a user from the dashboard and opens the page of that person', async ({ browser, request }) => {
  const person = await newUser(request, 'Lakshmi Iyer')
  const desk = await adminPage(browser, request)
  await desk.goto('/admin')
  await expect(desk.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await desk.keyboard.press('Control+k')
  const search = desk.getByRole('dialog')
  await search.getByRole('searchbox').fill(person.user.email)
  await expect(search.getByRole('link', { name: /Lakshmi Iyer/ })).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(/\/admin\/users\/\d+$/)
  await expect(desk.getByRole('heading', { level: 1, name: 'Lakshmi Iyer' })).toBeVisible()
  await desk.context().close()
})

test('one period applies to all of the dashboard’s figures over time, and is kept while navigating', async ({
  browser,
  request,
}) => {
  await newUser(request, 'Somebody Newer')
  const desk = await adminPage(browser, request)
  await desk.goto('/admin')
  const period = desk.getByRole('group', { name: 'Period' })
  await expect(period.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')
  const asked: string[] = []
  desk.on('request', (call) => {
    const { pathname, searchParams } = new URL(call.url())
    if (/(monthly-daily-totals|daily-registrations)$/.test(pathname))
      asked.push(`${searchParams.get('start')} ${searchParams.get('end')}`)
  })
  await period.getByLabel('From').fill('2026-01-01')
  await period.getByLabel('To').fill('2026-02-28')
  const chosen = /\/admin\?start=2026-01-01&end=2026-02-28$/
  await expect(desk).toHaveURL(chosen)
  await expect(desk.getByText('Deposits and withdrawals by week')).toBeVisible()
  await expect(desk.getByText('New users by week')).toBeVisible()
  expect(asked.slice(-2)).toEqual(['2026-01-01 2026-02-28', '2026-01-01 2026-02-28'])
  await desk
    .getByRole('main')
    .getByRole('link', { name: /^Deposits/ })
    .first()
    .click()
  await expect(desk).toHaveURL(/\/admin\/deposits/)
  await desk.goBack()
  await expect(desk).toHaveURL(chosen)
  await expect(period.getByLabel('From')).toHaveValue('2026-01-01')
  await desk.reload()
  await expect(desk.getByText('New users by week')).toBeVisible()
  await desk.goto('/admin?start=2020-01-01&end=2026-01-01')
  await expect(desk.getByText('At most 366 days can be shown at once; this month is shown instead.')).toBeVisible()
  await expect(period.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')
  await desk.context().close()
})

test('the dashboard shows pending requests, coverage, and the ledger lines behind a figure', async ({
  browser,
  request,
}) => {
  const desk = await adminPage(browser, request)
  await desk.goto('/admin')
  await expect(desk.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  const chart = desk.getByRole('figure').filter({ hasText: 'Deposits and withdrawals by day' })
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(desk.getByRole('table', { name: 'Deposits and withdrawals by day' })).toBeVisible()
  await newUser(request, 'Somebody New')
  await desk.reload()
  await desk.getByRole('button', { name: 'Ledger lines: Welcome bonuses' }).click()
  await expect(desk.getByRole('dialog').getByText('₹500.00').first()).toBeVisible()
  await desk.context().close()
})
