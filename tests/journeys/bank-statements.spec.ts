/** A bank's file becomes approved deposits: imported with a preview, matched with reasons, approved one by one and as a set. */
import { expect, type Page, test } from '@playwright/test'
import { dayOf } from '@bittkosh/contract/time'
import { adminPage, askDeposit, callAs, enter, newUser, paymentReference } from '../support/people.ts'

type Row = { amount: number; narration: string; reference: string }

/** As HDFC writes it, with its ruled line below the headers. */
function hdfcFile(rows: readonly Row[]): Buffer {
  const [year, month, date] = dayOf(new Date()).split('-')
  const day = `${date}/${month}/${year?.slice(2)}`
  const lines = rows.map(({ amount, narration, reference }) => {
    const [out, into] = amount < 0 ? [(-amount).toFixed(2), ''] : ['', amount.toFixed(2)]
    return `${day},${narration},0000${reference},${day},${out},${into},`
  })
  const head = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  return Buffer.from([head, '********,********,********,********,********,********,********', ...lines].join('\n'))
}

async function importFile(desk: Page, name: string, buffer: Buffer) {
  await desk.getByRole('button', { name: 'Import a statement' }).first().click()
  const dialog = desk.getByRole('dialog', { name: 'Import a statement' })
  await dialog.getByLabel('Account', { exact: true }).selectOption({ index: 1 }) // the first, below 'Choose an account'
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
  return dialog
}

test('a bank file is imported, and its lines approve deposits', async ({ page, browser, request }) => {
  const [asha, ravi, leela] = [
    await newUser(request, 'Asha Rao'),
    await newUser(request, 'Ravi Kumar'),
    await newUser(request, 'Leela Das'),
  ]
  const [first, second, other] = [
    await askDeposit(request, asha, 2000),
    await askDeposit(request, ravi, 3000),
    await askDeposit(request, leela, 4000),
  ]
  const interest = paymentReference()
  const file = hdfcFile([
    { amount: 2000, narration: 'UPI-ASHA RAO-ASHA@OKHDFC', reference: first.reference },
    { amount: 3000, narration: 'UPI-RAVI KUMAR-RAVI@OKSBI', reference: second.reference },
    { amount: 3900, narration: 'UPI-LEELA DAS-LEELA@OKICICI', reference: other.reference },
    { amount: 12.5, narration: 'CREDIT INTEREST', reference: interest },
  ])

  const desk = await adminPage(browser, request)
  await desk.goto('/admin/bank-statements')
  const dialog = await importFile(desk, 'hdfc.csv', file)
  await expect(dialog.getByText('₹8,912.50')).toBeVisible()
  await expect(dialog.getByText('1 row is no line')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 4 new lines' }).click()
  await expect(desk.getByText('Statement imported')).toBeVisible()

  // one
  const search = desk.getByRole('searchbox')
  await search.fill(first.reference)
  const row = desk.getByRole('row').filter({ hasText: 'ASHA RAO' })
  await expect(row).toContainText('Transaction ID')
  const { width, height } = desk.viewportSize() ?? { width: 1280, height: 900 }
  await desk.setViewportSize({ width: 390, height: 844 })
  await expect(async () => {
    const { y, height: high } = (await desk.getByRole('row').nth(1).boundingBox()) ?? { y: 844, height: 844 }
    expect(y + 6 * high + 5 * 4, 'six lines on a phone’s screen').toBeLessThanOrEqual(844)
  }).toPass()
  await desk.setViewportSize({ width, height })
  await row.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve ₹2,000.00' }).click()
  await expect(desk.getByText('Deposit approved')).toBeVisible()
  await expect(row).toBeHidden()
  await desk.getByRole('tab', { name: /^Matched/ }).click()
  await expect(row).toContainText('Approved')

  // a set
  await search.fill(second.reference)
  await desk.getByRole('tab', { name: /^Suggested/ }).click()
  await desk.getByRole('checkbox', { name: /Choose the line for UPI-RAVI KUMAR/ }).check()
  await desk.getByRole('button', { name: 'Approve 1 deposit' }).click()
  const set = desk.getByRole('dialog')
  await set.getByRole('button', { name: 'Approve ₹3,000.00' }).click()
  await expect(set.getByRole('listitem').filter({ hasText: 'Ravi Kumar' })).toContainText('Approved')
  await set.getByRole('button', { name: 'Done' }).click()

  // another amount needs a note, which the person reads
  await search.fill(other.reference)
  await desk.getByRole('tab', { name: /^Mismatched/ }).click()
  const mismatch = desk.getByRole('row').filter({ hasText: 'LEELA DAS' })
  await expect(mismatch).toContainText('Different amount')
  await mismatch.getByRole('button', { name: 'Approve', exact: true }).click()
  const confirm = desk.getByRole('dialog')
  await confirm.getByRole('button', { name: 'Approve ₹3,900.00' }).click()
  await expect(confirm.getByLabel('Note to the user')).toBeFocused()
  await confirm.getByLabel('Note to the user').fill('₹3,900.00 arrived')
  await confirm.getByRole('button', { name: 'Approve ₹3,900.00' }).click()
  await expect(confirm).toBeHidden() // 'Deposit approved' may still be shown for the first
  await expect(mismatch).toBeHidden()

  // a line that is not a deposit is set aside, and put back
  await search.fill(interest)
  await desk.getByRole('tab', { name: /^Unmatched/ }).click()
  const line = desk.getByRole('row').filter({ hasText: 'CREDIT INTEREST' })
  await line.getByRole('button', { name: 'Set aside' }).click()
  await desk.getByRole('dialog').getByLabel('Why it isn’t a deposit or payout').fill('Interest of the bank')
  await desk.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click()
  await desk.getByRole('tab', { name: /^Set aside/ }).click()
  await expect(line).toContainText('Interest of the bank')
  await line.getByRole('button', { name: 'Put back' }).click()
  await expect(line).toBeHidden()

  // the same file again
  const again = await importFile(desk, 'hdfc.csv', file)
  await expect(again.getByText('This file has already been imported. It adds nothing new.')).toBeVisible()
  await desk.context().close()

  await enter(page, leela)
  await page.goto('/add-balance')
  await expect(page.getByRole('listitem').filter({ hasText: other.reference })).toContainText('₹3,900.00 arrived')
  const deposits = await callAs(request, { as: asha, method: 'get', path: '/deposits/my' })
  expect(deposits.data[0]).toMatchObject({ status: 'approved', approved_amount: 2000 })
})
