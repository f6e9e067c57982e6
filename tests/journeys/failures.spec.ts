/**
 * Every load and action failure of the specification's error catalogue: the call is made to fail without a message, and
 * the person reads the sentence of the catalogue. Where the server did say something, that is read instead.
 */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import type { Person } from '../support/logins.ts'
import { admin, adminPage, approvedUser, callAs, enter, giveRupees, newUser, submitPan } from '../support/people.ts'
import { makePicture } from '../support/pictures.ts'

const STEP_MS = 5_000 // a step that takes longer is a wrong one; the other rows are still walked

type Call = { method?: string; path: RegExp }
type Failure = {
  sentence: string
  route: string
  fails: Call
  /** What the person does; without it the sentence is about loading the screen. */
  act?: (page: Page) => Promise<unknown>
  /** What is still there afterwards: the form with what was typed. */
  stays?: (page: Page) => Promise<unknown>
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const load = (route: string, path: RegExp, sentence: string): Failure => ({
  route,
  fails: { method: 'GET', path },
  sentence,
})

/** Makes a call fail as a broken server or proxy does: 500 and no message. */
async function breakCall(page: Page, { method, path }: Call, message?: string) {
  const json = message === undefined ? {} : { message, code: 'unknown_code' }
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) => {
      if (method !== undefined && route.request().method() !== method) return route.fallback()
      return route.fulfill({ status: 500, json })
    },
  )
}

async function walk(page: Page, failure: Failure) {
  if (failure.act === undefined) await breakCall(page, failure.fails)
  await page.goto(failure.route)
  if (failure.act) {
    await page.getByRole('heading').first().waitFor()
    await breakCall(page, failure.fails)
    await failure.act(page)
  }
  const where = failure.act === undefined ? page.getByRole('main') : page
  await expect(where.getByText(failure.sentence, { exact: true }).first()).toBeVisible({ timeout: STEP_MS })
  await failure.stays?.(page)
}

/** One page walks all rows of a person, so that the program is loaded once; every row that is wrong is named. */
async function walkAll(page: Page, failures: Failure[]) {
  await page.addInitScript(() => sessionStorage.setItem('splash', 'seen'))
  page.setDefaultTimeout(STEP_MS)
  const wrong: string[] = []
  for (const failure of failures) {
    await walk(page, failure).catch((error: unknown) => wrong.push(`${failure.route}, '${failure.sentence}': ${error}`))
    await page.unrouteAll()
  }
  expect(wrong).toEqual([])
}

const userLoads: Failure[] = [
  load('/notifications', /\/api\/notifications$/, 'Failed to load notifications'),
  load('/dashboard', /\/api\/cryptocurrencies$/, 'Failed to load data'),
  load('/dashboard', /\/api\/cryptocurrency-categories$/, 'Failed to load data'),
  load('/bittpay', /\/api\/balance-transfer\/terms$/, 'Failed to load data'),
  load('/withdraw', /\/api\/withdrawals\/terms$/, 'Failed to load data'),
  load('/add-balance', /\/api\/deposit-methods$/, 'Failed to load payment methods'),
  load('/add-balance', /\/api\/deposits\/my$/, 'Failed to load data'),
  load('/balance-packages', /\/api\/balance-packages$/, 'Failed to load packages and payment methods'),
  load('/balance-packages', /\/api\/deposit-methods$/, 'Failed to load packages and payment methods'),
  load('/wallet', /\/api\/transactions$/, 'Failed to load transaction history'),
  load('/withdraw', /\/api\/withdrawals\/my$/, 'Failed to load withdrawals'),
  load('/invest/BTC', /\/api\/cryptocurrencies$/, 'Failed to load cryptocurrencies'),
  load('/invest/BTC', /\/api\/crypto\/investments$/, 'Failed to load investments'),
  load('/flexible', /\/api\/flexible\/balance$/, 'Failed to load flexible investment data'),
  load('/flexible', /\/api\/flexible\/details$/, 'Failed to load flexible investment data'),
  load('/flexible', /\/api\/flexible\/transactions$/, 'Failed to load flexible investment data'),
  load('/portfolio', /\/api\/portfolio$/, 'Failed to load portfolio data'),
  load('/profile', /\/api\/profile$/, 'Failed to load profile'),
  load('/profile', /\/api\/referrals\/users$/, 'Failed to load data'),
  { route: '/invest/NOSUCH', fails: { path: /^\/nothing$/ }, sentence: 'Cryptocurrency not found' },
]

