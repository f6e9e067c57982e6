/**
 * Android's Back, on a phone: from each step of a flow to the previous one, with nothing typed lost, and never to what was already
 * sent.
 */
import { expect, type Page, test } from '@playwright/test'
import { amount, press } from '../support/failures.ts'
import type { Person } from '../support/logins.ts'
import { transferCode } from '../support/mailbox.ts'
import { approvedUser, callAs, enter, giveRupees, newUser, paymentReference, readMailbox } from '../support/people.ts'
import { makePicture } from '../support/pictures.ts'
import { restOf } from '../support/rest.ts'

/** One screen of a flow: how the previous step opens it, how to recognise it, what is typed on it, and what must still be there. */
type Step = {
  open: (page: Page) => Promise<unknown>
  shows: (page: Page) => Promise<unknown>
  fill?: (page: Page) => Promise<unknown>
  stays?: (page: Page) => Promise<unknown>
}
type Flow = {
  name: string
  from: string
  steps: Step[]
  /** Sends it; the flow ends with this headline. */
  end?: {
    send: (page: Page, person: Person) => Promise<unknown>
    headline: RegExp
    after: (page: Page) => Promise<unknown>
  }
}

const quick = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name }).click()
const tab = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
const inForm = (page: Page, name: RegExp | string) => page.locator('form').getByRole('button', { name, exact: true })
const sees = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()
const wallet = sees('History')
const typed = (label: string, text: string) => ({
  fill: (page: Page) => page.getByLabel(label, { exact: true }).fill(text),
  stays: (page: Page) => expect(page.getByLabel(label, { exact: true })).toHaveValue(text),
})

function flows(friend: Person): Flow[] {
  const [payment, ofPackage] = [paymentReference(), paymentReference()]
  return [
    {
      name: 'adding balance',
      from: '/wallet',
      steps: [
        {
          open: quick('Add Funds'),
          shows: sees('Add Balance'),
          fill: async (page) => [
            await amount(page).fill('5000'),
            await page.getByLabel('Transaction ID').fill(payment),
          ],
          stays: async (page) => [
            await expect(amount(page)).toHaveValue('5,000'),
            await expect(page.getByLabel('Transaction ID')).toHaveValue(payment),
          ],
        },
      ],
      end: { send: (page) => press(page, 'Verify Payment'), headline: /^₹5,000.00 is on its way/, after: wallet },
    },
    {
      name: 'buying a package',
      from: '/wallet',
      steps: [
        { open: quick('Coin Bazaar'), shows: sees('Coin Bazaar') },
        {
          open: (page) => press(page, /^Choose Starter/),
          shows: sees('Starter'),
          ...typed('Transaction ID', ofPackage),
        },
      ],
      end: {
        send: (page) => press(page, 'Purchase Package'),
        headline: /is on its way/,
        after: (page) => expect(page.getByRole('button', { name: /^Choose Starter/ })).toBeVisible(),
      },
    },
    {
      name: 'withdrawing',
      from: '/wallet',
      steps: [
        {
          open: quick('Withdraw'),
          shows: sees('Withdraw'),
          fill: async (page) => [
            await amount(page).fill('1500'),
            await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank'),
          ],
          stays: async (page) => [
            await expect(amount(page)).toHaveValue('1,500'),
            await expect(page.getByLabel('UPI ID')).toHaveValue('asha.rao@okhdfcbank'),
          ],
        },
        {
          open: (page) => press(page, 'Review withdrawal'),
          shows: (page) => expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeVisible(),
        },
      ],
      end: {
        send: (page) => press(page, 'Confirm withdrawal'),
        headline: /^₹1,500.00 requested/,
        after: (page) => expect(amount(page)).toHaveValue(''),
      },
    },
    {
      name: 'sending by BittPay',
      from: '/wallet',
      steps: [
        {
          open: quick('BittPay'),
          shows: sees('BittPay'),
          fill: async (page) => [
            await page.getByRole('textbox', { name: 'Recipient' }).fill(friend.user.email),
            await amount(page).fill('250'),
          ],
          stays: async (page) => [
            await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue(friend.user.email),
            await expect(amount(page)).toHaveValue('250'),
          ],
        },
        {
          open: (page) => press(page, 'Send OTP'),
          shows: (page) => expect(page.getByRole('button', { name: 'Verify and send ₹250.00' })).toBeVisible(),
        },
      ],
      end: {
        send: async (page, person) => {
          const code = await transferCode(() => readMailbox(page.request), person.user.email)
          await page.getByLabel(/^6-digit code/).fill(code)
          await press(page, 'Verify and send ₹250.00')
        },
        headline: /^₹250.00 sent to/,
        after: (page) => expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue(''),
      },
    },
    {
      name: 'investing',
      from: '/dashboard',
      steps: [
        {
          open: (page) => page.getByRole('link', { name: /BTC Saver 30/ }).click(),
          shows: (page) => expect(page.getByRole('form', { name: 'Invest' })).toBeVisible(),
          fill: (page) => amount(page).fill('2000'),
          stays: (page) => expect(amount(page)).toHaveValue('2,000'),
        },
      ],
      end: {
        send: (page) => inForm(page, /^Invest/).click(),
        headline: /^₹2,000.00 invested/,
        after: sees('Investment Options'),
      },
    },
    {
      name: 'putting into Earn',
      from: '/wallet',
      steps: [
        {
          open: tab('Earn'),
          shows: sees('Earn'),
          fill: (page) => amount(page).fill('1000'),
          stays: (page) => expect(amount(page)).toHaveValue('1,000'),
        },
      ],
      end: { send: (page) => inForm(page, 'Deposit').click(), headline: /^₹1,000.00 moved to Earn/, after: wallet },
    },
    {
      name: 'taking out of Earn',
      from: '/wallet',
      steps: [
        {
          open: tab('Earn'),
          shows: sees('Earn'),
          fill: async (page) => [await press(page, 'Withdraw'), await amount(page).fill('400')],
          stays: (page) => expect(amount(page)).toHaveValue('400'),
        },
      ],
      end: { send: (page) => inForm(page, 'Withdraw').click(), headline: /^₹400.00 is in your wallet/, after: wallet },
    },
    {
      name: 'writing to support about a record',
      from: '/wallet',
      steps: [
        {
          open: (page) =>
            page
              .getByRole('button', { name: new RegExp(`${payment}|UPI`) })
              .first()
              .click(),
          shows: (page) => expect(page.getByRole('dialog')).toBeVisible(),
        },
        {
          open: (page) => page.getByRole('dialog').getByRole('link', { name: 'Ask about this' }).click(),
          shows: sees('Support'),
          ...typed('Your message', 'Where is my money?'),
        },
      ],
    },
  ]
}

