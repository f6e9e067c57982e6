/** What visitors and users read when one of their calls fails: the catalogue's sentence, with the typed text kept. */
import { expect, type Page, test } from '@playwright/test'
import { amount, confirm, dialog, type Failure, load, press, walkAll } from '../support/failures.ts'
import { PASSWORD } from '../support/logins.ts'
import { approvedUser, callAs, enter, giveRupees, newUser } from '../support/people.ts'
import { makePicture } from '../support/pictures.ts'

const requestLoads: Failure[] = [
  load('/notifications', /\/api\/notifications$/, 'Failed to load notifications'),
  load('/dashboard', /\/api\/cryptocurrencies$/, 'Failed to load data'),
  load('/dashboard', /\/api\/cryptocurrency-categories$/, 'Failed to load data'),
  load('/bittpay', /\/api\/balance-transfer\/terms$/, 'Failed to load data'),
  load('/withdraw', /\/api\/withdrawals\/terms$/, 'Failed to load data'),
  load('/add-balance', /\/api\/deposit-methods$/, 'Failed to load payment methods'),
  load('/add-balance', /\/api\/deposits\/my$/, 'Failed to load transaction history'),
  load('/balance-packages', /\/api\/balance-packages$/, 'Failed to load packages and payment methods'),
  load('/balance-packages', /\/api\/deposit-methods$/, 'Failed to load packages and payment methods'),
  load('/wallet', /\/api\/transactions$/, 'Failed to load transaction data'),
  load('/withdraw', /\/api\/withdrawals\/my$/, 'Failed to load withdrawals'),
]

const investmentLoads: Failure[] = [
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
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
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
    sentence: 'Your account could not be closed',
    route: '/profile',
    fails: { method: 'POST', path: /\/api\/profile\/closing$/ },
    act: async (page) => {
      await press(page, 'Close my account')
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
      await press(page, 'Close my account')
    },
    stays: (page) => expect(page.getByLabel('Current password', { exact: true })).toHaveValue(PASSWORD),
  },
  {
    sentence: 'Failed to update password',
    route: '/profile',
    fails: { method: 'PUT', path: /\/api\/profile$/ },
    act: changePassword,
    stays: (page) => expect(page.getByLabel('Current password', { exact: true })).toHaveValue(PASSWORD),
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
  await page.getByLabel(/^I agree that BittKosh/).check()
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

for (const [what, loads] of [
  ['for a request or a transfer', requestLoads],
  ['about investments or the profile', investmentLoads],
] as const)
  test(`pages that a user opens ${what} say that they failed to load`, async ({ page, request }) => {
    await enter(page, await approvedUser(request))
    await walkAll(page, loads)
  })

test('a user’s acts say that they failed, and keep what was typed', async ({ page, request }) => {
  const person = await approvedUser(request)
  await giveRupees(request, person, 20_000)
  await callAs(request, { as: person, method: 'post', path: '/flexible/deposit', data: { amount: 2_000 } })
  await enter(page, person)
  await walkAll(page, userActions)
})

test('submitting a document says that it failed, and keeps what was typed', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await walkAll(page, kycActions)
})

test('a failed reset link says so in its dialog', async ({ page }) => {
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

test('a wrong code is reported as invalid or expired, and can be typed again', async ({ page, request }) => {
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
        await page.getByRole('button', { name: /^Verify and send/ }).click()
      },
      stays: (page) => expect(page.getByRole('textbox', { name: /6-digit code/ })).toBeEditable(),
    },
  ])
})
