/**
 * A team of five plays a day: an owner, two of finance, one for identities and one of support, each at their own desk. Four
 * eyes hold for the whole program, so this runs after the journeys about them (playwright.config.ts) and ends with them off.
 */
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import type { Role } from '@bittkosh/contract/roles'
import type { Person } from '../support/logins.ts'
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
  submitPan,
} from '../support/people.ts'
import { fund, openPayment } from './steps.ts'

const search = (person: Person) => `search=${encodeURIComponent(person.user.email)}`

async function deskOf(browser: Browser, request: APIRequestContext, name: string, roles: Role[]) {
  const as = await newAdmin(request, name, roles)
  return { as, page: await adminPage(browser, request, { as }) }
}

/** In the dialog that opened: the button that does it. */
async function confirm(page: Page, button: string, fields: Record<string, string> = {}): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

async function expectSentForApproval(page: Page): Promise<void> {
  const sent = page.getByRole('dialog', { name: 'Sent for approval' })
  await sent.getByRole('button', { name: 'Done' }).click()
}

test('five people run a day together, and nobody does alone what needs two', async ({ browser, request }) => {
  const [asha, imran, zoya, kavya, ravi] = [
    await newUser(request, 'Asha Rao'),
    await approvedUser(request, 'Imran Sheikh'),
    await newUser(request, 'Zoya Khan'),
    await approvedUser(request, 'Kavya Reddy'),
    await newUser(request, 'Ravi Menon'),
  ]
  await giveRupees(request, imran, 5000)
  await fund(request, ravi, 1000)
  await submitPan(request, zoya)
  const { id: large } = await askDeposit(request, asha, 4000)
  await askWithdrawal(request, imran, 2000)

  const owner = await deskOf(browser, request, 'Meera', ['owner'])
  const [first, second] = [
    await deskOf(browser, request, 'Farhan', ['finance']),
    await deskOf(browser, request, 'Sita', ['finance']),
  ]
  const identities = await deskOf(browser, request, 'Kabir', ['kyc'])
  const support = await deskOf(browser, request, 'Sunil', ['support'])

  await owner.page.goto('/admin/team')
  for (const name of ['Farhan', 'Sita', 'Kabir', 'Sunil'])
    await expect(owner.page.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
  await owner.page.goto('/admin/basic-settings')
  await owner.page.getByLabel('Four eyes from this amount on').fill('2000')
  await owner.page.getByRole('button', { name: 'Review', exact: true }).click()
  await owner.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save 1 change/ })
    .click()
  await expect(owner.page.getByText('Settings saved')).toBeVisible()

  await identities.page.goto(`/admin/kyc?${search(zoya)}`)
  await identities.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(identities.page, 'Approve')
  await expect(identities.page.getByText('No request fits this search')).toBeVisible()
  await identities.page.goto(`/admin/users/${kavya.user.id}?tab=overview`)
  await identities.page.getByRole('button', { name: 'Take the approval back' }).click()
  const revoking = identities.page.getByRole('dialog', { name: 'Take the approval back' })
  await revoking.getByLabel('Reason, as the user will read it').fill('The card is another person’s')
  await revoking.getByRole('button', { name: 'Take back' }).click()
  await expect(identities.page.getByText('The approval was taken back')).toBeVisible()

  await first.page.goto(`/admin/deposits?${search(asha)}`)
  await first.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(first.page, 'Approve')
  await expectSentForApproval(first.page)
  await first.page.goto(`/admin/withdrawals?${search(imran)}`)
  await first.page.getByRole('button', { name: 'Start paying' }).click()
  await expect(first.page.getByText('You are paying this')).toBeVisible()
  await openPayment(first.page)
  await confirm(first.page, 'Mark as paid', { 'Transaction ID': `HDFCN${Date.now()}`.slice(0, 16) })
  await expectSentForApproval(first.page)

  await second.page.goto('/admin/proposals')
  const proposed = (act: string) => second.page.getByRole('listitem').filter({ hasText: act })
  await proposed('Approve a deposit of ₹4,000.00').getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(second.page, 'Approve')
  await expect(second.page.getByText('Approved and done')).toBeVisible()
  await proposed('Imran Sheikh').getByRole('button', { name: 'Decline', exact: true }).click()
  await confirm(second.page, 'Decline', { Reason: 'Not in the bank statement' })
  await expect(second.page.getByText('Nothing waits for approval')).toBeVisible()
  await first.page.goto('/admin/proposals?status=declined')
  await expect(first.page.getByText('Not in the bank statement').first()).toBeVisible()

  await second.page.goto(`/admin/deposits?status=approved&${search(ravi)}`)
  await second.page.getByRole('button', { name: 'Reverse', exact: true }).click()
  await confirm(second.page, 'Reverse', { 'Reason, as the user will read it': 'The bank took it back' })
  await expect(second.page.getByText('Deposit reversed')).toBeVisible()

  await support.page.goto(`/admin/users/${imran.user.id}`)
  const details = support.page.getByRole('main')
  await details.getByRole('button', { name: 'Freeze', exact: true }).click()
  const freezing = support.page.getByRole('dialog', { name: 'Freeze Imran Sheikh' })
  await freezing.getByLabel('Reason').fill('Rang: the phone was stolen')
  await freezing.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(details.getByText("no money leaves this person's account")).toBeVisible()
  const menu = support.page.getByRole('navigation', { name: 'Admin menu', includeHidden: true })
  await expect(menu.getByRole('link', { name: /KYC/, includeHidden: true })).toHaveCount(0)
  for (const [method, path, data] of [
    ['get', '/kyc/pending', undefined],
    ['put', `/deposits/${large}`, { status: 'rejected', admin_note: 'no' }],
  ] as const)
    await expect(callAs(request, { as: support.as, method, path, data })).rejects.toThrow(/answered 403/)

  const methods = await callAs(request, { as: owner.as, method: 'get', path: '/deposit-methods' })
  const upi = methods.find(({ type }: { type: string }) => type === 'upi')
  const { id: method, type, instructions, details: payee, updated_at: previous_updated_at } = upi
  const changed = await callAs(request, {
    as: owner.as,
    method: 'put',
    path: `/deposit-methods/${method}`,
    data: { name: 'UPI of the day', type, instructions, details: payee, previous_updated_at },
  })
  expect(changed.proposal).toMatchObject({ act: 'deposit method changed', is_own: true })
  const other = await admin(request)
  await callAs(request, { as: other, method: 'post', path: `/admin/proposals/${changed.proposal.id}/approve` })

  await owner.page.goto(`/admin/deposits?status=approved&${search(asha)}&id=${large}`)
  await owner.page.getByText('What was logged').click()
  await expect(owner.page.getByText(/Farhan · approved by Sita/)).toBeVisible()
  const { data: log } = await callAs(request, { as: owner.as, method: 'get', path: '/audit' })
  expect(log.find(({ action }: { action: string }) => action === 'deposit method changed')).toMatchObject({
    admin: { name: 'Meera' },
    approved_by: { name: other.user.name },
  })

  const off = await callAs(request, {
    as: owner.as,
    method: 'put',
    path: '/settings/four_eyes_above',
    data: { value: '' },
  })
  await callAs(request, { as: other, method: 'post', path: `/admin/proposals/${off.proposal.id}/approve` })
  for (const { page } of [owner, first, second, identities, support]) await page.context().close()
})
