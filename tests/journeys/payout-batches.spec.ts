/** Withdrawals paid through one bank file: chosen, claimed and downloaded, then the bank's result settles each. */
import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { barriersInBothThemes, scrollsSideways } from '../support/axe.ts'
import type { Person } from '../support/logins.ts'
import { adminPage, approvedUser, callAs, enter, giveRupees, newAdmin, paymentReference } from '../support/people.ts'

type Asked = { person: Person; id: number; number: string; account: string }

async function askToBank(request: APIRequestContext, name: string): Promise<Asked> {
  const person = await approvedUser(request, name)
  await giveRupees(request, person, 5000)
  const account = `00${paymentReference().slice(0, 10)}`
  const details = { bank_name: 'HDFC Bank', account_name: name, account_number: account, ifsc_code: 'HDFC0000001' }
  const data = { amount: 1000, type: 'bank', withdrawal_details: details }
  const { id, number } = await callAs(request, { as: person, method: 'post', path: '/withdrawals', data })
  return { person, id, number, account }
}

async function expectNothingFound(page: Page, where: string): Promise<void> {
  expect.soft(await barriersInBothThemes(page), where).toEqual([])
  expect.soft(await scrollsSideways(page), `${where} scrolls sideways`).toBe(false)
}

test('a batch is created, its file goes to the bank, and the result settles each withdrawal', async ({
  page,
  browser,
  request,
}) => {
  const asked = [
    await askToBank(request, 'Asha Rao'),
    await askToBank(request, 'Ravi Kumar'),
    await askToBank(request, 'Leela Das'),
    await askToBank(request, 'Zoya Khan'),
  ] as const
  const [asha, ravi, leela, zoya] = asked

  const desk = await adminPage(browser, request)
  await desk.goto('/admin/payout-batches')
  await desk.getByRole('link', { name: 'New batch' }).first().click()
  for (const { number } of asked) await desk.getByRole('checkbox', { name: new RegExp(number) }).check()
  await expect(desk.getByText('4 withdrawals · ₹3,720.00')).toBeVisible()
  await desk.getByRole('button', { name: 'Create a batch', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Create a batch of ₹3,720.00' }).click()
  await expect(desk.getByRole('heading', { name: /^Batch #/ })).toBeVisible()
  await expect(desk.getByText('Waiting for the bank')).toHaveCount(4)
  await expectNothingFound(desk, 'a batch')

  const coming = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download the file' }).click()
  const file = readFileSync(await (await coming).path(), 'utf8')
  await expect(desk.getByText(/^Downloaded .* \(4 payments\)$/)).toBeVisible()
  for (const { number, account } of asked) expect(file).toMatch(new RegExp(`NEFT,.*,${account},.*,930\\.00,${number},`))

  const utr = paymentReference()
  const result = [
    'Customer Reference No,Amount,Status,UTR,Reject Reason',
    `${asha.number},930.00,Success,${utr},`,
    `${ravi.number},930.00,Failed,,Account closed`,
    `${leela.number},930.00,Returned,,Bank holiday`,
    `${zoya.number},930.00,In process,,`,
  ].join('\n')
  const readResult = async () => {
    await desk.getByRole('button', { name: "Import the bank's result" }).click()
    const dialog = desk.getByRole('dialog')
    const bytes = { name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(result) }
    await dialog.getByLabel('File', { exact: true }).setInputFiles(bytes)
    return dialog
  }
  const dialog = await readResult()
  await expect(dialog.getByRole('row').filter({ hasText: 'Ravi Kumar' })).toContainText('Account closed')
  await dialog.getByLabel(`What happens to ${leela.number}`).selectOption('Back to the queue')
  await expectNothingFound(desk, 'the result')
  await dialog.getByRole('button', { name: 'Import the result: ₹930.00 paid' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: 'Asha Rao' })).toContainText('Paid')
  await expect(dialog.getByRole('row').filter({ hasText: 'Zoya Khan' })).toContainText('Not settled yet')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = (name: string) => desk.getByRole('row').filter({ hasText: name })
  await expect(row('Asha Rao')).toContainText(utr)
  await expect(row('Ravi Kumar')).toContainText('Rejected')
  await expect(row('Leela Das')).toContainText('Refused by the bank, back in the queue')
  await expect(row('Zoya Khan')).toContainText('Not settled by the bank')

  // the same file again
  const again = await readResult()
  await expect(again.getByText('Nothing in this file changes anything.')).toBeVisible()
  await desk.keyboard.press('Escape')

  // the record names its batch
  await desk.getByRole('link', { name: asha.number }).click()
  await desk.getByText('Everything else about it').click()
  await expect(desk.getByRole('link', { name: /^Batch #/ })).toBeVisible()
  await desk.context().close()

  await enter(page, ravi.person)
  await page.goto('/withdraw')
  await page.getByRole('button', { name: /HDFC Bank.*Rejected/ }).click()
  await expect(page.getByText(/The bank refused these account details.*Account closed/)).toBeVisible()
  const wallet = async ({ person }: Asked) =>
    (await callAs(request, { as: person, method: 'get', path: '/withdrawals/terms' })).balance
  expect([await wallet(asha), await wallet(ravi), await wallet(leela), await wallet(zoya)]).toEqual([
    4000, 5000, 4000, 4000,
  ])
})

test('the batch of an absent admin is taken over as a whole, and goes to the bank from there', async ({
  browser,
  request,
}) => {
  const asked = [await askToBank(request, 'Asha Rao'), await askToBank(request, 'Ravi Kumar')]
  const meera = await newAdmin(request, 'Meera Menon')
  const data = { withdrawal_ids: asked.map(({ id }) => id) }
  const batch = await callAs(request, { as: meera, method: 'post', path: '/payout-batches', data })

  const farhan = await newAdmin(request, 'Farhan Ali')
  const desk = await adminPage(browser, request, { as: farhan, viewport: { width: 390, height: 844 } })
  await desk.goto(`/admin/payout-batches/${batch.id}`)
  await expect(desk.getByText('2 withdrawals that wait are being paid by Meera Menon')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Download the file' })).toHaveCount(0)
  await expectNothingFound(desk, "another admin's batch")
  await desk.getByRole('button', { name: 'Take over from Meera Menon' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText('First ask Meera Menon')
  await expectNothingFound(desk, 'taking over')
  await dialog.getByRole('button', { name: 'Take over from Meera Menon' }).click()
  await expect(desk.getByRole('button', { name: 'Download the file' })).toBeVisible()
  await expect(desk.getByText(/Meera Menon$/)).toHaveCount(0)
  await desk.getByText('Activity log').click()
  await expect(desk.getByText('Payout batch taken over')).toBeVisible()
  await desk.context().close()
})
