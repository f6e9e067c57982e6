/** Money that leaves: reviewed, held, cancelled, paid; and two admins at one request. */
import { expect, type Page, test } from '@playwright/test'
import { admin, adminPage, approvedUser, callAs, enter, giveRupees } from '../support/people.ts'

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' })

test('a withdrawal is reviewed to the paisa, held, cancelled, asked again and paid', async ({
  page,
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Asha Rao')
  await giveRupees(request, person, 12_345.67)
  await enter(page, person)
  await page.goto('/withdraw')

  const review = page.getByRole('button', { name: 'Review withdrawal' })
  await review.click()
  await expect(page.getByText('Amount is required')).toBeVisible()
  await amountField(page).fill('499.99')
  await review.click()
  await expect(page.getByText('The smallest withdrawal is ₹500.00.')).toBeVisible()
  await amountField(page).fill('20000')
  await review.click()
  await expect(page.getByText('Insufficient balance')).toBeVisible()
  await amountField(page).fill('1234.56')
  await review.click()
  await expect(page.getByText('Please enter UPI ID')).toBeVisible()
  await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank')
  await review.click()

  await expect(page.getByText('−₹86.42')).toBeVisible() // 7 % of 1,234.56, half a paisa up
  await expect(page.getByText('₹1,148.14')).toBeVisible()
  await expect(page.getByText('Balance after: ₹11,111.11')).toBeVisible()
  await page.getByRole('button', { name: 'Change amount' }).click()
  await expect(amountField(page)).toHaveValue('1,234.56')
  await review.click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('Withdrawal request submitted successfully!')).toBeVisible()
  await expect(page.getByText('₹11,111.11')).toBeVisible()

  await page.getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('button', { name: 'Yes, take it back' }).click()
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
  const approving = desk.getByRole('dialog')
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(approving.getByText('Transaction ID is required').first()).toBeVisible()
  await approving.getByLabel('Transaction ID').fill('HDFCN52026112100')
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('Withdrawal approved')).toBeVisible()
  await desk.context().close()

  await page.reload()
  await page.getByRole('button', { name: /HDFC Bank ••4417/ }).click()
  await expect(page.getByRole('dialog').getByText('HDFCN52026112100')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Bank', exact: true }).click()
  await expect(page.getByLabel('Account number')).toHaveValue('501001234417')
  await expect(page.getByText('As in your last approved withdrawal')).toBeVisible()
})

test('USDT is counted at the shown rate, and a mistyped address is refused', async ({ page, request }) => {
  const person = await approvedUser(request)
  await giveRupees(request, person, 50_000)
  await enter(page, person)
  await page.goto('/withdraw')
  const { usdt_rate: rate } = await callAs(request, { as: person, method: 'get', path: '/withdrawals/terms' })
  await page.getByRole('button', { name: 'USDT', exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount in USDT' }).fill('100')
  await page.getByLabel('TRC20 address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await expect(page.getByText(`₹${(rate * 100).toLocaleString('en-IN')}.00`).first()).toBeVisible()
  await expect(page.getByText('$93.00')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('This TRC20 address is not valid. Please check every character.')).toBeVisible()
  await page.getByRole('button', { name: 'Change amount' }).click()
  await page.getByLabel('TRC20 address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('Withdrawal request submitted successfully!')).toBeVisible()
})

test('the second of two admins reads who was first, and nothing typed is lost', async ({ browser, request }) => {
  const person = await approvedUser(request, 'Imran Sheikh')
  await giveRupees(request, person, 5000)
  const data = { amount: 2000, type: 'upi', withdrawal_details: { upi_id: 'imran@okaxis' } }
  const { id } = await callAs(request, { as: person, method: 'post', path: '/withdrawals', data })
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Reject' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason, as the user will read it').fill('Typed with care')
  const approval = { status: 'approved', transaction_id: '432198761234' }
  await callAs(request, { as: await admin(request), method: 'put', path: `/withdrawals/${id}`, data: approval })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText(/^Already approved by .+, \d\d:\d\d$/)).toBeVisible()
  await expect(dialog.getByLabel('Reason, as the user will read it')).toHaveValue('Typed with care')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(desk.getByText('No withdrawal fits this search')).toBeVisible()
  await desk.context().close()
})
