/** An investor in Firefox: registers, adds money that an admin credits, buys a plan, earns, sends, withdraws. */
import { type APIRequestContext, expect, test } from '@playwright/test'
import type { Browser } from 'puppeteer-core'
import { findFirefox, handsOn, openFirefox } from '../support/firefox.ts'
import { ADMIN, newPerson, PASSWORD, type Person } from '../support/logins.ts'
import { mailedTo } from '../support/mailbox.ts'
import { approvedUser, giveRupees, newUser, paymentReference, readMailbox } from '../support/people.ts'

test.describe.configure({ mode: 'default' }) // otherwise each worker would start a Firefox of its own

let browser: Browser
/** Errors that the pages wrote to their consoles, including those of the security policy. */
let errors: string[]

test.beforeAll(async () => {
  browser = await openFirefox(findFirefox() ?? 'firefox')
})
test.afterAll(() => browser.close())
test.beforeEach(() => void (errors = []))
test.afterEach(() => expect(errors).toEqual([]))

/** A page in a browser context of its own. */
async function openPage({ width = 390, height = 844, stored = {} as Record<string, string> } = {}) {
  const page = await (await browser.createBrowserContext()).newPage()
  await page.setViewport({ width, height })
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  page.on('pageerror', (error) => void errors.push(String(error)))
  const { baseURL } = test.info().project.use
  const go = (path: string) => page.goto(`${baseURL}${path}`)
  if (Object.keys(stored).length > 0) {
    await go('/icon.svg') // same origin, without the app
    await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`)
  }
  return { page, go, ...handsOn(page) }
}

async function signedIn(login: string, password: string, look = {}, field = 'E-mail or phone') {
  const at = await openPage(look)
  await at.go('/login')
  await at.type(field, login)
  await at.fill('input[type=password]', password)
  await at.click('main button[type=submit]')
  return at
}

/** A page with a person's session, as after signing in. */
function openPageOf({ token, user }: Person) {
  return openPage({ stored: { token, user: JSON.stringify(user) } })
}

async function withMoney(request: APIRequestContext, rupees: number): Promise<Person> {
  const person = await approvedUser(request, 'Asha Rao')
  await giveRupees(request, person, rupees)
  return person
}

test('registers, sends a deposit, and an admin credits it', async () => {
  const me = newPerson()
  const asha = await openPage()
  await asha.go('/register')
  await asha.type('Full name', me.name)
  await asha.type('E-mail', me.email)
  await asha.type('Phone', me.phone)
  await asha.fill('input[type=password]', me.password)
  await asha.press('Create account')
  await asha.press('Start Investing')
  await asha.seesHeading('Investment Options')
  await asha.page.waitForNetworkIdle() // a page that leaves while it waits for a reply logs that as an error

  await asha.go('/add-balance')
  await asha.type('Amount', '10000.5')
  await asha.sees('₹10,000.50')
  await asha.type('Transaction ID', paymentReference())
  await asha.press('Verify Payment')
  await asha.seesHeading('₹10,000.50 is on its way')

  const desk = await signedIn(ADMIN.login, ADMIN.password, { width: 1280, height: 900 })
  await desk.sees('Waiting for you')
  await desk.go(`/admin/deposits?search=${encodeURIComponent(me.email)}`)
  await desk.sees('Deposit #')
  await desk.page.keyboard.press('a')
  await desk.sees('Credit ₹10,000.50 to Asha Rao?')
  await desk.click('dialog ::-p-aria(Approve[role="button"])')
  await desk.sees('Deposit approved')
  await asha.go('/wallet')
  await asha.sees('+₹10,000.50')
})

test('buys a plan and moves money into Earn', async ({ request }) => {
  const asha = await openPageOf(await withMoney(request, 20_000))
  await asha.go('/invest/BTC')
  await asha.type('Amount', '10000')
  await asha.sees('₹10,210.00')
  await asha.click('form button[type=submit]')
  await asha.seesHeading('₹10,000.00 invested in BTC Saver 30')

  await asha.go('/flexible')
  await asha.type('Amount', '5000')
  await asha.sees('about ₹1.00 a day')
  await asha.click('form button[type=submit]')
  await asha.seesHeading('₹5,000.00 moved to Earn')
})

test('sends money with the mailed code, and requests a withdrawal', async ({ request }) => {
  const [me, friend] = [await withMoney(request, 12_345.67), await newUser(request, 'Imran Shaikh')]
  const asha = await openPageOf(me)
  await asha.go('/bittpay')
  await asha.type('Recipient', friend.user.email)
  await asha.type('Amount', '500')
  await asha.press('Send OTP')
  await asha.sees('We never ask for this code.')
  const code = await mailedTo(() => readMailbox(request), me.user.email, /(\d{6}) is your one-time code/)
  await asha.type('6-digit code from your e-mail', code)
  await asha.press('Verify and send ₹500.00')
  await asha.sees('Money sent')

  await asha.go('/withdraw')
  await asha.press('UPI')
  await asha.type('Amount', '1234.56')
  await asha.type('UPI ID', 'asha.rao@okhdfcbank')
  await asha.press('Review withdrawal')
  await asha.sees('₹1,148.14')
  await asha.press('Confirm withdrawal')
  await asha.seesHeading('₹1,234.56 requested')
})

test('in Hindi and dark, on a desktop: invests, earns, sends, withdraws', async ({ request }) => {
  const [me, friend] = [await withMoney(request, 30_000), await newUser(request, 'Imran Shaikh')]
  const stored = { language: 'hi', theme: 'dark' }
  const asha = await signedIn(me.user.email, PASSWORD, { width: 1280, height: 800, stored }, 'ई-मेल या फ़ोन')
  await asha.press('निवेश शुरू करें')
  await asha.seesHeading('निवेश के विकल्प')
  const shown = await asha.page.evaluate(
    `[document.documentElement.lang, getComputedStyle(document.documentElement).colorScheme]`,
  )
  expect(shown).toEqual(['hi', 'dark'])

  await asha.go('/invest/BTC')
  await asha.type('रकम', '10000')
  await asha.click('form button[type=submit]')
  await asha.seesHeading('BTC बचत 30 में ₹10,000.00 लगाए गए')

  await asha.go('/flexible')
  await asha.type('रकम', '5000')
  await asha.click('form button[type=submit]')
  await asha.seesHeading('₹5,000.00 Earn में डाले गए')

  await asha.go('/bittpay')
  await asha.type('पाने वाला', friend.user.email)
  await asha.type('रकम', '500')
  await asha.press('OTP भेजें')
  const code = await mailedTo(() => readMailbox(request), me.user.email, /(\d{6}) आपका वन-टाइम कोड है/)
  await asha.type('आपके ई-मेल में आया 6 अंकों का कोड', code)
  await asha.press('कोड जाँचें और ₹500.00 भेजें')
  await asha.sees('पैसे भेज दिए गए')

  await asha.go('/withdraw')
  await asha.press('UPI')
  await asha.type('रकम', '1234.56')
  await asha.type('UPI ID', 'asha.rao@okhdfcbank')
  await asha.press('निकासी जाँचें')
  await asha.press('निकासी पक्की करें')
  await asha.seesHeading('₹1,234.56 का अनुरोध भेजा गया')
})
