/** Incoming money: requested, checked by an admin in the browser, credited or rejected with a reason. */
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from '../support/axe.ts'
import type { Person } from '../support/logins.ts'
import { admin, adminPage, askDeposit, callAs, enter, newUser, paymentReference } from '../support/people.ts'

async function openQueue(desk: Page, person: Person) {
  await desk.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  await expect(desk.getByRole('heading', { name: /^Deposit #/ })).toBeVisible()
}

test('a UPI deposit is requested, approved in the browser and listed in both histories', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  const reference = paymentReference()
  await enter(page, person)
  await page.goto('/add-balance')
  await expect(page.getByText('No deposits yet')).toBeVisible()
  await expect(page.getByText('Minimum deposit: ₹1000')).toBeVisible()
  const verify = page.getByRole('button', { name: 'Verify Payment' })
  await verify.click()
  await expect(page.getByText('Transaction ID is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('999.99')
  await page.getByLabel('Transaction ID').fill(reference)
  await verify.click()
  await expect(page.getByRole('img', { name: /UPI QR code/ })).toHaveCount(0)
  await expect(page.getByText('The smallest deposit is ₹1,000.00.')).toHaveCount(2) // at the field, and in place of the QR code
  await page.getByRole('textbox', { name: 'Amount' }).fill('10000.5')
  await expect(page.getByRole('img', { name: /UPI QR code for ₹10,000.50/ })).toBeVisible()
  const link = await page.getByRole('link', { name: 'Open UPI app' }).getAttribute('href')
  expect(link).toMatch(/^upi:\/\/pay\?pa=[^&]+&pn=[^&]+&am=10000\.50&cu=INR&tn=[^&]+&tr=[A-Za-z0-9]{1,35}$/)
  await expect(
    page.getByText('With the Family package you pay ₹10,000.00 and get ₹10,500.00: ₹500.00 more.'),
  ).toBeVisible()
  // the UPI app takes the foreground, and the phone closes the page
  const mark = new URL(link ?? '').searchParams.get('tr')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('10,000.5')
  await expect(page.getByLabel('Transaction ID')).toHaveValue(reference)
  expect(await page.getByRole('link', { name: 'Open UPI app' }).getAttribute('href')).toContain(`tr=${mark}`)
  await verify.click()
  await expect(page.getByText('Deposit request sent successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: '₹10,000.50 is on its way' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: reference })).toContainText('Pending')

  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  await desk.keyboard.press('a')
  const confirm = desk.getByRole('dialog')
  await expect(confirm.getByText('Credit ₹10,000.50 to Asha Rao?')).toBeVisible()
  await confirm.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('Deposit approved')).toBeVisible()
  await desk.context().close()

  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: reference })).toContainText('Approved')
  await page.goto('/wallet')
  await expect(page.getByText('₹10,000.50').first()).toBeVisible()
  await expect(page.getByText('+₹10,000.50')).toBeVisible()
})

test('a rejected deposit says why, and a smaller approval needs a reason too', async ({ page, browser, request }) => {
  const person = await newUser(request, 'Imran Sheikh')
  for (const amount of [2000, 5000]) await askDeposit(request, person, amount)

  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  await desk.keyboard.press('r')
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByText('Note is required for rejection')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await desk.keyboard.press('r')
  await desk.keyboard.press('1')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(desk.getByText('Deposit rejected')).toBeVisible()

  // the next request has opened by itself
  await expect(desk.getByLabel('Approved amount')).toHaveValue('5,000')
  await desk.getByLabel('Approved amount').fill('')
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('Amount is required')).toBeVisible()
  await expect(desk.getByLabel('Approved amount')).toBeFocused()
  await desk.getByLabel('Approved amount').fill('4500')
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('A note is required when the amount differs from the requested one.')).toBeVisible()
  await expect(desk.getByLabel('Note', { exact: true })).toBeFocused()
  await desk.getByLabel('Note', { exact: true }).fill('₹4,500 arrived.')
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('Deposit approved')).toBeVisible()

  // the approved deposit is in the finder, and both states are in the list that the person's page links to
  await desk.goto('/admin')
  await expect(desk.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await desk.keyboard.press('Control+k')
  await dialog.getByRole('searchbox').fill(person.user.email)
  await expect(dialog.getByRole('link', { name: /#\d+ · ₹4,500\.00/ })).toBeVisible()
  await expect(dialog.getByRole('link', { name: /₹5,000\.00/ })).toBeHidden()
  await desk.goto(`/admin/users/${person.user.id}?tab=overview`)
  await desk.getByRole('link', { name: 'Deposits of this user' }).click()
  const listed = desk.getByRole('main').locator('tbody')
  await expect(listed.getByRole('row')).toHaveText([/Approved.*₹4,500\.00/, /Rejected.*₹2,000\.00/])
  await desk.context().close()

  await enter(page, person)
  await page.goto('/add-balance')
  await expect(page.getByText('Reason: We found no payment with this transaction ID.')).toBeVisible()
  await expect(page.getByText('Approved: ₹4,500.00')).toBeVisible()
  await expect(page.getByText('Note: ₹4,500 arrived.')).toBeVisible()
})

test('a rejected deposit is corrected and sent again', async ({ page, request }) => {
  const person = await newUser(request)
  const boss = await admin(request)
  const { id, reference } = await askDeposit(request, person, 2000)
  const data = { status: 'rejected', admin_note: 'The amount differs' }
  await callAs(request, { as: boss, method: 'put', path: `/deposits/${id}`, data })
  await enter(page, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/wallet?id=deposit-${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Fix and send again' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,000')
  await expect(page.getByLabel('Transaction ID')).toHaveValue(reference)
  await page.getByRole('textbox', { name: 'Amount' }).fill('2100')
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByRole('heading', { name: '₹2,100.00 is on its way' })).toBeVisible()
})

test('a package is bought, and its price and bonus are on two lines', async ({ page, browser, request }) => {
  const person = await newUser(request, 'Meera Joshi')
  await enter(page, person)
  await page.goto('/balance-packages')
  await page.getByRole('button', { name: 'Choose Family' }).click()
  await expect(page.getByText('₹10,500.00')).toBeVisible()
  await page.getByLabel('Transaction ID').fill(paymentReference())
  await page.getByRole('button', { name: 'Purchase Package' }).click()
  await expect(page.getByText('Package purchase request sent successfully!')).toBeVisible()

  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  await expect(desk.getByText('Bonus of Family (5 %)')).toBeVisible()
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('Deposit approved')).toBeVisible()
  await desk.context().close()

  await page.goto('/wallet')
  await expect(page.getByText('₹10,500.00').first()).toBeVisible()
  await expect(page.getByText('+₹10,000.00')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Family Package bonus .*\+₹500\.00$/ })).toBeVisible()
})

