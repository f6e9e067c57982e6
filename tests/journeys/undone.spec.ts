/** Approvals are undone: a deposit reversed, an identity revoked, with what the person sees of it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import {
  admin,
  adminPage,
  approvedUser,
  askDeposit,
  askWithdrawal,
  callAs,
  enter,
  giveRupees,
  newUser,
} from '../support/people.ts'
import { fund, openPayment } from './steps.ts'

test('a deposit is reversed with a reason, and the person sees it in the wallet', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  await fund(request, person, 4000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/deposits?status=approved&search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Reverse', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('Balance after the reversal')).toBeVisible()
  await dialog.getByLabel('Reason, as the user will read it').fill('The bank took the payment back')
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
  await expect(desk.getByText('Deposit reversed')).toBeVisible()
  await desk.goto(`/admin/deposits?status=reversed&search=${encodeURIComponent(person.user.email)}`)
  await expect(desk.getByText('The bank took the payment back').first()).toBeVisible()
  await desk.context().close()

  await enter(page, person)
  await page.goto('/wallet')
  await expect(page.getByText('−₹4,000.00')).toBeVisible()
  await page.getByRole('button', { name: /Deposit reversed/ }).click()
  await expect(page.getByRole('dialog').getByText('The bank took the payment back')).toBeVisible()
  await page.goto('/add-balance')
  await expect(page.getByRole('listitem').filter({ hasText: 'The bank took the payment back' })).toContainText(
    'Reversed',
  )
})

test('an identity is revoked: withdrawals are blocked, and the person reads why', async ({
  page,
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Imran Sheikh')
  await giveRupees(request, person, 3000)
  const { id } = await askWithdrawal(request, person, 1000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('link', { name: 'Imran Sheikh' }).click()
  await desk.getByRole('tab', { name: 'Overview' }).click()
  await desk.getByRole('button', { name: 'Revoke the approval' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Revoke the approval' })
  await dialog.getByLabel('Reason, as the user will read it').fill('The card is another person’s')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(desk.getByText('The approval was revoked')).toBeVisible()

  await desk.goto(`/admin/withdrawals?search=${encodeURIComponent(person.user.email)}&id=${id}`)
  await expect(desk.getByText('This person’s identity is no longer approved.')).toBeVisible()
  await openPayment(desk)
  const pay = desk.getByRole('dialog')
  await pay.getByLabel('Transaction ID').fill('432198761234')
  await pay.getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await expect(pay.getByText(/^The identity of this user is no longer approved\./)).toBeVisible()
  await desk.context().close()

  await enter(page, person)
  await page.goto('/bittpay')
  await expect(page.getByText('The approval of your documents was revoked.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('The card is another person’s')).toBeVisible()
})

test('an unusual amount is typed again before it is approved', async ({ browser, request }) => {
  const person = await newUser(request, 'Meera Joshi')
  await fund(request, person, 1000)
  await askDeposit(request, person, 5000)
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  const approve = dialog.getByRole('button', { name: 'Approve, 5 times as much', exact: true })
  await expect(dialog.getByText('5 times the largest approved for this person so far, ₹1,000.00')).toBeVisible()
  await expect(approve).toBeDisabled()
  await dialog.getByLabel('Type the amount again').fill('5000')
  await approve.click()
  await expect(desk.getByText('Deposit approved')).toBeVisible()
  await desk.context().close()
})

test('a payout that came back is in the wallet, in the statement and in the log', async ({
  page,
  browser,
  request,
}) => {
  const person = await approvedUser(request, 'Kavya Reddy')
  await giveRupees(request, person, 3000)
  const { id } = await askWithdrawal(request, person, 1000)
  const boss = await admin(request)
  const paid = { status: 'approved', transaction_id: randomUUID() }
  await callAs(request, { as: boss, method: 'put', path: `/withdrawals/${id}`, data: paid })
  const returned = { reason: 'The account is closed' }
  await callAs(request, { as: boss, method: 'post', path: `/withdrawals/${id}/return`, data: returned })

  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/withdrawals?status=returned&search=${encodeURIComponent(person.user.email)}&id=${id}`)
  await expect(desk.getByRole('heading', { name: 'Returned by the bank' })).toBeVisible()
  await desk.getByText('Activity log').click()
  const log = desk.getByRole('listitem').filter({ hasText: 'withdrawal returned' })
  await expect(log).toContainText('The account is closed')
  await desk.goto(`/admin/users/${person.user.id}`)
  const lines = desk.getByRole('table', { name: 'Ledger' })
  await expect(lines.getByRole('row', { name: /Withdrawal returned by the bank/ }).first()).toContainText('₹')
  await desk.context().close()

  await enter(page, person)
  await page.goto('/wallet')
  await expect(page.getByRole('button', { name: /Withdrawal.*₹1,000\.00.*Returned/ })).toBeVisible()
  await page.getByRole('button', { name: 'Statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Statement' })
  await dialog.getByRole('button', { name: 'CSV, for a spreadsheet' }).click()
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const csv = await readFile(await (await coming).path(), 'utf8')
  expect(csv).toMatch(/Wallet,.*,Withdrawal returned by the bank,\w{10},1000\.00,,3000\.00/)
})

test('a reversal keeps the payment’s reference, or frees it for the real payer', async ({ browser, request }) => {
  const desk = await adminPage(browser, request)
  const reverseAndFileAgain = async (free: boolean) => {
    const [wrong, right] = [await newUser(request, 'Asha Rao'), await newUser(request, 'Zoya Khan')]
    const { id, reference } = await askDeposit(request, wrong, 2000)
    const boss = await admin(request)
    const data = { status: 'approved', approved_amount: 2000 }
    await callAs(request, { as: boss, method: 'put', path: `/deposits/${id}`, data })
    await desk.goto(`/admin/deposits?status=approved&search=${encodeURIComponent(wrong.user.email)}`)
    await desk.getByRole('button', { name: 'Reverse', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: /^Reverse deposit #/ })
    await dialog.getByLabel('Reason, as the user will read it').fill('The money belongs to somebody else')
    const checkbox = dialog.getByRole('checkbox', { name: /^Let another request use this transaction ID/ })
    if (free) await checkbox.click()
    await expect(checkbox).toBeChecked({ checked: free })
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
    await expect(dialog).toBeHidden()
    await desk.goto(`/admin/deposits?status=reversed&search=${encodeURIComponent(wrong.user.email)}&id=${id}`)
    await expect(desk.getByText(free ? 'free for another request' : 'stays taken', { exact: true })).toBeVisible()
    await desk.getByText('Activity log').click()
    const log = desk.getByRole('listitem').filter({ hasText: 'deposit reversed' })
    await expect(log).toContainText('The money belongs to somebody else')
    return askDeposit(request, right, 2000, reference)
  }
  await expect(reverseAndFileAgain(false)).rejects.toThrow(/reference_taken/)
  expect((await reverseAndFileAgain(true)).id).toBeGreaterThan(0)
  await desk.context().close()
})