const adminLoads: Failure[] = [
  load('/admin', /\/api\/user-statistics$/, 'Failed to load dashboard statistics'),
  load('/admin', /\/api\/monthly-daily-totals$/, 'Failed to load dashboard statistics'),
  load('/admin/users', /\/api\/users$/, 'Failed to load users'),
  load('/admin/cryptocurrencies', /\/api\/admin\/cryptocurrencies$/, 'Failed to load cryptocurrencies'),
  load('/admin/categories', /\/api\/admin\/cryptocurrency-categories$/, 'Failed to load categories'),
  load('/admin/balance-packages', /\/api\/admin\/balance-packages$/, 'Failed to load balance packages'),
  load('/admin/deposits', /\/api\/deposits$/, 'Failed to load deposits'),
  load('/admin/balance-transfers', /\/api\/admin\/balance-transfers$/, 'Failed to load balance transfers'),
  load('/admin/kyc', /\/api\/kyc\/pending$/, 'Failed to load KYC requests'),
  load('/admin/withdrawals', /\/api\/withdrawals$/, 'Failed to load withdrawals'),
  load('/admin/upcomings', /\/api\/upcomings$/, 'Failed to load upcomings'),
  load('/admin/settings', /\/api\/deposit-methods$/, 'Failed to load deposit methods'),
  load('/admin/basic-settings', /\/api\/settings$/, 'Failed to load settings'),
]

const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const earnForm = (page: Page, name: 'Deposit' | 'Withdraw') =>
  page.locator('form').getByRole('button', { name, exact: true })

async function withdrawFifteenHundred(page: Page) {
  await amount(page).fill('1500')
  await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank')
  await press(page, 'Review withdrawal')
  await press(page, 'Confirm withdrawal')
}

async function changePassword(page: Page) {
  await press(page, 'Change password')
  await page.getByLabel('Current password', { exact: true }).fill('teen hathi nadi par')
  await page.getByLabel('New password', { exact: true }).fill('char ghode nadi par')
  await page.getByLabel('Confirm new password', { exact: true }).fill('char ghode nadi par')
  await press(page, 'Change password')
}

const userActions: Failure[] = [
  {
    sentence: 'Failed to verify payment',
    route: '/add-balance',
    fails: { method: 'POST', path: /\/api\/deposits$/ },
    act: async (page) => {
      await amount(page).fill('5000')
      await page.getByLabel('Transaction ID').fill('432198761234')
      await press(page, 'Verify Payment')
    },
    stays: async (page) => {
      await expect(amount(page)).toHaveValue('5,000')
      await expect(page.getByLabel('Transaction ID')).toHaveValue('432198761234')
    },
  },
  {
    sentence: 'Failed to verify payment',
    route: '/balance-packages',
    fails: { method: 'POST', path: /\/api\/deposits$/ },
    act: async (page) => {
      await press(page, /^Choose Starter/)
      await page.getByLabel('Transaction ID').fill('432198761235')
      await press(page, 'Purchase Package')
    },
    stays: (page) => expect(page.getByLabel('Transaction ID')).toHaveValue('432198761235'),
  },
  {
    sentence: 'Failed to process withdrawal request',
    route: '/withdraw',
    fails: { method: 'POST', path: /\/api\/withdrawals$/ },
    act: withdrawFifteenHundred,
    stays: async (page) => {
      await press(page, 'Change amount')
      await expect(amount(page)).toHaveValue('1,500')
      await expect(page.getByLabel('UPI ID')).toHaveValue('asha.rao@okhdfcbank')
    },
  },
  {
    sentence: 'Failed to initiate transfer',
    route: '/bittpay',
    fails: { method: 'POST', path: /\/initiate$/ },
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Recipient' }).fill('meera@example.test')
      await amount(page).fill('250')
      await press(page, 'Send OTP')
    },
    stays: async (page) => {
      await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue('meera@example.test')
      await expect(amount(page)).toHaveValue('250')
    },
  },
  {
    sentence: 'Failed to process investment',
    route: '/invest/BTC',
    fails: { method: 'POST', path: /\/api\/crypto\/invest$/ },
    act: async (page) => {
      await amount(page).fill('2000')
      await page
        .getByRole('form', { name: 'Invest' })
        .getByRole('button', { name: /^Invest/ })
        .click()
    },
    stays: (page) => expect(amount(page)).toHaveValue('2,000'),
  },
  {
    sentence: 'Failed to deposit funds, first make deposit',
    route: '/flexible',
    fails: { method: 'POST', path: /\/api\/flexible\/deposit$/ },
    act: async (page) => {
      await amount(page).fill('1000')
      await earnForm(page, 'Deposit').click()
    },
    stays: (page) => expect(amount(page)).toHaveValue('1,000'),
  },
  {
    sentence: 'Failed to withdraw funds, first make deposit',
    route: '/flexible',
    fails: { method: 'POST', path: /\/api\/flexible\/withdraw$/ },
    act: async (page) => {
      await press(page, 'Withdraw')
      await amount(page).fill('100')
      await earnForm(page, 'Withdraw').click()
    },
    stays: (page) => expect(amount(page)).toHaveValue('100'),
  },
  {
    sentence: 'Failed to update password',
    route: '/profile',
    fails: { method: 'PUT', path: /\/api\/profile$/ },
    act: changePassword,
    stays: (page) => expect(page.getByLabel('Current password', { exact: true })).toHaveValue('teen hathi nadi par'),
  },
  {
    sentence: 'Failed to copy to clipboard',
    route: '/profile',
    fails: { path: /^\/nothing$/ },
    act: async (page) => {
      await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))')
      await page.evaluate('document.execCommand = () => false')
      await press(page, 'Copy code')
    },
  },
]