test('a package paid in USDT says how many USDT to send', async ({ page, request }) => {
  const person = await newUser(request)
  await enter(page, person)
  await page.goto('/balance-packages')
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await page.getByRole('tab', { name: /USDT/ }).click()
  await expect(page.getByText(/per USDT/)).toBeVisible()
  await page.getByLabel('Transaction ID').fill(paymentReference())
  const sent = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/deposits'))
  await page.getByRole('button', { name: 'Purchase Package' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ usdt_amount: 11.12 })
  await expect(page.getByText('Package purchase request sent successfully!')).toBeVisible()
})

test('USDT follow the rate: when it changes, what was typed stays', async ({ page, request }) => {
  const person = await newUser(request)
  await enter(page, person)
  await page.goto('/add-balance')
  await page.getByRole('tab', { name: /USDT/ }).click()
  await expect(page.getByText('TRC20 only')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount in USDT' }).fill('100')
  await page.getByLabel('Transaction ID').fill('ab'.repeat(32))
  await expect(page.getByText(/per USDT/)).toBeVisible()
  await page.route('**/api/deposits', (route) =>
    route.fulfill({
      status: 409,
      json: { message: 'The USDT rate has changed. Please check the amount again.', code: 'rate_moved' },
    }),
  )
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(page.getByText('The USDT rate has changed. Please check the amount again.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Amount in USDT' })).toHaveValue('100')
  await expect(page.getByLabel('Transaction ID')).toHaveValue('ab'.repeat(32))
})

