/** What an admin reads when a call of the panel fails: the catalogue's sentence, with the typed text kept. */
import { expect, type Page, test } from '@playwright/test'
import { confirm, dialog, type Failure, load, press, walkAll } from '../support/failures.ts'
import type { Person } from '../support/logins.ts'
import {
  admin,
  adminPage,
  approvedUser,
  askDeposit,
  askWithdrawal,
  callAs,
  giveRupees,
  newUser,
  submitPan,
} from '../support/people.ts'

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

const TYPED = 'Typed with care'
const search = ({ user }: Person) => `search=${encodeURIComponent(user.email)}`

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const titleStays = (page: Page) => expect(title(page)).toHaveValue(TYPED)

const reason = (page: Page) => dialog(page).getByRole('textbox', { name: /as the user will read it/ })
const reasonStays = (page: Page) => expect(reason(page)).toHaveValue(TYPED)
async function reject(page: Page) {
  await press(page, 'Reject')
  await reason(page).fill(TYPED)
  await confirm(page, 'Reject')
}

const name = (page: Page) => dialog(page).getByLabel('Name', { exact: true })
const nameStays = (page: Page) => expect(name(page)).toHaveValue(TYPED)
async function rename(page: Page) {
  await press(page, /^Edit/)
  await name(page).fill(TYPED)
  await confirm(page, 'Save')
}

async function remove(page: Page) {
  await press(page, /^Delete/)
  await confirm(page, 'Delete')
}

const toggleFirst = (page: Page) => page.getByRole('main').getByRole('switch').first().click()

const decide = { method: 'PUT', path: /\/api\/(deposits|withdrawals)\/\d+$/ }
const decideKyc = { method: 'POST', path: /\/verify$/ }

const queueActions = (person: Person, unverified: Person): Failure[] => [
  {
    sentence: 'Failed to approve deposit',
    route: `/admin/deposits?${search(person)}`,
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
    route: `/admin/deposits?${search(person)}`,
    fails: decide,
    act: reject,
    stays: reasonStays,
  },
  {
    sentence: 'Failed to process deposit',
    route: `/admin/deposits?status=approved&${search(person)}`,
    fails: { method: 'POST', path: /\/deposits\/\d+\/reverse$/ },
    act: async (page) => {
      await press(page, 'Reverse')
      await reason(page).fill(TYPED)
      await confirm(page, 'Reverse')
    },
    stays: reasonStays,
  },
  {
    sentence: 'Failed to process withdrawal',
    route: `/admin/withdrawals?${search(person)}`,
    fails: decide,
    act: async (page) => {
      await press(page, 'Mark as paid')
      await dialog(page).getByLabel('Transaction ID').fill('432198761234')
      await confirm(page, 'Mark as paid')
    },
    stays: (page) => expect(dialog(page).getByLabel('Transaction ID')).toHaveValue('432198761234'),
  },
  {
    sentence: 'Failed to process withdrawal',
    route: `/admin/withdrawals?${search(person)}`,
    fails: decide,
    act: reject,
    stays: reasonStays,
  },
  {
    sentence: 'Failed to process KYC verification',
    route: `/admin/kyc?${search(unverified)}`,
    fails: decideKyc,
    act: async (page) => {
      await press(page, 'Approve')
      await confirm(page, 'Approve')
    },
  },
  {
    sentence: 'Failed to process KYC verification',
    route: `/admin/kyc?${search(unverified)}`,
    fails: decideKyc,
    act: reject,
    stays: reasonStays,
  },
]

const userActions = (person: Person): Failure[] => [
  {
    sentence: 'Failed to update user status',
    route: `/admin/users?${search(person)}`,
    fails: { method: 'POST', path: /\/toggle-status$/ },
    act: async (page) => {
      await page
        .getByRole('switch', { name: /is active/ })
        .first()
        .click()
      await page.getByRole('dialog').getByLabel('Kind of reason').selectOption('fraud')
      await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('Forged card')
      await confirm(page, 'Deactivate')
    },
  },
  {
    sentence: 'Failed to update user',
    route: `/admin/users?${search(person)}`,
    fails: { method: 'PUT', path: /\/edit$/ },
    act: rename,
    stays: nameStays,
  },
  {
    sentence: 'Failed to delete user',
    route: `/admin/users?${search(person)}`,
    fails: { method: 'DELETE', path: /\/api\/users\/\d+$/ },
    act: async (page) => {
      await press(page, /^Delete/)
      await page.getByRole('dialog').getByLabel('Kind of reason').selectOption('other')
      await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('Asked to leave')
      await confirm(page, 'Delete')
    },
  },
  {
    sentence: 'Failed to send notification',
    route: '/admin/notifications',
    fails: { method: 'POST', path: /\/send-notification$/ },
    act: async (page) => {
      await page.getByRole('searchbox').fill(person.user.email)
      await page.getByRole('list', { name: 'Users found' }).getByRole('button').first().click()
      await title(page).fill(TYPED)
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
      await page.getByRole('button', { name: 'Send to every user' }).waitFor() // both forms have a title
      await title(page).fill(TYPED)
      await page.getByLabel('Message', { exact: true }).fill('All of it')
      await press(page, 'Send to every user')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Send to [\d,]+ / })
        .click()
    },
    stays: titleStays,
  },
]

