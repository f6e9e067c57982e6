/** From an imported statement to the closed day: the differences are shown, two admins sign, and a late line changes nothing. */
import { randomInt } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { barriersInBothThemes, scrollsSideways } from '../support/axe.ts'
import { adminPage, newAdmin, paymentReference } from '../support/people.ts'

// Not yesterday, which can't be signed just after midnight. team-day.spec.ts closes the two days after this one.
const day = addDays(dayOf(new Date()), -3)

function fileOf(rows: readonly [amount: number, narration: string, balance: number][]): Buffer {
  const lines = rows.map(([amount, narration, balance]) =>
    [day, narration, paymentReference(), amount < 0 ? -amount : '', amount < 0 ? '' : amount, balance].join(','),
  )
  const head = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  return Buffer.from([head, ...lines].join('\n'))
}

async function importFile(desk: Page, account: string, buffer: Buffer) {
  await desk.goto('/admin/bank-statements')
  await desk.getByRole('button', { name: 'Import a statement' }).first().click()
  const dialog = desk.getByRole('dialog', { name: 'Import a statement' })
  await dialog.getByLabel('Account', { exact: true }).selectOption({ label: 'Another account' })
  await dialog.getByLabel('Name of the account').fill(account)
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: /^Import \d+ new/ }).click()
  await expect(desk.getByText('Statement imported')).toBeVisible()
}

async function expectNothingFound(page: Page, where: string) {
  expect.soft(await barriersInBothThemes(page), where).toEqual([])
  expect.soft(await scrollsSideways(page), `${where} scrolls sideways`).toBe(false)
}

test('a day is compared, explained, signed by two admins and closed', async ({ browser, request }) => {
  const account = `Current account ${randomInt(1e9)}`
  const desk = await adminPage(browser, request, { as: await newAdmin(request, 'Meera') })
  await importFile(
    desk,
    account,
    fileOf([
      [4200, 'NEFT FROM NOBODY', 54_200],
      [-118, 'CHARGES OF THE BANK', 54_082],
    ]),
  )
  await desk.getByRole('searchbox').fill('CHARGES OF THE BANK')
  await desk.getByRole('tab', { name: /^Payouts/ }).click()
  await desk.getByRole('row').filter({ hasText: 'CHARGES' }).first().getByRole('button', { name: 'Set aside' }).click()
  await desk.getByRole('dialog').getByLabel('Why it isn’t a deposit or payout').fill('Fee of the bank')
  await desk.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click()
  await expect(desk.getByText('The line was set aside')).toBeVisible()

  await desk.goto('/admin/reconciliation')
  await desk.locator(`a[href*="${day}"]`).click()
  const card = desk.getByRole('region').or(desk.locator('section')).filter({ hasText: account })
  await expect(card.getByText('₹54,082.00')).toBeVisible()
  await expect(card.getByRole('row').filter({ hasText: 'NEFT FROM NOBODY' })).toContainText('+₹4,200.00')
  await expect(card.getByRole('row').filter({ hasText: 'CHARGES OF THE BANK' })).toContainText('Fee of the bank')
  await expect(card.getByText('All reasons: statement less book').locator('..')).toContainText('+₹4,082.00')
  await expectNothingFound(desk, 'a day')

  await desk.getByRole('button', { name: 'Sign the day' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Something is unexplained or has no statement. Write a note about it.')).toBeVisible()
  await expectNothingFound(desk, 'signing')
  await dialog.getByLabel('Note').fill('The bank was asked who paid')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(desk.getByText('Signed by one')).toBeVisible()
  // the same admin again
  await expect(desk.getByText('You have signed this day. Another admin must sign it too.')).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Sign (the|and)/ })).toHaveCount(0)

  const other = await adminPage(browser, request, { as: await newAdmin(request, 'Ravi') })
  await other.goto(`/admin/reconciliation?day=${day}`)
  await other.getByRole('button', { name: 'Sign and close the day' }).click()
  await other.getByRole('dialog').getByLabel('Note').fill('Agreed')
  await other.getByRole('dialog').getByRole('button', { name: 'Sign and close', exact: true }).press('Enter')
  await expect(other.getByText('The day is closed')).toBeVisible()
  await expect(other.getByText('The bank was asked who paid')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Sign (the|and)/ })).toHaveCount(0)

  // a line that arrives later belongs to today
  await importFile(other, `${account} B`, fileOf([[77, 'CAME LATE', 77]]))
  await other.goto(`/admin/reconciliation?day=${day}`)
  const late = other.locator('section').filter({ hasText: 'Came after the close' })
  await expect(late.getByRole('row').filter({ hasText: 'CAME LATE' })).toContainText('₹77.00')
  await expectNothingFound(other, 'a closed day')
  await late.getByRole('link').click()
  await expect(other.getByRole('row').filter({ hasText: 'CAME LATE' })).toBeVisible()
  await other.goto('/admin/audit?action=day closed')
  await expect(other.getByRole('cell', { name: /business day \d+ \w+ \d{4}$/ }).first()).toBeVisible()
  await Promise.all([desk.context().close(), other.context().close()])
})
