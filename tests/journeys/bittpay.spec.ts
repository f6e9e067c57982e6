/** BittPay: from the recipient to the receipt, with the code from the mailbox. */
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from '../support/axe.ts'
import { PASSWORD, type Person } from '../support/logins.ts'
import { transferCode } from '../support/mailbox.ts'
import { admin, adminPage, approvedUser, callAs, enter, giveRupees, newUser, readMailbox } from '../support/people.ts'

const otpField = (page: Page) => page.getByRole('textbox', { name: '6-digit code from your e-mail' })

/** The code in the newest mail to this person (a development page shows the outbox). */
async function codeFor(page: Page, { user }: Person): Promise<string> {
  return transferCode(() => readMailbox(page.request), user.email)
}

async function begin(page: Page, recipient: string, amount: string) {
  await page.goto('/bittpay')
  await page.getByRole('textbox', { name: 'Recipient' }).fill(recipient)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: 'Send OTP' }).click()
}

test('money reaches a friend: initiate, verify, receipt', async ({ page, request }) => {
  const [sender, friend] = [await newUser(request, 'Imran Shaikh'), await approvedUser(request, 'Asha Rao')]
  await giveRupees(request, sender, 1_000)
  await enter(page, sender)

  await page.goto('/bittpay')
  await page.getByRole('textbox', { name: 'Recipient' }).fill(friend.user.phone)
  await page.getByRole('textbox', { name: 'Amount' }).fill('990')
  await expect(page.getByText("Your wallet doesn't cover the amount and its fee.")).toBeVisible()
  await expect(page.getByText('₹19.70 short')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add ₹1,000' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('500')
  await page.getByRole('textbox', { name: 'Note' }).fill('Chai')
  await expect(page.getByText('₹515.00')).toBeVisible()
  await page.getByRole('button', { name: 'Send OTP' }).click()

  await expect(page.getByText('Asha R•••')).toBeVisible()
  await expect(page.getByText('We never ask for this code.')).toBeVisible()
  const verify = page.getByRole('button', { name: 'Verify and send ₹500.00' })
  await expect(page.getByRole('button', { name: /^Resend the code in \d+ s$/ })).toBeDisabled()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Chai')
  await page.goForward()
  await expect(verify).toBeDisabled()
  const code = await codeFor(page, sender)
  await otpField(page).fill(code === '000000' ? '000001' : '000000')
  await verify.click()
  await expect(page.getByText('Invalid OTP or transfer expired')).toBeVisible()
  await expect(page.getByText('4 tries are left.')).toBeVisible()

  await page.reload() // to the mail and back: the transfer still waits
  await expect(page.getByText('Asha R•••')).toBeVisible()
  await otpField(page).focus()
  await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`) // as it is pasted
  await verify.click()

  const sent = page.getByRole('heading', { name: '₹500.00 sent to Asha Rao' })
  await expect(sent).toBeFocused()
  await expect(page.getByText('Money sent')).toBeVisible()
  await expect(page.getByText('₹515.00')).toBeVisible()
  await expectNoBarriers(page)
  await page.reload()
  await expect(sent).toBeVisible()
  await page.getByRole('button', { name: 'Send Another' }).click()
  await expect(page.getByText('₹485.00')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue('')
  await page.getByRole('button', { name: 'Asha Rao' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('10')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('Asha R•••')).toBeVisible()
})

test('five wrong codes end a transfer, and it can be started again with what was typed', async ({ page, request }) => {
  const [sender, friend] = [await newUser(request), await newUser(request)]
  await giveRupees(request, sender, 1_000)
  await enter(page, sender)
  await begin(page, friend.user.email, '100')
  const code = await codeFor(page, sender)
  for (let n = 0; n < 5; n++) {
    const wrong = String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')
    await otpField(page).fill(wrong)
    await page.getByRole('button', { name: 'Verify and send ₹100.00' }).click()
    await expect(page.getByText('Invalid OTP or transfer expired')).toBeVisible()
  }
  await expect(page.getByText('This code can no longer be used. Nothing has left your wallet.')).toBeVisible()
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue(friend.user.email)
})

test('a session that ends while the code is pending says so, and signing in returns to the transfer', async ({
  page,
  request,
}) => {
  const [sender, friend] = [await newUser(request), await newUser(request, 'Asha Rao')]
  await giveRupees(request, sender, 1_000)
  await enter(page, sender)
  await begin(page, friend.user.email, '500')
  const verify = page.getByRole('button', { name: 'Verify and send ₹500.00' })
  const code = await codeFor(page, sender)
  await otpField(page).fill(code)
  // The call that sends the code finds the session ended, not a poll that happens to come before it.
  const confirmed = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await confirmed
    await route.fallback()
  })
  await callAs(request, { as: sender, method: 'post', path: '/logout', data: {} })
  await verify.click()
  await expect(page.getByText('You were signed out after 7 days of inactivity')).toBeVisible()
  await page.getByLabel('E-mail or phone').fill(sender.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Asha R•••')).toBeVisible()
  await otpField(page).fill(code)
  await verify.click()
  await expect(page.getByRole('heading', { name: '₹500.00 sent to Asha Rao' })).toBeVisible()
})

test('problems with a recipient are shown beside the field', async ({ page, request }) => {
  const sender = await newUser(request)
  await giveRupees(request, sender, 1_000)
  await enter(page, sender)
  await begin(page, 'nobody@example.test', '10')
  await expect(page.getByText('We could not find an active user with this e-mail or phone.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Recipient' }).fill(sender.user.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('You cannot send money to yourself.').first()).toBeVisible()
})

test('an admin sees all transfers with their figures', async ({ browser, request }) => {
  const [sender, friend] = [await newUser(request, 'Ravi Menon'), await newUser(request)]
  await giveRupees(request, sender, 1_000)
  const data = { recipient: friend.user.email, amount: 10 }
  await callAs(request, { as: sender, method: 'post', path: '/balance-transfer/initiate', data })
  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/balance-transfers?search=${encodeURIComponent(sender.user.email)}`)
  await expect(desk.getByText('Status breakdown')).toBeVisible()
  await expect(desk.getByRole('cell', { name: sender.user.email })).toBeVisible()
  await desk.getByRole('button', { name: /^Pending/ }).click()
  await desk.waitForURL(/status=pending/)
  const row = desk.getByRole('row').filter({ hasText: sender.user.email })
  await row.getByRole('button').click()
  const sheet = desk.getByRole('dialog', { name: /^Transfer/ })
  await expect(sheet.getByText('Requested; a code was sent to the sender')).toBeVisible()
  await desk.goBack()
  await expect(sheet).toBeHidden()
  await expect(desk).toHaveURL(/status=pending/)
  await desk.goBack()
  await expect(desk).not.toHaveURL(/status=/)

  await desk.getByRole('button', { name: 'Filters' }).click()
  await desk.getByLabel('At most').fill('9.99')
  await expect(desk.getByText('No transfers match this search')).toBeVisible()
  await desk.getByLabel('At most').fill('10')
  await expect(row).toBeVisible()
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download this list as Excel file (XLSX)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^bittkosh-transfers-[\d-]+\.xlsx$/)
  await desk.context().close()
})