const catalogueActions: Failure[] = [
  {
    sentence: 'Failed to save cryptocurrency',
    route: '/admin/cryptocurrencies',
    fails: { method: 'PUT', path: /\/cryptocurrencies\/\d+$/ },
    act: rename,
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
    act: rename,
    stays: nameStays,
  },
  {
    sentence: 'Failed to save package',
    route: '/admin/balance-packages',
    fails: { method: 'PUT', path: /\/balance-packages\/\d+$/ },
    act: rename,
    stays: nameStays,
  },
  {
    sentence: 'Failed to add, update, delete or toggle package',
    route: '/admin/balance-packages',
    fails: { method: 'DELETE', path: /\/balance-packages\/\d+$/ },
    act: remove,
  },
  {
    sentence: 'Failed to add, update, delete or toggle package',
    route: '/admin/balance-packages',
    fails: { method: 'POST', path: /\/toggle$/ },
    act: toggleFirst,
  },
]

const settingActions: Failure[] = [
  {
    sentence: 'Failed to save deposit method',
    route: '/admin/settings',
    fails: { method: 'PUT', path: /\/deposit-methods\/\d+$/ },
    act: rename,
    stays: nameStays,
  },
  {
    sentence: 'Failed to add or update deposit method',
    route: '/admin/settings',
    fails: { method: 'PUT', path: /\/deposit-methods\/\d+$/ },
    act: toggleFirst,
  },
  {
    sentence: 'Failed to update setting',
    route: '/admin/basic-settings',
    fails: { method: 'PUT', path: /\/api\/settings$/ },
    act: async (page) => {
      await page.getByLabel('Minimum withdrawal', { exact: true }).fill('750')
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await confirm(page, 'Save 1 change')
    },
    stays: (page) => expect(page.getByLabel('Minimum withdrawal', { exact: true })).toHaveValue('750'),
  },
  {
    sentence: 'Failed to save upcoming',
    route: '/admin/upcomings',
    fails: { method: 'POST', path: /\/api\/upcomings$/ },
    act: async (page) => {
      await press(page, 'Add upcoming')
      await title(page).fill(TYPED)
      await confirm(page, 'Save')
    },
    stays: titleStays,
  },
  {
    sentence: 'Failed to delete upcoming',
    route: '/admin/upcomings',
    fails: { method: 'DELETE', path: /\/api\/upcomings\/\d+$/ },
    act: remove,
  },
]

test('pages that an admin opens say that they failed to load', async ({ browser, request }) => {
  const desk = await adminPage(browser, request)
  await walkAll(desk, adminLoads)
  await desk.context().close()
})

test('deciding a request says that it failed, and keeps what was typed', async ({ browser, request }) => {
  const person = await approvedUser(request, 'Gauri Shinde')
  await giveRupees(request, person, 5_000)
  await askDeposit(request, person, 2_000)
  const { id } = await askDeposit(request, person, 3_000)
  const data = { status: 'approved', approved_amount: 3_000 }
  await callAs(request, { as: await admin(request), method: 'put', path: `/deposits/${id}`, data })
  await askWithdrawal(request, person, 1_000)
  const unverified = await newUser(request, 'Hari Prasad')
  await submitPan(request, unverified)
  const desk = await adminPage(browser, request)
  await walkAll(desk, queueActions(person, unverified))
  await desk.context().close()
})

test('editing or writing to a user says that it failed, and keeps what was typed', async ({ browser, request }) => {
  const person = await newUser(request, 'Gauri Shinde')
  const desk = await adminPage(browser, request)
  await walkAll(desk, userActions(person))
  await desk.context().close()
})

test('editing the catalogue says that it failed, and keeps what was typed', async ({ browser, request }) => {
  const desk = await adminPage(browser, request)
  await walkAll(desk, catalogueActions)
  await desk.context().close()
})

test('editing a setting says that it failed, and keeps what was typed', async ({ browser, request }) => {
  const upcoming = { title: 'Gold Saver', link: '' }
  await callAs(request, { as: await admin(request), method: 'post', path: '/upcomings', data: upcoming })
  const desk = await adminPage(browser, request)
  await walkAll(desk, settingActions)
  await desk.context().close()
})
