/** Two owners and one act: while four eyes are on, what one does waits for the other. */
import { expect, type Page } from '@playwright/test'
import { testWithOwnProgram } from '../support/ownProgram.ts'
import {
  admin,
  adminPage,
  approvedUser,
  askDeposit,
  askWithdrawal,
  callAs,
  giveRupees,
  newAdmin,
  newUser,
  paymentReference,
} from '../support/people.ts'
import { fund, openPayment } from './steps.ts'

const test = testWithOwnProgram()
test.describe.configure({ mode: 'default' }) // one after the other

async function setFourEyes(page: Page, typed: string): Promise<void> {
  await page.goto('/admin/basic-settings')
  await page.getByLabel('Four eyes from this amount').fill(typed)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save 1 change/ })
    .click()
}

async function approveFirst(page: Page, act: string): Promise<void> {
  await page.goto('/admin/proposals')
  const card = page.getByRole('listitem').filter({ hasText: act })
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Approved and carried out')).toBeVisible()
}

test('a deposit approved, one declined, one withdrawn, and an approved change of four eyes', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  const { id } = await askDeposit(request, person, 2000)
  const open = async (name: string) => adminPage(browser, request, { as: await newAdmin(request, name) })
  const [meera, ravi] = [await open('Meera'), await open('Ravi')]
  await setFourEyes(meera, '1000')
  await expect(meera.getByText('Settings saved')).toBeVisible()

  await meera.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  await meera.getByRole('button', { name: 'Approve', exact: true }).click()
  await meera.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  const sent = meera.getByRole('dialog', { name: 'Sent for approval' })
  await expect(sent).toContainText('Nothing has happened yet')
  await sent.getByRole('button', { name: 'Done' }).click()
  await expect(meera.getByText('Meera proposed')).toContainText('Approve a deposit of ₹2,000.00')
  await expect(meera.getByRole('button', { name: 'Approve', exact: true })).toBeHidden() // it would only be refused
  await expect(meera.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()

  await ravi.goto('/admin')
  await ravi.getByRole('link', { name: /^For your approval 1 proposed by others/ }).click()
  const card = ravi.getByRole('listitem').filter({ hasText: 'Approve a deposit of ₹2,000.00' })
  await expect(card).toContainText('Asha Rao')
  await expect(card.getByRole('row', { name: 'approved amount – ₹2,000.00' })).toBeVisible()
  await approveFirst(ravi, 'Approve a deposit of ₹2,000.00')
  await ravi.goto(`/admin/deposits?status=approved&search=${encodeURIComponent(person.user.email)}&id=${id}`)
  await ravi.getByText('Activity log').click()
  await expect(ravi.getByText(/Meera · approved by Ravi/)).toBeVisible()

  await setFourEyes(meera, '')
  await meera.getByRole('dialog').getByRole('link', { name: 'Show the proposal' }).click()
  await expect(meera.getByText('Another admin must approve it.')).toBeVisible()
  await ravi.goto('/admin/basic-settings')
  await expect(ravi.getByText('Meera proposed')).toContainText('Change a setting')
  await ravi.goto('/admin/proposals')
  await ravi.getByRole('button', { name: 'Decline', exact: true }).click()
  await ravi.getByLabel('Reason').fill('Only after the audit')
  await ravi.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(ravi.getByText('Nothing is waiting for approval')).toBeVisible()
  await meera.getByRole('tab', { name: /^Declined/ }).click()
  await expect(meera.getByText('Only after the audit')).toBeVisible()

  await setFourEyes(meera, '')
  await meera.getByRole('dialog').getByRole('link', { name: 'Show the proposal' }).click()
  await meera.getByRole('button', { name: 'Withdraw proposal' }).click()
  await meera.getByRole('dialog').getByRole('button', { name: 'Withdraw proposal' }).click()
  await expect(meera.getByText('Nothing is waiting for approval')).toBeVisible()

  await setFourEyes(meera, '')
  await meera.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await approveFirst(ravi, 'Change a setting')
  await meera.reload()
  await expect(meera.getByLabel('Four eyes from this amount')).toHaveValue('')
  await Promise.all([meera.context().close(), ravi.context().close()])
})

