/** Outgoing money: reviewed, held, cancelled, paid; and two admins at one request. */
import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { PASSWORD } from '../support/logins.ts'
import {
  admin,
  adminPage,
  approvedUser,
  askWithdrawal,
  callAs,
  enter,
  giveRupees,
  paymentReference,
} from '../support/people.ts'
import { openPayment } from './steps.ts'

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' })

test('a withdrawal is checked, reviewed to the paisa, confirmed, cancelled, requested again and paid', async ({
  page,
  browser,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await approvedUser(request, 'Asha Rao')
  await giveRupees(request, person, 12_345.67)
  await enter(page, person)
  await page.goto('/withdraw')

  const review = page.getByRole('button', { name: 'Review withdrawal' })
  await page.getByRole('button', { name: 'Bank', exact: true }).click()
  await review.click()
  await expect(page.getByText('Amount is required')).toBeVisible()
  await expect(page.getByText('Please fill all bank details')).toHaveCount(4) // every empty field at once
  await expect(amountField(page)).toBeFocused()
  await page.getByLabel('Account number').fill('50100123441x')
  await expect(page.getByText('Account numbers usually have 9 to 18 digits. Please check yours.')).toBeVisible()
  await page.getByLabel('IFSC code').fill('HDFC123')
  await review.click()
  await expect(page.getByText('An account number has digits only.')).toBeVisible()
  await expect(page.getByText('An IFSC code has four letters, a zero and six more characters')).toBeVisible()

  await page.getByRole('button', { name: 'UPI', exact: true }).click()
  await amountField(page).fill('499.99')
  await page.getByLabel('UPI ID').fill('asha.rao')
  await review.click()
  await expect(page.getByText('The smallest withdrawal is ₹500.00.')).toBeVisible()
  await expect(page.getByText('A UPI ID has an @, like name@bank.')).toBeVisible()
  await amountField(page).fill('20000')
  await expect(page.getByText('₹7,654.33 short')).toBeVisible()
  await expect(page.getByText('You receive')).toBeHidden() // an impossible amount
  await page.getByRole('link', { name: 'Add ₹7,654.33' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('7,654.33')
  await page.goBack()
  await expect(amountField(page)).toHaveValue('20,000')
  await amountField(page).fill('1234.56')
  await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank')
  await review.click()

  await expect(page.getByText('−₹86.42')).toBeVisible() // 7 % of 1,234.56, half a paisa rounded up
  await expect(page.getByText('₹1,148.14')).toBeVisible()
  await expect(page.getByText('Balance after: ₹11,111.11')).toBeVisible()
  await page.reload() // the review step is in the address, and the typed values on the device
  await expect(page.getByText('Balance after: ₹11,111.11')).toBeVisible()
  await page.goBack()
  await expect(amountField(page)).toHaveValue('1,234.56')
  await expect(page.getByLabel('UPI ID')).toHaveValue('asha.rao@okhdfcbank')
  await review.click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()

  await expect(page.getByRole('heading', { name: '₹1,234.56 requested' })).toBeFocused()
  await expect(page.getByText('Withdrawal request submitted successfully!')).toBeVisible()
  const [{ number }] = (await callAs(request, { as: person, method: 'get', path: '/withdrawals/my' })).data
  await expect(page.getByText(number).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '₹1,234.56 requested' })).toBeVisible()
  await expect(page.getByText('Withdrawal request submitted successfully!')).toBeHidden() // shown once
  await page.goBack()
  await expect(amountField(page)).toHaveValue('') // an empty form, never the review of what was sent
  await expect(page.getByText('₹11,111.11')).toBeVisible()

  await page.getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText(number)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  const [{ id }] = (await callAs(request, { as: person, method: 'get', path: '/withdrawals/my' })).data
  await page.goto(`/wallet?id=withdrawal-${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click() // asked at once, above the receipt
  await expect(page.getByText('Withdrawal cancelled.')).toBeVisible()
  await expect(page.getByText('₹12,345.67')).toBeVisible()

  await page.getByRole('button', { name: 'Bank', exact: true }).click()
  await amountField(page).fill('1000')
  await page.getByLabel("Account holder's name").fill('Asha Rao')
  await page.getByLabel('Account number').fill('501001234417')
  await page.getByLabel('IFSC code').fill('hdfc0000001')
  await page.getByRole('button', { name: 'Use HDFC Bank as bank name' }).click()
  await review.click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('Withdrawal request submitted successfully!')).toBeVisible()

  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(person.user.email)}`)
  await expect(desk.getByText('₹930.00')).toBeVisible()
  await desk.keyboard.press('a')
  const paying = desk.getByRole('dialog')
  const reference = `HDFCN${Date.now()}`.slice(0, 16)
  await paying.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(paying.getByText('Transaction ID is required').first()).toBeVisible()
  await paying.getByLabel('Transaction ID').fill(reference.slice(0, 7))
  await expect(paying.getByText('This reference is unusual for the method. Please check it again.')).toBeVisible()
  await paying.getByLabel('Transaction ID').fill(reference)
  await expect(paying.getByText('This reference is unusual')).toBeHidden()
  await paying.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(desk.getByText('Withdrawal marked as paid')).toBeVisible()
  await desk.context().close()

  await page.goto('/notifications')
  await expect(
    page.getByText('₹930.00 of your withdrawal of ₹1,000.00 has been paid; the fee was ₹70.00.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Withdrawal approved' }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt' }).getByText(reference)).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByRole('button', { name: 'Mark as read: Withdrawal approved' })).toBeHidden()

  await page.goto('/withdraw')
  await page.getByRole('button', { name: 'Bank', exact: true }).click()
  await expect(page.getByLabel('Account number')).toHaveValue('501001234417')
  await expect(page.getByText('As in your last approved withdrawal')).toBeVisible()
})

test('a session that ends during a withdrawal says so, and signing in returns to it with all that was typed', async ({
  page,
  request,
}) => {
  const person = await approvedUser(request)
  await giveRupees(request, person, 5_000)
  await enter(page, person)
  await page.goto('/withdraw')
  await amountField(page).fill('1500')
  await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  // The confirmation finds the session ended, not a poll that happens to come before it.
  const confirmed = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await confirmed
    await route.fallback()
  })
  await callAs(request, { as: person, method: 'post', path: '/logout', data: {} })
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('You were signed out after 7 days of inactivity')).toBeVisible()
  await page.getByLabel('E-mail or phone').fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeVisible()
  await page.getByRole('button', { name: 'Change amount' }).click()
  await expect(amountField(page)).toHaveValue('1,500')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))
  expect(await kept()).toHaveLength(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/login')
  expect(await kept()).toEqual([])
})