test('an admin sees what happened to a transfer, and its ledger entries', async ({ browser, page, request }) => {
  const [sender, friend] = [await newUser(request, 'Ravi Menon'), await newUser(request, 'Zoya Khan')]
  await giveRupees(request, sender, 1_000)
  const begun = { recipient: friend.user.email, amount: 100 }
  const path = '/balance-transfer/initiate'
  const { transfer_id: id } = await callAs(request, { as: sender, method: 'post', path, data: begun })
  const code = await codeFor(page, sender)
  const verify = (otp: string) =>
    request.post('/api/balance-transfer/verify', {
      headers: { authorization: `Bearer ${sender.token}` },
      data: { transfer_id: id, otp },
    })
  expect((await verify(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))).status()).toBe(422)
  const verified = await verify(code)
  expect(verified.status()).toBe(200)
  const { number } = (await verified.json()).transfer

  const freeze = {
    method: 'post' as const,
    path: `/users/${sender.user.id}/freeze`,
    data: { reason: 'A stolen phone' },
  }
  await callAs(request, { as: await admin(request), ...freeze })

  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/balance-transfers?search=${number}&id=${id}`)
  const sheet = desk.getByRole('dialog', { name: `Transfer ${number}` })
  await expect(sheet.getByText("Sender Ravi Menon · Frozen: no money leaves this person's account")).toBeVisible()
  await expect(sheet.getByText('Inactive')).toBeHidden()
  await expect(sheet.getByRole('listitem')).toHaveText([
    /^Requested; a code was sent to the sender/,
    /^Mail: /,
    /^Wrong code/,
    /^Correct code: completed/,
    /^Notice: /,
  ])
  await expect(sheet.getByText('Activity log')).toBeHidden() // no admin acts on a transfer
  await expect(sheet.getByText('−₹103.00')).toBeVisible()
  await expect(sheet.getByText('+₹100.00')).toBeVisible()
  await expect(sheet.getByText('+₹3.00')).toBeVisible()
  await expect(sheet.getByText('₹897.00')).toBeVisible()
  await sheet.getByRole('link', { name: 'Zoya Khan' }).click()
  await desk.waitForURL(`**/admin/users/${friend.user.id}`)
  await expect(desk.getByRole('heading', { name: 'Zoya Khan' })).toBeVisible()
  await desk.context().close()
})