test('a finance admin can neither edit a large balance nor pay a large withdrawal alone', async ({
  browser,
  request,
}) => {
  const [zoya, imran] = [await newUser(request, 'Zoya Khan'), await approvedUser(request, 'Imran Sheikh')]
  await giveRupees(request, imran, 5000)
  await askWithdrawal(request, imran, 3000)
  const [farhan, sita] = [
    await newAdmin(request, 'Farhan', ['finance']),
    await newAdmin(request, 'Sita', ['owner', 'finance']),
  ]
  const [thief, other] = [
    await adminPage(browser, request, { as: farhan }),
    await adminPage(browser, request, { as: sita }),
  ]
  await setFourEyes(other, '2000')
  await expect(other.getByText('Settings saved')).toBeVisible()
  const boss = await admin(request)
  const standing = async () => [
    (await callAs(request, { as: boss, method: 'get', path: `/admin/users/${zoya.user.id}/details` })).balances,
    (await callAs(request, { as: boss, method: 'get', path: `/admin/users/${imran.user.id}/details` })).balances,
  ]
  const before = await standing()
  const sent = thief.getByRole('dialog', { name: 'Sent for approval' })

  await thief.goto(`/admin/users?search=${encodeURIComponent(zoya.user.email)}`)
  await thief.getByRole('button', { name: 'Edit Zoya Khan' }).click()
  const form = thief.getByRole('dialog', { name: 'Edit Zoya Khan' })
  await form.getByLabel('Balance').fill('900000')
  await form.getByLabel('Kind of reason').selectOption('error')
  await form.getByLabel('Reason', { exact: true }).fill('Booked by hand')
  await form.getByLabel('Type the change again, without its sign').fill('900000')
  await form.getByRole('button', { name: 'Save, unusual amount', exact: true }).click()
  await expect(sent).toContainText('Nothing has happened yet')
  await sent.getByRole('button', { name: 'Done' }).click()

  await thief.goto(`/admin/withdrawals?search=${encodeURIComponent(imran.user.email)}`)
  await thief.getByRole('button', { name: 'Start paying' }).click()
  await expect(thief.getByText('You are paying this')).toBeVisible()
  await openPayment(thief)
  await thief.getByRole('dialog').getByLabel('Transaction ID').fill(paymentReference())
  await thief.getByRole('dialog').getByRole('button', { name: 'Mark as paid', exact: true }).click()
  await sent.getByRole('button', { name: 'Done' }).click()
  await expect(thief.getByText(/^It can’t be released, taken over or rejected/)).toBeVisible()
  for (const name of ['Release', 'Reject']) await expect(thief.getByRole('button', { name, exact: true })).toBeHidden()
  expect(await standing()).toEqual(before)

  await thief.goto('/admin/proposals')
  await expect(thief.getByText('Another admin must approve it.')).toHaveCount(2)
  await expect(thief.getByRole('button', { name: 'Approve', exact: true })).toBeHidden()

  await other.goto('/admin/proposals')
  const pay = other.getByRole('listitem').filter({ hasText: 'Pay a withdrawal of ₹3,000.00' })
  await expect(pay).toContainText('Imran Sheikh')
  await pay.getByRole('button', { name: 'Approve', exact: true }).click()
  const paying = other.getByRole('dialog', { name: 'Approve the proposal' })
  await expect(paying.getByRole('heading', { name: /^Withdrawal #/ })).toBeVisible() // with its payee
  await expect(paying.getByText('To pay')).toBeVisible()
  await paying.getByRole('button', { name: 'Cancel', exact: true }).click()
  await pay.getByRole('button', { name: 'Decline', exact: true }).click()
  const declining = other.getByRole('dialog', { name: 'Decline the proposal' })
  await declining.getByLabel('Reason').fill('Nobody asked the person')
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(other.getByText('Declined. Nothing was changed.')).toBeVisible()
  expect(await standing()).toEqual(before)

  const edit = other.getByRole('listitem').filter({ hasText: 'Change the balance of a user by ₹9,00,000.00' })
  await expect(edit).toContainText('Zoya Khan')
  await expect(edit.getByRole('row', { name: 'balance ₹0.00 ₹9,00,000.00' })).toBeVisible()
  await edit.getByRole('button', { name: 'Approve', exact: true }).click()
  const approving = other.getByRole('dialog', { name: 'Approve the proposal' })
  await fund(request, zoya, 1000) // the wallet moves while the proposal is read
  await approving.getByLabel('Type the change again, without its sign').fill('900000')
  await approving.getByRole('button', { name: 'Approve, unusual amount', exact: true }).click()
  await expect(
    approving.getByText(/^Nothing was done, and the proposal is closed: The balance has changed/).first(),
  ).toBeVisible()
  await approving.getByRole('button', { name: 'Cancel', exact: true }).click()
  await other.getByRole('tab', { name: /^No longer possible/ }).click()
  await expect(
    other.getByRole('listitem').filter({ hasText: 'Change the balance of a user by ₹9,00,000.00' }),
  ).toContainText('The balance has changed')
  expect((await standing())[0].wallet).toBe(1000)

  const { proposal } = await callAs(request, {
    as: sita,
    method: 'put',
    path: '/settings/four_eyes_above',
    data: { value: '' },
  })
  await callAs(request, { as: boss, method: 'post', path: `/admin/proposals/${proposal.id}/approve` })
  await Promise.all([thief.context().close(), other.context().close()])
})
