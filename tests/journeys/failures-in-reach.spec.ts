/** On a phone: the reason why a form could not be sent is right above the clicked button, focused and in view, with the typed text kept. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { amount, breakCall, press } from '../support/failures.ts'
import { PASSWORD } from '../support/logins.ts'
import { approvedUser, callAs, enter, giveRupees, newUser } from '../support/people.ts'
import { makePicture } from '../support/pictures.ts'

const NEAR_PX = 24 // between the sentence and its button

type Case = {
  name: string
  route: string
  fails: { method: string; path: RegExp }
  /** Up to the button that sends. */
  fill: (page: Page) => Promise<unknown>
  button: (page: Page) => Locator
  stays?: (page: Page) => Promise<unknown>
}

const named = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const inForm = (name: string) => (page: Page) => page.locator('form').getByRole('button', { name, exact: true })
const amountStays = (typed: string) => (page: Page) => expect(amount(page)).toHaveValue(typed)

const cases: Case[] = [
  {
    name: 'investing',
    route: '/invest/BTC',
    fails: { method: 'POST', path: /\/api\/crypto\/invest$/ },
    fill: (page) => amount(page).fill('2000'),
    button: (page) => page.getByRole('form', { name: 'Invest' }).getByRole('button', { name: /^Invest/ }),
    stays: amountStays('2,000'),
  },
  {
    name: 'putting into Earn',
    route: '/flexible',
    fails: { method: 'POST', path: /\/api\/flexible\/deposit$/ },
    fill: (page) => amount(page).fill('1000'),
    button: inForm('Deposit'),
    stays: amountStays('1,000'),
  },
  {
    name: 'taking out of Earn',
    route: '/flexible',
    fails: { method: 'POST', path: /\/api\/flexible\/withdraw$/ },
    fill: async (page) => {
      await press(page, 'Withdraw')
      await amount(page).fill('100')
    },
    button: inForm('Withdraw'),
    stays: amountStays('100'),
  },
  {
    name: 'adding balance',
    route: '/add-balance',
    fails: { method: 'POST', path: /\/api\/deposits$/ },
    fill: async (page) => {
      await amount(page).fill('5000')
      await page.getByLabel('Transaction ID').fill('432198761234')
    },
    button: named('Verify Payment'),
    stays: (page) => expect(page.getByLabel('Transaction ID')).toHaveValue('432198761234'),
  },
  {
    name: 'buying a package',
    route: '/balance-packages',
    fails: { method: 'POST', path: /\/api\/deposits$/ },
    fill: async (page) => {
      await press(page, /^Choose Starter/)
      await page.getByLabel('Transaction ID').fill('432198761235')
    },
    button: (page) => page.getByRole('button', { name: 'Purchase Package' }),
    stays: (page) => expect(page.getByLabel('Transaction ID')).toHaveValue('432198761235'),
  },
  {
    name: 'sending by BittPay',
    route: '/bittpay',
    fails: { method: 'POST', path: /\/initiate$/ },
    fill: async (page) => {
      await page.getByRole('textbox', { name: 'Recipient' }).fill('meera@example.test')
      await amount(page).fill('250')
    },
    button: named('Send OTP'),
    stays: amountStays('250'),
  },
  {
    name: 'withdrawing',
    route: '/withdraw',
    fails: { method: 'POST', path: /\/api\/withdrawals$/ },
    fill: async (page) => {
      await amount(page).fill('1500')
      await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank')
      await press(page, 'Review withdrawal')
    },
    button: named('Confirm withdrawal'),
    stays: async (page) => {
      await press(page, 'Change amount')
      await expect(amount(page)).toHaveValue('1,500')
    },
  },
  {
    name: 'changing the password',
    route: '/change-password',
    fails: { method: 'PUT', path: /\/api\/profile$/ },
    fill: async (page) => {
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('New password', { exact: true }).fill('char ghode nadi par')
      await page.getByLabel('Confirm new password', { exact: true }).fill('char ghode nadi par')
    },
    button: named('Change password'),
    stays: (page) => expect(page.getByLabel('Current password', { exact: true })).toHaveValue(PASSWORD),
  },
]