test('USDT are converted at the shown rate, and a mistyped address is refused', async ({ page, request }) => {
  const person = await approvedUser(request)
  await giveRupees(request, person, 50_000)
  await enter(page, person)
  await page.goto('/withdraw')
  const { usdt_rate: rate } = await callAs(request, { as: person, method: 'get', path: '/withdrawals/terms' })
  await page.getByRole('button', { name: 'USDT', exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount in USDT' }).fill('100')
  await expect(page.getByText(/^Worth ₹[\d,.]+ · ₹[\d,.]+ per USDT.*Minimum ₹[\d,.]+\. /)).toBeVisible()
  await page.getByLabel('TRC20 address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await expect(page.getByText('This TRC20 address is not valid. Please check every character.')).toBeVisible()
  await page.getByLabel('TRC20 address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await expect(page.getByText(`₹${(rate * 100).toLocaleString('en-IN')}.00`).first()).toBeVisible()
  await expect(page.getByText('$93.00')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('Withdrawal request submitted successfully!')).toBeVisible()
})

test('the second of two admins sees who was first, and nothing typed is lost', async ({ browser, request }) => {
  const person = await approvedUser(request, 'Imran Sheikh')
  await giveRupees(request, person, 5000)
  const { id } = await askWithdrawal(request, person, 2000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason, as the user will read it').fill('Typed with care')
  const approval = { status: 'approved', transaction_id: randomUUID() }
  await callAs(request, { as: await admin(request), method: 'put', path: `/withdrawals/${id}`, data: approval })
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByText(/^Already approved by .+, \d\d:\d\d$/)).toBeVisible()
  await expect(dialog.getByLabel('Reason, as the user will read it')).toHaveValue('Typed with care')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(desk.getByText('No withdrawals match this search')).toBeVisible()
  await desk.context().close()
})

test('a reference that another payout already has is refused beside its field, and what was typed stays', async ({
  browser,
  request,
}) => {
  const [first, second] = [await approvedUser(request, 'Asha Rao'), await approvedUser(request, 'Imran Sheikh')]
  for (const one of [first, second]) await giveRupees(request, one, 2000)
  const [{ id: paid }, { id }] = [await askWithdrawal(request, first, 1000), await askWithdrawal(request, second, 1000)]
  const [reference, boss] = [paymentReference(), await admin(request)]
  const data = { status: 'approved', transaction_id: reference }
  await callAs(request, { as: boss, method: 'put', path: `/withdrawals/${paid}`, data })

  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(second.user.email)}&id=${id}`)
  await openPayment(desk)
  const dialog = desk.getByRole('dialog')
  const field = dialog.getByLabel('Transaction ID')
  await field.fill(`UTR ${reference}`)
  await dialog.getByLabel(/^Note/).fill('Sent at noon')
  await dialog.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(field).toHaveAccessibleDescription(/This reference is already on another paid withdrawal\./)
  await expect(field).toHaveValue(`UTR ${reference}`)
  await expect(dialog.getByLabel(/^Note/)).toHaveValue('Sent at noon')
  await field.fill(paymentReference())
  await dialog.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(desk.getByText('Withdrawal marked as paid')).toBeVisible()
  await desk.context().close()
})