const idImages = async (page: Page) => {
  const buffer = await makePicture()
  await page.getByRole('button', { name: 'PAN', exact: true }).click()
  await page.getByLabel('PAN number').fill('ABCPE1234F')
  await page.locator('input[type=file]').first().setInputFiles({ name: 'pan.jpg', mimeType: 'image/jpeg', buffer })
  await press(page, 'Submit for verification')
}
const kycActions: Failure[] = [
  {
    sentence: 'Failed to upload image',
    route: '/profile',
    fails: { method: 'POST', path: /\/api\/upload-image$/ },
    act: idImages,
    stays: (page) => expect(page.getByLabel('PAN number')).toHaveValue('ABCPE1234F'),
  },
  {
    sentence: 'Failed to submit KYC documents',
    route: '/profile',
    fails: { method: 'PUT', path: /\/api\/profile$/ },
    act: idImages,
    stays: (page) => expect(page.getByLabel('PAN number')).toHaveValue('ABCPE1234F'),
  },
]

test('what a user opens says that it failed to load', async ({ page, request }) => {
  await enter(page, await approvedUser(request))
  await walkAll(page, userLoads)
})

test('what a user does says that it failed, and keeps what was typed', async ({ page, request }) => {
  const person = await approvedUser(request)
  await giveRupees(request, person, 20_000)
  await callAs(request, { as: person, method: 'post', path: '/flexible/deposit', data: { amount: 2_000 } })
  await callAs(request, { as: person, method: 'post', path: '/profile/welcome-seen' }).catch(() => null)
  await enter(page, person)
  await walkAll(page, userActions)
  await enter(page, await newUser(request))
  await walkAll(page, kycActions)
})

/** A person with a deposit, a withdrawal and a document that wait, found at the desk by the person's e-mail. */
async function waitingPerson(request: APIRequestContext): Promise<Person> {
  const person = await approvedUser(request, 'Gauri Shinde')
  await giveRupees(request, person, 5_000)
  const [upi] = await callAs(request, { as: person, method: 'get', path: '/deposit-methods' })
  const deposit = { amount: 2_000, transaction_id: `T${person.user.phone}`, payment_method: upi.id }
  await callAs(request, { as: person, method: 'post', path: '/deposits', data: deposit })
  const withdrawal = { amount: 1_000, type: 'upi', withdrawal_details: { upi_id: 'gauri@okaxis' } }
  await callAs(request, { as: person, method: 'post', path: '/withdrawals', data: withdrawal })
  return person
}