test.use({ viewport: { width: 390, height: 844 } })

test('Back leads through every step of every flow and loses nothing; after the end it never leads to what was sent', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000)
  const [person, friend] = [await approvedUser(request, 'Asha Rao'), await newUser(request, 'Meera Nair')]
  await giveRupees(request, person, 50_000)
  await callAs(request, { as: person, method: 'post', path: '/profile/welcome-seen' })
  await enter(page, person)
  const atRest = restOf(page)
  const wrong: string[] = []
  for (const flow of flows(friend))
    await walk(page, { ...flow, person, atRest }).catch((error: unknown) => wrong.push(`${flow.name}: ${error}`))
  expect(wrong).toEqual([])
})

async function walk(
  page: Page,
  { from, steps, end, person, atRest }: Flow & { person: Person; atRest: () => Promise<void> },
) {
  await page.goto(from)
  for (const { open, shows, fill } of steps) {
    await open(page)
    await shows(page)
    await fill?.(page)
  }
  for (const { shows, stays } of steps.toReversed()) {
    await shows(page)
    await stays?.(page)
    await page.goBack()
  }
  await expect(page).toHaveURL(from)
  for (const _ of steps) {
    await page.goForward()
    await atRest() // BittPay leads to the step of an open transfer by itself, which replaces what lies ahead
  }
  const last = steps.at(-1)
  await last?.shows(page)
  await last?.stays?.(page)
  if (!end) return
  await end.send(page, person)
  await expect(page.getByRole('heading', { name: end.headline })).toBeVisible()
  await page.goBack()
  await end.after(page)
}

test('returning to all packages does not lead to the purchase again', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await page.goto('/wallet')
  await quick('Coin Bazaar')(page)
  const choose = page.getByRole('button', { name: /^Choose Starter/ })
  await choose.click()
  await press(page, 'All packages')
  await expect(choose).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/wallet')
  await page.goto('/balance-packages?offer=1') // by a link: the history has no page of ours to go back to
  await press(page, 'All packages')
  await expect(choose).toBeVisible()
})

test('a half-filled identity form survives Back, including its uploaded photo', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await page.goto('/wallet')
  await tab('Profile')(page)
  await page.getByRole('button', { name: 'PAN', exact: true }).click()
  const number = page.getByLabel('PAN number')
  await number.fill('ABCPE1234F')
  await page.getByLabel(/^I agree that BittKosh/).check()
  const uploaded = page.waitForResponse(/upload-image/)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'pan.jpg', mimeType: 'image/jpeg', buffer: await makePicture() })
  await uploaded
  await page.goBack()
  await wallet(page)
  await page.goForward()
  await expect(number).toHaveValue('ABCPE1234F')
  await expect(page.getByText('Choose another')).toBeVisible()
})
