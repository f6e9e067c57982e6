/**
 * A team of five runs a day: an owner, two for finance, one for identities and one for support, each in their own browser. Then one
 * of two owners runs a whole day, from the bank's statement to the closed day, which the other one signs too: by keyboard on a
 * desktop and by touch on a phone, each in both languages and themes, so that every screen is seen in both.
 */
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test'
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
  paymentReference,
  submitPan,
} from '../support/people.ts'
import { testWithOwnProgram } from '../support/ownProgram.ts'
import { byKeyboard, byThumb, type Hands } from '../support/hands.ts'
import { inEnglish, inHindi, type Say } from '../support/say.ts'
import { fund, openPayment } from './steps.ts'

const test = testWithOwnProgram()
test.describe.configure({ mode: 'serial' })

const search = (person: Person) => `search=${encodeURIComponent(person.user.email)}`

async function deskOf(browser: Browser, request: APIRequestContext, name: string, roles: Role[]) {
  const as = await newAdmin(request, name, roles)
  return { as, page: await adminPage(browser, request, { as }) }
}

/** In the open dialog: the button that confirms. */
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
  await owner.page.getByLabel('Four eyes from this amount').fill('2000')
  await owner.page.getByRole('button', { name: 'Review', exact: true }).click()
  await owner.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save 1 change/ })
    .click()
  await expect(owner.page.getByText('Settings saved')).toBeVisible()

  await identities.page.goto(`/admin/kyc?${search(zoya)}`)
  await identities.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(identities.page, 'Approve')
  await expect(identities.page.getByText('No requests match this search')).toBeVisible()
  await identities.page.goto(`/admin/users/${kavya.user.id}?tab=overview`)
  await identities.page.getByRole('button', { name: 'Revoke the approval' }).click()
  const revoking = identities.page.getByRole('dialog', { name: 'Revoke the approval' })
  await revoking.getByLabel('Reason, as the user will read it').fill('The card is another person’s')
  await revoking.getByRole('button', { name: 'Revoke' }).click()
  await expect(identities.page.getByText('The approval was revoked')).toBeVisible()

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
  await expect(second.page.getByText('Approved and carried out')).toBeVisible()
  await proposed('Imran Sheikh').getByRole('button', { name: 'Decline', exact: true }).click()
  await confirm(second.page, 'Decline', { Reason: 'Not in the bank statement' })
  await expect(second.page.getByText('Nothing is waiting for approval')).toBeVisible()
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
  await owner.page.getByText('Activity log').click()
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

const HEAD = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
const DAY_OVER_MS = 16 * 60_000 // a day can be signed a quarter of an hour after its end

/** The next day to close; sets the program's clock to a time when it can be signed. */
async function dayToClose(request: APIRequestContext, as: Person): Promise<string> {
  const today = dayOf(new Date())
  const { close_first: first } = await callAs(request, { as, method: 'get', path: `/reconciliation/days/${today}` })
  const day = first ?? addDays(today, -3)
  const over = startOfDay(addDays(day, 1)).getTime() + DAY_OVER_MS
  if (Date.now() < over) await request.put('/api/dev/clock', { data: { now: new Date(over).toISOString() } })
  return day
}

type Look = { say: Say; language: 'en' | 'hi'; colorScheme: 'light' | 'dark' }
const byDay: Look = { say: inEnglish, language: 'en', colorScheme: 'light' }
const inTheDark: Look = { say: inHindi, language: 'hi', colorScheme: 'dark' }

type Walk = {
  /** The statement and the queues are done in the first look, the rest in the second. */
  looks: [Look, Look]
  by: (page: Page, say: Say) => Hands
  open: (as: Person) => Promise<Page>
}

