/**
 * Verified contacts: the code of a registration unlocks withdrawals, and an address can be claimed from an account that never
 * verified it.
 */
import { expect, type Page, test } from '@playwright/test'
import { newPerson, PASSWORD } from '../support/logins.ts'
import { emailCode, mailedTo } from '../support/mailbox.ts'
import { admin, callAs, readMailbox, submitPan } from '../support/people.ts'
import { fund, registerUnproven } from './steps.ts'

const codeField = (page: Page) => page.getByRole('textbox', { name: '6-digit code from your e-mail' })

test('register, the code from the mail, and a withdrawal is possible', async ({ page, request }) => {
  const person = await registerUnproven(page)
  await fund(request, person, 2_000)
  await submitPan(request, person)
  const decision = { id_index: 0, status: 'approved' }
  const path = `/kyc/${person.user.id}/verify`
  await callAs(request, { as: await admin(request), method: 'post', path, data: decision })

  await page.goto('/dashboard')
  await expect(page.getByText("Until then, you can't withdraw or use BittPay.")).toBeVisible()
  await page.goto('/bittpay')
  await expect(page.getByText('Money can only be sent between people whose e-mail address is confirmed.')).toBeVisible()
  await page.goto('/withdraw')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Identity document approved' }).getByLabel('Done'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Confirm your e-mail' }).click()

  const code = await emailCode(() => readMailbox(request), person.user.email)
  await codeField(page).fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('This code is wrong. 4 tries are left.')).toBeVisible()
  await codeField(page).fill('')
  await codeField(page).focus()
  await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`) // as it is pasted
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()

  await page.goto('/withdraw')
  await expect(page.getByLabel('Amount')).toBeVisible()
  const withdrawal = { amount: 600, type: 'upi', withdrawal_details: { upi_id: 'asha@okaxis' } }
  await callAs(request, { as: person, method: 'post', path: '/withdrawals', data: withdrawal })
})

test('verifying an address takes it from an account that never verified it', async ({ page, request }) => {
  const squatter = newPerson('Somebody Else')
  await callAs(request, { method: 'post', path: '/register', data: squatter })
  const owner = newPerson()
  await page.goto('/register')
  const fill = async (phone: string) => {
    await page.getByLabel('Full name').fill(owner.name)
    await page.getByLabel('E-mail').fill(squatter.email)
    await page.getByLabel('Phone').fill(phone)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
  }
  await fill(owner.phone)
  await expect(page.getByText('This e-mail address is already registered.')).toBeVisible()

  const link = await mailedTo(
    () => readMailbox(request),
    squatter.email,
    /href="[^"]*(\/claim-email\?token=[\w-]{43})"/,
  )
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('is yours. Register with it within 30 minutes')).toBeVisible()
  await page.getByRole('link', { name: 'Register' }).last().click()
  await expect(page.getByLabel('E-mail')).toHaveValue(squatter.email)
  await fill(owner.phone)
  await page.waitForURL('/dashboard')
  await page.goto('/verify-email')
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()

  await page.goto(link) // once
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('This link is no longer valid. Please register again.')).toBeVisible()
})