function adminActions(person: Person, unverified: Person): Failure[] {
  const queue = (room: string, { user }: Person) => `/admin/${room}?search=${encodeURIComponent(user.email)}`
  const reason = (page: Page) => dialog(page).getByRole('textbox', { name: /as the user will read it/ })
  const decide = { method: 'PUT', path: /\/api\/(deposits|withdrawals)\/\d+$/ }
  const verify = { method: 'POST', path: /\/verify$/ }
  async function reject(page: Page) {
    await press(page, 'Reject')
    await reason(page).fill('Typed with care')
    await confirm(page, 'Reject')
  }
  const reasonStays = (page: Page) => expect(reason(page)).toHaveValue('Typed with care')
  const titleStays = (page: Page) => expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed with care')
  async function saveNamed(page: Page, name: string) {
    await dialog(page).getByLabel('Name', { exact: true }).fill(name)
    await confirm(page, 'Save')
  }
  const nameStays = (page: Page) =>
    expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Typed with care')
  async function edit(page: Page) {
    await press(page, /^Edit/)
    await saveNamed(page, 'Typed with care')
  }
  async function remove(page: Page) {
    await press(page, /^Delete/)
    await confirm(page, 'Delete')
  }
  async function addUpcoming(page: Page) {
    await press(page, 'Add upcoming')
    await page.getByLabel('Title', { exact: true }).fill('Typed with care')
    await confirm(page, 'Save')
  }
  const packages = 'Failed to add, update, delete or toggle package'
  const toggle = (page: Page) => page.getByRole('main').getByRole('switch').first().click()
  return [
    {
      sentence: 'Failed to approve deposit',
      route: queue('deposits', person),
      fails: decide,
      act: async (page) => {
        await page.getByLabel('Approved amount').fill('2000')
        await press(page, 'Approve')
        await confirm(page, 'Approve')
      },
      stays: (page) => expect(dialog(page).getByText('₹2,000.00').first()).toBeVisible(),
    },
    {
      sentence: 'Failed to reject deposit',
      route: queue('deposits', person),
      fails: decide,
      act: reject,
      stays: reasonStays,
    },
    {
      sentence: 'Failed to process withdrawal',
      route: queue('withdrawals', person),
      fails: decide,
      act: async (page) => {
        await press(page, 'Approve')
        await dialog(page).getByLabel('Transaction ID').fill('432198761234')
        await confirm(page, 'Approve')
      },
      stays: (page) => expect(dialog(page).getByLabel('Transaction ID')).toHaveValue('432198761234'),
    },
    {
      sentence: 'Failed to process withdrawal',
      route: queue('withdrawals', person),
      fails: decide,
      act: reject,
      stays: reasonStays,
    },
    {
      sentence: 'Failed to process KYC verification',
      route: queue('kyc', unverified),
      fails: verify,
      act: async (page) => {
        await press(page, 'Approve')
        await confirm(page, 'Approve')
      },
    },
    {
      sentence: 'Failed to process KYC verification',
      route: queue('kyc', unverified),
      fails: verify,
      act: reject,
      stays: reasonStays,
    },
    {
      sentence: 'Failed to update user status',
      route: queue('users', person),
      fails: { method: 'POST', path: /\/toggle-status$/ },
      act: (page) =>
        page
          .getByRole('switch', { name: /is active/ })
          .first()
          .click(),
    },
    {
      sentence: 'Failed to update user',
      route: queue('users', person),
      fails: { method: 'PUT', path: /\/edit$/ },
      act: edit,
      stays: nameStays,
    },
    {
      sentence: 'Failed to delete user',
      route: queue('users', person),
      fails: { method: 'DELETE', path: /\/api\/users\/\d+$/ },
      act: remove,
    },
    {
      sentence: 'Failed to save cryptocurrency',
      route: '/admin/cryptocurrencies',
      fails: { method: 'PUT', path: /\/cryptocurrencies\/\d+$/ },
      act: edit,
      stays: nameStays,
    },
    {
      sentence: 'Failed to add, update or delete cryptocurrency',
      route: '/admin/cryptocurrencies',
      fails: { method: 'DELETE', path: /\/cryptocurrencies\/\d+$/ },
      act: remove,
    },
    {
      sentence: 'Failed to save category',
      route: '/admin/categories',
      fails: { method: 'PUT', path: /\/cryptocurrency-categories\/\d+$/ },
      act: edit,
      stays: nameStays,
    },
    {
      sentence: 'Failed to save package',
      route: '/admin/balance-packages',
      fails: { method: 'PUT', path: /\/balance-packages\/\d+$/ },
      act: edit,
      stays: nameStays,
    },
    {
      sentence: packages,
      route: '/admin/balance-packages',
      fails: { method: 'DELETE', path: /\/balance-packages\/\d+$/ },
      act: remove,
    },
    { sentence: packages, route: '/admin/balance-packages', fails: { method: 'POST', path: /\/toggle$/ }, act: toggle },
    {
      sentence: 'Failed to save deposit method',
      route: '/admin/settings',
      fails: { method: 'PUT', path: /\/deposit-methods\/\d+$/ },
      act: edit,
      stays: nameStays,
    },
    {
      sentence: 'Failed to add or update deposit method',
      route: '/admin/settings',
      fails: { method: 'PUT', path: /\/deposit-methods\/\d+$/ },
      act: toggle,
    },
    {
      sentence: 'Failed to update setting',
      route: '/admin/basic-settings',
      fails: { method: 'PUT', path: /\/api\/settings\/\w+$/ },
      act: async (page) => {
        await page.getByLabel('Minimum withdrawal', { exact: true }).fill('750')
        await page
          .locator('form')
          .filter({ has: page.getByLabel('Minimum withdrawal', { exact: true }) })
          .getByRole('button', { name: 'Save' })
          .click()
      },
      stays: (page) => expect(page.getByLabel('Minimum withdrawal', { exact: true })).toHaveValue('750'),
    },
    {
      sentence: 'Failed to send notification',
      route: '/admin/notifications',
      fails: { method: 'POST', path: /\/send-notification$/ },
      act: async (page) => {
        await page.getByRole('searchbox').fill(person.user.email)
        await page.getByRole('list', { name: 'Found users' }).getByRole('button').first().click()
        await page.getByLabel('Title', { exact: true }).fill('Typed with care')
        await page.getByLabel('Message', { exact: true }).fill('All of it')
        await press(page, 'Send notification')
      },
      stays: titleStays,
    },
    {
      sentence: 'Failed to send global notification',
      route: '/admin/notifications',
      fails: { method: 'POST', path: /\/mass-notification$/ },
      act: async (page) => {
        await page.getByRole('tab').nth(1).click()
        await page.getByLabel('Title', { exact: true }).fill('Typed with care')
        await page.getByLabel('Message', { exact: true }).fill('All of it')
        await press(page, 'Send to every user')
      },
      stays: titleStays,
    },
    {
      sentence: 'Failed to save upcoming',
      route: '/admin/upcomings',
      fails: { method: 'POST', path: /\/api\/upcomings$/ },
      act: addUpcoming,
      stays: titleStays,
    },
    {
      sentence: 'Failed to delete upcoming',
      route: '/admin/upcomings',
      fails: { method: 'DELETE', path: /\/api\/upcomings\/\d+$/ },
      act: remove,
    },
  ]
}