test('the second of two admins sees who was first, and nothing typed is lost', async ({ browser, request }) => {
  const person = await newUser(request, 'Ravi Kumar')
  const { id } = await askDeposit(request, person, 3000)
  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  await desk.getByLabel('Approved amount').fill('2900')
  await desk.getByLabel('Note', { exact: true }).fill('Typed with care')
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('Credit ₹2,900.00 to Ravi Kumar?')).toBeVisible()
  const approval = { status: 'approved', approved_amount: 3000 }
  await callAs(request, { as: await admin(request), method: 'put', path: `/deposits/${id}`, data: approval })
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog.getByText(/^Already approved by .+, \d\d:\d\d$/)).toBeVisible()
  await expect(dialog.getByText('Typed with care')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(desk.getByText('No deposits match this search')).toBeVisible()
  await desk.context().close()
})

test('a note that is typed while somebody else decides does not act as keys on the next request', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Kavita Rao')
  const { id } = await askDeposit(request, person, 3000)
  await askDeposit(request, person, 4000)
  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  const note = desk.getByRole('textbox', { name: /^Note/ })
  await note.pressSequentially('Paid ')
  const approval = { status: 'approved', approved_amount: 3000 }
  await callAs(request, { as: await admin(request), method: 'put', path: `/deposits/${id}`, data: approval })
  const rows = desk.getByRole('table', { name: 'Deposits' }).getByRole('row')
  await expect(async () => {
    await desk.evaluate('dispatchEvent(new Event("visibilitychange"))') // which refetches the queue
    await expect(rows).toHaveCount(2, { timeout: 500 })
  }).toPass()
  await desk.keyboard.type('as agreed')
  await expect(note).toHaveValue('Paid as agreed')
  await expect(desk.getByRole('dialog')).toBeHidden()
  await rows.nth(1).getByRole('button').click()
  await expect(desk.getByLabel('Approved amount')).toHaveValue('4,000')
  await expect(note).toHaveValue('')
  await desk.context().close()
})

test('a record never hides its buttons below a small screen, nor its top behind the top bar', async ({
  browser,
  request,
}) => {
  const person = await newUser(request)
  await askDeposit(request, person, 3000)
  const desk = await adminPage(browser, request)
  await desk.setViewportSize({ width: 390, height: 520 })
  await desk.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: person.user.name, exact: true }).click()
  for (const name of ['Approve', 'Reject']) {
    await expect(desk.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await desk.setViewportSize({ width: 1280, height: 520 })
  await desk.evaluate('scrollTo(0, document.body.scrollHeight)')
  const bar = await desk.getByRole('banner').boundingBox()
  const head = await desk.getByRole('heading', { name: /^Deposit #/ }).boundingBox()
  expect(head?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
  await desk.context().close()
})

test('review keys can be switched off, and stay off', async ({ browser, request }) => {
  const person = await newUser(request)
  await askDeposit(request, person, 3000)
  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  await desk.keyboard.press('?')
  await desk.getByRole('switch', { name: 'Keyboard shortcuts are on' }).click()
  await desk.keyboard.press('Escape')
  await desk.reload()
  await expect(desk.getByRole('heading', { name: /^Deposit #/ })).toBeVisible()
  await desk.keyboard.press('a')
  await expect(desk.getByRole('dialog')).toBeHidden()
  await desk.context().close()
})

test('a queue is filtered by amount and method, and sorted by a column header', async ({ browser, request }) => {
  const person = await newUser(request, 'Nalini Das')
  for (const amount of [1100, 2750, 4300]) await askDeposit(request, person, amount)
  const desk = await adminPage(browser, request)
  await openQueue(desk, person)
  const rows = desk.getByRole('table', { name: 'Deposits' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await desk.getByRole('button', { name: 'Asked' }).click()
  await expect(desk.getByRole('columnheader', { name: 'Asked' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.nth(1)).toContainText('₹4,300.00')
  await desk.getByRole('button', { name: 'Filters' }).click()
  await desk.getByLabel('At least').fill('2000')
  await desk.getByLabel('At most').fill('4000')
  await desk.getByLabel('Method', { exact: true }).selectOption('UPI')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('₹2,750.00')
  await expect(desk.getByRole('tab', { name: /^Pending/ })).toContainText('1')
  await expectNoBarriers(desk)
  await desk.reload()
  await expect(rows).toHaveCount(2)
  await desk.getByRole('button', { name: 'Show all again' }).click()
  await expect(rows).toHaveCount(4)
  await desk.context().close()
})