const identity: Case = {
  name: 'handing in a document',
  route: '/profile',
  fails: { method: 'PUT', path: /\/api\/profile$/ },
  fill: async (page) => {
    const buffer = await makePicture()
    await page.getByRole('button', { name: 'PAN', exact: true }).click()
    await page.getByLabel('PAN number').fill('ABCPE1234F')
    await page.locator('input[type=file]').first().setInputFiles({ name: 'pan.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByLabel(/^I agree that BittKosh/).check()
  },
  button: named('Submit for verification'),
  stays: (page) => expect(page.getByLabel('PAN number')).toHaveValue('ABCPE1234F'),
}

/** The part of the screen that no bar covers. */
async function freeScreen(page: Page): Promise<{ top: number; bottom: number }> {
  const bar = await page.getByRole('banner').first().boundingBox()
  const foot = await page.getByRole('navigation', { name: 'Sections' }).boundingBox() // the menu of wide screens is hidden
  if (!bar || !foot) throw new Error('the page has no bars')
  return { top: bar.y + bar.height, bottom: foot.y }
}

async function expectInReach(page: Page, alert: Locator, button: Locator) {
  await expect(alert).toBeFocused()
  const [said, pressed] = [await alert.boundingBox(), await button.boundingBox()]
  if (!said || !pressed) throw new Error('the sentence or its button is not drawn')
  const free = await freeScreen(page)
  expect(said.y, 'below the bar at the top').toBeGreaterThanOrEqual(free.top)
  expect(pressed.y + pressed.height, 'above the bar at the foot').toBeLessThanOrEqual(free.bottom)
  expect(pressed.y - (said.y + said.height), 'right above the button').toBeLessThanOrEqual(NEAR_PX)
  expect(pressed.y, 'above, not below').toBeGreaterThanOrEqual(said.y + said.height)
}

/** Twice: the second time the sentence is already there when the button is clicked. */
async function walk(page: Page, { route, fails, fill, button, stays }: Case) {
  await page.goto(route)
  await page.getByRole('heading').first().waitFor()
  await breakCall(page, fails)
  await fill(page)
  for (let attempt = 0; attempt < 2; attempt++) {
    await button(page).click()
    await expectInReach(page, page.getByRole('main').getByRole('alert'), button(page))
  }
  await stays?.(page)
  await page.unrouteAll()
}

test.use({ viewport: { width: 390, height: 844 } })

test('people who move money read right above the button why it failed', async ({ page, request }) => {
  test.slow()
  const person = await approvedUser(request)
  await giveRupees(request, person, 20_000)
  await callAs(request, { as: person, method: 'post', path: '/flexible/deposit', data: { amount: 2_000 } })
  await enter(page, person)
  for (const each of cases) await test.step(each.name, () => walk(page, each))
})

test('people who submit a document read right above the button why it failed', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await walk(page, identity)
})

test('a field’s error is at the field, which is in view and has the focus', async ({ page, request }) => {
  const person = await newUser(request)
  await enter(page, person)
  await page.goto('/profile')
  await press(page, 'Submit for verification')
  const number = page.getByLabel('Aadhar number')
  await expect(number).toBeFocused()
  await expect(number).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main').getByRole('alert').first()).toBeInViewport({ ratio: 1 })
})

test('a wrong code is reported at its field, in view', async ({ page, request }) => {
  const [sender, friend] = [await newUser(request), await newUser(request)]
  await giveRupees(request, sender, 1_000)
  const data = { recipient: friend.user.email, amount: 100 }
  await callAs(request, { as: sender, method: 'post', path: '/balance-transfer/initiate', data })
  await enter(page, sender)
  await page.goto('/bittpay')
  const code = page.getByRole('textbox', { name: /6-digit code/ })
  await code.fill('000000')
  await page.getByRole('button', { name: /^Verify and send/ }).click()
  await expect(code).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport({ ratio: 1 })
})