test('what an admin opens says that it failed to load', async ({ browser, request }) => {
  const desk = await adminPage(browser, request)
  await walkAll(desk, adminLoads)
  await desk.context().close()
})

test('what an admin does says that it failed, and keeps what was typed', async ({ browser, request }) => {
  const [person, unverified] = [await waitingPerson(request), await newUser(request, 'Hari Prasad')]
  await submitPan(request, unverified)
  const upcoming = { title: 'Gold Saver', link: '' }
  await callAs(request, { as: await admin(request), method: 'post', path: '/upcomings', data: upcoming })
  const desk = await adminPage(browser, request)
  await walkAll(desk, adminActions(person, unverified))
  await desk.context().close()
})

test('a failed reset link says so in its window', async ({ page }) => {
  await walkAll(page, [
    {
      sentence: 'Failed to send reset link',
      route: '/login',
      fails: { method: 'POST', path: /\/api\/forgot-password$/ },
      act: async (page) => {
        await press(page, 'Forgot your password?')
        await dialog(page).getByLabel('E-mail').fill('asha@example.test')
        await confirm(page, 'Send reset link')
      },
      stays: (page) => expect(dialog(page).getByLabel('E-mail')).toHaveValue('asha@example.test'),
    },
  ])
})

test('a wrong code reads as invalid or expired, and can be typed again', async ({ page, request }) => {
  const [sender, friend] = [await newUser(request), await newUser(request)]
  await giveRupees(request, sender, 1_000)
  const data = { recipient: friend.user.email, amount: 100 }
  await callAs(request, { as: sender, method: 'post', path: '/balance-transfer/initiate', data })
  await enter(page, sender)
  await walkAll(page, [
    {
      sentence: 'Invalid OTP or transfer expired',
      route: '/bittpay',
      fails: { method: 'POST', path: /\/balance-transfer\/verify$/ },
      act: async (page) => {
        await page.getByRole('textbox', { name: /6-digit code/ }).fill('123456')
        await page.getByRole('button', { name: 'Verify', exact: true }).click()
      },
      stays: (page) => expect(page.getByRole('textbox', { name: /6-digit code/ })).toBeEditable(),
    },
  ])
})