/** One of two owners works a whole day, and the second one signs it too. */
async function workDay(request: APIRequestContext, { looks: [first, later], by, open }: Walk) {
  let { say } = first
  const hands = (page: Page) => by(page, (message, values) => say(message, values))
  const look = async (page: Page, { language, colorScheme }: Look) => {
    await page.emulateMedia({ colorScheme })
    await page.addInitScript(`localStorage.setItem('language', '${language}')`)
  }
  const [meera, sita] = [await newAdmin(request, 'Meera'), await newAdmin(request, 'Sita')]
  const [asha, ravi, kavya, leela, hari] = [
    await newUser(request, 'Asha Rao'),
    await approvedUser(request, 'Ravi Menon'),
    await approvedUser(request, 'Kavya Reddy'),
    await approvedUser(request, 'Leela Das'),
    await newUser(request, 'Hari Prasad'),
  ]
  for (const person of [ravi, kavya, leela]) await giveRupees(request, person, 5000)
  const came = await askDeposit(request, asha, 1500)
  await askWithdrawal(request, ravi, 1000)
  const bank = {
    bank_name: 'HDFC Bank',
    account_name: 'Kavya Reddy',
    account_number: String(Date.now()).slice(-12), // seen in no other run of the day, which would ask for a second look
    ifsc_code: 'HDFC0000001',
  }
  const toBank = { amount: 1000, type: 'bank', withdrawal_details: bank }
  const batched = await callAs(request, { as: kavya, method: 'post', path: '/withdrawals', data: toBank })
  const returned = await askWithdrawal(request, leela, 1000)
  const [paidWith, interest] = [paymentReference(), paymentReference()]
  await callAs(request, {
    as: meera,
    method: 'put',
    path: `/withdrawals/${returned.id}`,
    data: { status: 'approved', transaction_id: paidWith },
  })
  await submitPan(request, hari)
  await callAs(request, {
    as: asha,
    method: 'post',
    path: '/conversations',
    data: { text: 'When is my deposit there?' },
  })
  const day = await dayToClose(request, meera)

  const desk = await open(meera)
  await look(desk, first)
  const { go, press, type, turnTo, confirm, find, approve } = hands(desk)
  const dialog = desk.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const rowOf = (text: string) => desk.getByRole('row').filter({ hasText: text })
  await desk.goto('/admin')
  await expect(desk.getByText(say('Waiting for you'))).toBeVisible()

  // the bank's statement: money in, a payout that came back, and a line that is neither
  await go(say('Bank statements'))
  await press(desk.getByRole('button', { name: say('Import a statement') }).first())
  await type(dialog.getByLabel(say('Account'), { exact: true }), say('Another account'))
  await type(dialog.getByLabel(say('Name of the account')), `Current account ${came.reference}`)
  const lines = [
    `${dayOf(new Date())},UPI-ASHA RAO,${came.reference},,1500,10500`,
    `${dayOf(new Date())},NEFT RETURN ${paidWith} LEELA DAS,,,930,11430`,
    `${day},INTEREST ${interest},,,12,9000`,
  ]
  await dialog.getByLabel(say('File'), { exact: true }).setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEAD, ...lines].join('\n')),
  })
  await press(button(say('{0, plural, one {Import # new line} other {Import # new lines}}', { 0: 3 })))
  await expect(desk.getByText(say('Statement imported'))).toBeVisible()

  await type(desk.getByRole('searchbox'), came.reference)
  await press(rowOf('UPI-ASHA RAO').getByRole('button', { name: say('Approve'), exact: true }))
  await confirm(dialog.getByLabel(say('Note to the user')), '', button(say('Approve {0}', { 0: '₹1,500.00' })))
  await expect(desk.getByText(say('Deposit approved'))).toBeVisible()
  await type(desk.getByRole('searchbox'), paidWith)
  await press(rowOf('LEELA DAS').getByRole('button', { name: say('Return the amount') }))
  await confirm(
    dialog.getByLabel(say('Reason, as the user will read it')),
    'The account is closed',
    button(say('Return the amount')),
  )
  await expect(desk.getByText(say('Withdrawal returned'))).toBeVisible()
  await type(desk.getByRole('searchbox'), `INTEREST ${interest}`)
  await turnTo(desk.getByRole('tab', { name: new RegExp(`^${say('Unmatched')}`) }))
  await press(rowOf(interest).getByRole('button', { name: say('Set aside') }))
  await confirm(dialog.getByLabel(say('Why it isn’t a deposit or payout')), 'Interest', button(say('Set aside')))
  await expect(desk.getByText(say('The line was set aside'))).toBeVisible()

  // the queues: found, opened, decided, each with its confirm dialog
  await go(say('Withdrawals'))
  await expect(desk.getByRole('heading', { level: 1, name: say('Withdrawal Management') })).toBeVisible()
  await find(ravi.user.email, rowOf('Ravi Menon'))
  await approve(desk.getByRole('button', { name: say('Mark as paid'), exact: true }))
  await confirm(dialog.getByLabel(say('Transaction ID')), paymentReference(), button(say('Mark as paid')))
  await expect(desk.getByText(say('Withdrawal marked as paid'))).toBeVisible()
  await go(say('KYC'))
  await expect(desk.getByRole('heading', { level: 1, name: say('KYC Verification') })).toBeVisible()
  await find(hari.user.email, rowOf('Hari Prasad'))
  await approve(desk.getByRole('button', { name: say('Approve'), exact: true }))
  await expect(dialog).toBeVisible()
  await confirm(button(say('Approve')), '', button(say('Approve')))
  await expect(desk.getByText(say('No requests match this search'))).toBeVisible()

  await look(desk, later)
  say = later.say
  await desk.reload()
  await expect(desk.getByRole('heading', { level: 1, name: say('KYC Verification') })).toBeVisible()

  // many payouts in one file, and the bank's result with unknown headers
  const ourNo = `Our No ${interest}`
  await go(say('Payout batches'))
  await press(desk.getByRole('link', { name: say('New batch') }).first())
  const choice = desk.getByRole('checkbox', { name: new RegExp(batched.number) })
  await press(choice)
  expect(await middleOf(choice)).toBeCloseTo(await middleOf(rowOf(batched.number)), -1)
  await press(desk.getByRole('button', { name: say('Create a batch'), exact: true }))
  await press(button(say('Create a batch of {0}', { 0: '₹930.00' })))
  await expect(desk.getByText(say('Waiting for the bank'))).toBeVisible()
  const download = desk.waitForEvent('download')
  await press(desk.getByRole('button', { name: say('Download the file') }))
  await download
  await press(desk.getByRole('button', { name: say("Import the bank's result") }))
  await dialog.getByLabel(say('File'), { exact: true }).setInputFiles({
    name: 'result.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${ourNo},Rupees,Came of it,Bank No\n${batched.number},930.00,Paid,${paymentReference()}`),
  })
  for (const [label, heading] of [
    [say('Our reference'), ourNo],
    [say('Status'), 'Came of it'],
    [say('Amount'), 'Rupees'],
    [say('Bank’s UTR'), 'Bank No'],
  ] as const) {
    await type(dialog.getByLabel(label, { exact: true }), heading)
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(heading)
    await expect(dialog.getByLabel(label, { exact: true })).toBeEnabled()
  }
  await press(button(say('Import the result: {0} paid', { 0: '₹930.00' })))
  await press(button(say('Done')))

  // the inbox
  await go(say('Support'))
  await type(desk.getByRole('searchbox'), asha.user.email)
  await press(desk.getByRole('link', { name: /Asha Rao/ }).first())
  await type(desk.getByLabel(say('Your answer (reads English)')), 'It is in your wallet now.')
  await press(desk.getByRole('button', { name: say('Send answer') }))
  await expect(desk.getByRole('listitem').filter({ hasText: 'It is in your wallet now.' })).toBeVisible()

  // a report, then the day is compared and signed by both
  await go(say('Reports'))
  await expect(desk.getByRole('heading', { level: 1, name: say('Reports') })).toBeVisible()
  await expect(desk.getByRole('table', { name: say('Profit and loss') })).toBeVisible()
  await go(say('Reconciliation'))
  await press(desk.locator(`a[href*="${day}"]`))
  await expect(rowOf(`INTEREST ${interest}`)).toContainText('Interest')
  await press(desk.getByRole('button', { name: say('Sign the day') }))
  await type(dialog.getByLabel(say('Note')), 'Compared line by line')
  await press(button(say('Sign')))
  await expect(desk.getByText(say('Signed by one'))).toBeVisible()
  await desk.context().close()

  const second = await open(sita)
  await look(second, later)
  await second.goto(`/admin/reconciliation?day=${day}`)
  const signing = second.getByRole('dialog')
  const { press: pressToo, type: typeToo } = hands(second)
  await pressToo(second.getByRole('button', { name: say('Sign and close the day') }))
  await typeToo(signing.getByLabel(say('Note')), 'Agreed')
  await pressToo(signing.getByRole('button', { name: say('Sign and close'), exact: true }))
  await expect(second.getByText(say('The day is closed'))).toBeVisible()
  await second.context().close()
}

async function middleOf(target: Locator): Promise<number> {
  const { y, height } = (await target.boundingBox()) ?? { y: 0, height: Number.NaN }
  return y + height / 2
}

test('an owner runs a whole day by keyboard, and a second one signs', ({ browser, request }) =>
  workDay(request, {
    looks: [byDay, inTheDark],
    by: byKeyboard,
    open: (as) => adminPage(browser, request, { as }),
  }))

test('the same day is run by touch on a phone', ({ browser, request }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  return workDay(request, {
    looks: [inTheDark, byDay],
    by: byThumb,
    open: (as) => adminPage(browser, request, { as, ...phone }),
  })
})
