/** Two admins at one record: the second learns who was first and when, and loses nothing that was typed. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import type { Person } from '../support/logins.ts'
import {
  admin,
  adminPage,
  approvedUser,
  askDeposit,
  askWithdrawal,
  callAs,
  enter,
  giveRupees,
  newAdmin,
  newUser,
  paymentReference,
  submitPan,
} from '../support/people.ts'
import { openPayment } from './steps.ts'

type Desks = { meera: Page; ravi: Page; clear: () => Promise<unknown> }

async function twoDesks(browser: Browser, request: APIRequestContext): Promise<Desks> {
  const open = async (name: string) => adminPage(browser, request, { as: await newAdmin(request, name) })
  const [meera, ravi] = [await open('Meera'), await open('Ravi')]
  return { meera, ravi, clear: () => Promise.all([meera.context().close(), ravi.context().close()]) }
}

const search = (person: Person) => `search=${encodeURIComponent(person.user.email)}`
const told = (what: string) => new RegExp(`^Already ${what} by Meera, \\d\\d:\\d\\d$`)

test('a deposit: the second admin sees who approved it, and the typed reason stays', async ({ browser, request }) => {
  const person = await newUser(request, 'Asha Rao')
  await askDeposit(request, person, 2000)
  const { meera, ravi, clear } = await twoDesks(browser, request)
  for (const desk of [meera, ravi]) await desk.goto(`/admin/deposits?${search(person)}`)
  await ravi.getByRole('button', { name: 'Reject', exact: true }).click()
  const rejecting = ravi.getByRole('dialog')
  await rejecting.getByLabel('Reason, as the user will read it').fill('Typed with care')

  await meera.getByRole('button', { name: 'Approve', exact: true }).click()
  await meera.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(meera.getByText('Deposit approved')).toBeVisible()

  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(rejecting.getByText(told('approved'))).toBeVisible()
  await expect(rejecting.getByLabel('Reason, as the user will read it')).toHaveValue('Typed with care')
  await rejecting.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(ravi.getByText('No deposits match this search')).toBeVisible()
  await expect(ravi.getByText(/^This is no longer in the list/)).toBeVisible()
  await expect(ravi.getByRole('heading', { name: /^Deposit #/ })).toBeVisible()

  await ravi.getByRole('link', { name: 'Show it as it is now' }).click()
  await expect(ravi.getByText(/^This is no longer in the list/)).toBeHidden()
  await ravi.getByText('Activity log').click()
  await expect(ravi.getByText('deposit approved')).toBeVisible()
  await expect(ravi.getByRole('row', { name: 'approved amount – ₹2,000.00' })).toBeVisible()
  await clear()
})

test('a withdrawal: the second admin keeps the typed reference', async ({ browser, request }) => {
  const person = await approvedUser(request, 'Imran Sheikh')
  await giveRupees(request, person, 5000)
  await askWithdrawal(request, person, 2000)
  const { meera, ravi, clear } = await twoDesks(browser, request)
  for (const desk of [meera, ravi]) await desk.goto(`/admin/withdrawals?${search(person)}`)
  await openPayment(ravi)
  const paying = ravi.getByRole('dialog')
  await paying.getByLabel('Transaction ID').fill('432198761234')

  await meera.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(meera.getByRole('dialog')).toBeVisible()
  await meera.keyboard.press('3')
  await meera.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(meera.getByText('Withdrawal rejected')).toBeVisible()

  await paying.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(paying.getByText(told('rejected'))).toBeVisible()
  await expect(paying.getByLabel('Transaction ID')).toHaveValue('432198761234')
  await clear()
})

test('a payout: claimed by one admin, taken over by another, returned by the bank, and what its user sees', async ({
  page,
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Asha Rao')
  await giveRupees(request, person, 5000)
  await askWithdrawal(request, person, 2000)
  await enter(page, person)
  const { meera, ravi, clear } = await twoDesks(browser, request)
  for (const desk of [meera, ravi]) await desk.goto(`/admin/withdrawals?${search(person)}`)

  await meera.getByRole('button', { name: 'Start paying' }).click()
  await expect(meera.getByText('You are paying this')).toBeVisible()
  await expect(meera.getByRole('img', { name: 'UPI QR code for ₹1,860.00 to Asha Rao' })).toBeVisible()
  await meera.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await meera.getByRole('button', { name: 'Copy amount' }).click()
  expect(await meera.evaluate('navigator.clipboard.readText()')).toBe('1860.00')

  await page.goto('/withdraw')
  await page.getByRole('button', { name: /asha\.rao@okaxis.+Being paid$/ }).click()
  await expect(page.getByText('Being paid: it can no longer be cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeHidden()

  await ravi.reload()
  await expect(ravi.getByText('Being paid by Meera')).toBeVisible()
  await expect(ravi.getByRole('button', { name: 'Mark as paid' })).toBeHidden()
  await ravi.getByRole('button', { name: 'Take over', exact: true }).click()
  await ravi.getByRole('dialog').getByRole('button', { name: 'Take over from Meera' }).click()
  await expect(ravi.getByText('You are paying this')).toBeVisible()

  await openPayment(meera)
  const late = meera.getByRole('dialog')
  await late.getByLabel('Transaction ID').fill(paymentReference())
  await late.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(
    late.getByText(/^Ravi is paying this \(since \d\d:\d\d\)\. Take it over before you decide\.$/),
  ).toBeVisible()

  await openPayment(ravi)
  const reference = randomUUID()
  await ravi.getByRole('dialog').getByLabel('Transaction ID').fill(reference)
  await ravi.getByRole('dialog').getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(ravi.getByText('Withdrawal marked as paid')).toBeVisible()
  await ravi.getByRole('tab', { name: /^Approved/ }).click()
  await ravi.getByRole('button', { name: 'Returned by the bank' }).click()
  const returning = ravi.getByRole('dialog')
  await returning.getByLabel('Reason, as the user will read it').fill('The account is closed')
  await returning.getByRole('button', { name: 'Return the amount' }).click()
  await expect(ravi.getByText('Withdrawal returned')).toBeVisible()
  await ravi.getByRole('tab', { name: /^Returned/ }).click()
  await expect(ravi.getByText('The account is closed').first()).toBeVisible()

  await page.goto('/withdraw')
  await expect(page.getByText('₹5,000.00')).toBeVisible()
  await page.getByRole('button', { name: /Returned The account is closed$/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Fix and send again' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,000')
  await expect(page.getByLabel('UPI ID')).toHaveValue('asha.rao@okaxis')
  await clear()
})

test('a document: the second admin sees who approved it', async ({ browser, request }) => {
  const person = await newUser(request, 'Hari Prasad')
  await submitPan(request, person)
  const { meera, ravi, clear } = await twoDesks(browser, request)
  for (const desk of [meera, ravi]) await desk.goto(`/admin/kyc?${search(person)}`)
  await ravi.getByRole('button', { name: 'Reject', exact: true }).click()
  const rejecting = ravi.getByRole('dialog')
  await rejecting.getByLabel('Rejection reason, as the user will read it').fill('The corner is missing')

  await meera.getByRole('button', { name: 'Approve', exact: true }).click()
  await meera.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(meera.getByRole('status').getByText('KYC approved')).toBeVisible()

  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(rejecting.getByText(told('approved'))).toBeVisible()
  await expect(rejecting.getByLabel('Rejection reason, as the user will read it')).toHaveValue('The corner is missing')
  await clear()
})

test('an edit: the second admin sees who changed what, and saves after that', async ({ browser, request }) => {
  const { meera, ravi, clear } = await twoDesks(browser, request)
  const title = `Gold plan ${randomUUID()}`
  await meera.goto('/admin/upcomings')
  await meera.getByRole('button', { name: 'Add upcoming' }).click()
  await meera.getByLabel('Title').fill(title)
  await meera.getByRole('button', { name: 'Save', exact: true }).click()
  await ravi.goto('/admin/upcomings')
  for (const desk of [meera, ravi]) await desk.getByRole('button', { name: `Edit ${title}` }).click()
  await meera.getByLabel('Title').fill(`${title}, by Meera`)
  await meera.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(meera.getByRole('dialog')).toBeHidden()

  const form = ravi.getByRole('dialog')
  await form.getByLabel('Title').fill(`${title}, by Ravi`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText(/^Changed by Meera in the meantime, \d\d:\d\d$/)).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue(`${title}, by Ravi`)
  await expect(form.getByRole('row', { name: `title ${title} ${title}, by Meera` })).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(ravi.getByText(`${title}, by Ravi`)).toBeVisible()
  await clear()
})

test('an admin on a phone approves a deposit', async ({ browser, request }) => {
  const person = await newUser(request, 'Meera Joshi')
  const { reference } = await askDeposit(request, person, 12_500)
  const phone = await adminPage(browser, request, { viewport: { width: 390, height: 844 } })
  await phone.goto(`/admin/deposits?${search(person)}`)
  await phone.getByRole('button', { name: 'Meera Joshi' }).click()
  await expect(phone.getByText(reference)).toBeVisible()
  await phone.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(phone.getByRole('dialog').getByText('Credit ₹12,500.00 to Meera Joshi?')).toBeVisible()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(phone.getByText('Deposit approved')).toBeVisible()
  await expect(phone.getByText('No deposits match this search')).toBeVisible()
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await phone.context().close()
})

test('a filtered list is downloaded with the same filter', async ({ browser, request }) => {
  const person = await newUser(request, '=Formula Singh')
  const { reference } = await askDeposit(request, person, 3000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/deposits?${search(person)}`)
  await expect(desk.getByText('=Formula Singh').first()).toBeVisible()
  const coming = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download this list as CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^bittkosh-deposits-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`'=Formula Singh,${person.user.email}`)
  expect(lines[1]).toContain(reference)
  await desk.context().close()
})

test('Ctrl-K finds a transfer by its number and shows it', async ({ browser, request }) => {
  const [sender, receiver] = [await newUser(request, 'Lakshmi Iyer'), await newUser(request, 'Zoya Khan')]
  await giveRupees(request, sender, 500)
  const data = { recipient: receiver.user.email, amount: 100 }
  const { transfer_id: id } = await callAs(request, {
    as: sender,
    method: 'post',
    path: '/balance-transfer/initiate',
    data,
  })
  const path = `/admin/balance-transfers/${id}`
  const { number } = await callAs(request, { as: await admin(request), method: 'get', path })
  const desk = await adminPage(browser, request)
  await desk.goto('/admin')
  await expect(desk.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await desk.keyboard.press('Control+k')
  await desk.getByRole('dialog').getByRole('searchbox').fill(number)
  await desk
    .getByRole('dialog')
    .getByRole('link', { name: /Lakshmi Iyer → Zoya Khan/ })
    .click()
  await expect(desk.getByRole('dialog', { name: `Transfer ${number}` }).getByText('₹103.00')).toBeVisible()
  await desk.context().close()
})