test('what the server says is read instead of the fallback, on screens and in forms', async ({ page, request }) => {
  const person = await newUser(request)
  await giveRupees(request, person, 20_000)
  await enter(page, person)
  const said = 'The bank is closed today.'
  await breakCall(page, { method: 'GET', path: /\/api\/portfolio$/ }, said)
  await page.goto('/portfolio')
  await expect(page.getByText(said)).toBeVisible()
  await expect(page.getByText('Failed to load portfolio data')).toBeHidden()

  await breakCall(page, { method: 'POST', path: /\/api\/crypto\/invest$/ }, said)
  await page.goto('/invest/BTC')
  await amount(page).fill('2000')
  await page
    .getByRole('form', { name: 'Invest' })
    .getByRole('button', { name: /^Invest/ })
    .click()
  await expect(page.getByText(said)).toBeVisible()
  await expect(page.getByText('Failed to process investment')).toBeHidden()
  await expect(amount(page)).toHaveValue('2,000')
})

test('a call that never arrives reads like one that failed', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await page.route('**/api/portfolio', (route) => route.abort())
  await page.goto('/portfolio')
  await expect(page.getByText('Failed to load portfolio data')).toBeVisible()
})

test('errors that are only logged show nothing', async ({ page, browser, request }) => {
  const person = await newUser(request)
  const note = { user_id: person.user.id, title: 'Only for reading', message: 'Nothing to do.', type: 'info' }
  await callAs(request, { as: await admin(request), method: 'post', path: '/send-notification', data: note })
  await enter(page, person)
  await breakCall(page, { path: /\/unread-count$|\/settings\/header_line$/ })
  const spoken = page.getByRole('main').getByRole('alert')

  const banner = page.waitForResponse(/settings\/header_line/)
  await page.goto('/dashboard')
  await banner
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
  await expect(spoken).toHaveCount(0)

  await page.unrouteAll()
  await breakCall(page, { path: /\/mark-read$|\/mark-all-read$/ })
  await page.goto('/notifications')
  const marked = page.waitForResponse(/mark-read/)
  await page.getByRole('button', { name: 'Mark as read: Only for reading' }).click()
  await marked
  const allMarked = page.waitForResponse(/mark-all-read/)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await allMarked
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeEnabled()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)

  const desk = await adminPage(browser, request)
  await breakCall(desk, { path: /\/daily-registrations$/ })
  const registrations = desk.waitForResponse(/daily-registrations/)
  await desk.goto('/admin')
  await registrations
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await expect(desk.getByText(/^Failed to/)).toHaveCount(0)
  await desk.context().close()
})

test('a failed claim is only logged', async ({ page, request }) => {
  const person = await newUser(request)
  await enter(page, person)
  await giveRupees(request, person, 5_000)
  const plans: { id: number; symbol: string }[] = await callAs(request, {
    as: person,
    method: 'get',
    path: '/cryptocurrencies',
  })
  const data = { cryptocurrency_id: plans.find(({ symbol }) => symbol === 'BTC')?.id, amount: 1_000 }
  await callAs(request, { as: person, method: 'post', path: '/crypto/invest', data })
  // As the server answers on the day of maturity, without moving the clock of the journeys beside this one.
  await page.route(/\/api\/crypto\/investments/, async (route) => {
    const reply = await route.fetch()
    const body: { data: object[] } = await reply.json()
    await route.fulfill({ json: { ...body, data: body.data.map((each) => ({ ...each, days_remaining: 0 })) } })
  })
  await breakCall(page, { method: 'POST', path: /\/api\/crypto\/withdraw\/\d+$/ })
  await page.goto('/invest/BTC')
  const claimed = page.waitForResponse(/crypto\/withdraw/)
  await page.getByRole('button', { name: 'Claim' }).click()
  await claimed
  await expect(page.getByRole('button', { name: 'Claim' })).toBeEnabled()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
})
