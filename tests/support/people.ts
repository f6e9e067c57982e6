/** People of the journeys: created through the API, put into a page as signed in. */
import { randomInt } from 'node:crypto'
import { base32nopad } from '@scure/base'
import type { Role } from '@bittkosh/contract/roles'
import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test'
import { codeOf, stepOf } from '../../server/src/platform/identity/totp.ts'
import { ADMIN, newPerson, PASSWORD, type Person } from './logins.ts'
import { emailCode } from './mailbox.ts'
import { makePicture } from './pictures.ts'

type Method = 'get' | 'post' | 'put'

/** A call as a person; throws with the reply if it is not 2xx. */
export async function callAs(
  request: APIRequestContext,
  { as, method, path, data }: { as?: Person; method: Method; path: string; data?: unknown },
) {
  const headers: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {}
  const reply = await request[method](`/api${path}`, { headers, ...(data === undefined ? {} : { data }) })
  if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()} ${await reply.text()}`)
  return reply.status() === 204 ? undefined : reply.json()
}

/** Somebody who has registered and verified their e-mail address. */
export async function newUser(request: APIRequestContext, name?: string): Promise<Person> {
  const as: Person = await callAs(request, { method: 'post', path: '/register', data: newPerson(name) })
  await proveEmail(request, as)
  return as
}

/** Enters the code from the mailbox. */
export async function proveEmail(request: APIRequestContext, as: Person): Promise<void> {
  const data = { code: await emailCode(() => readMailbox(request), as.user.email) }
  await callAs(request, { as, method: 'post', path: '/verify-email', data })
}

export async function readMailbox(request: APIRequestContext): Promise<string> {
  return (await request.get('/dev/mailbox')).text()
}

/** Opens a session; for people who registered by themselves. */
export function signIn(request: APIRequestContext, login: { login: string; password: string }): Promise<Person> {
  return callAs(request, { method: 'post', path: '/login', data: login })
}

let adminSession: Promise<Person> | undefined

/** The journeys' admin, signed in once per worker: checking a password takes the program a while. */
export function admin(request: APIRequestContext): Promise<Person> {
  return (adminSession ??= signIn(request, ADMIN))
}

/** Sets a user's wallet, as an admin's edit does. */
export async function giveRupees(request: APIRequestContext, to: Person, rupees: number): Promise<void> {
  const { referral_code } = await callAs(request, { as: to, method: 'get', path: '/profile' })
  const { name, email, phone, id } = to.user
  const data = { name, email, phone, referral_code, is_active: true, balance: rupees, reason: 'For a journey' }
  await callAs(request, { as: await admin(request), method: 'put', path: `/admin/users/${id}/edit`, data })
}

/** Requests a deposit by UPI, which then waits for an admin. */
export async function askDeposit(
  request: APIRequestContext,
  as: Person,
  amount: number,
  reference = paymentReference(),
): Promise<{ id: number; reference: string }> {
  const methods: { id: number; type: string }[] = await callAs(request, { as, method: 'get', path: '/deposit-methods' })
  const data = { amount, transaction_id: reference, payment_method: methods.find(({ type }) => type === 'upi')?.id }
  const { id } = await callAs(request, { as, method: 'post', path: '/deposits', data })
  return { id, reference }
}

/** The twelve digits by which a bank names a UPI payment. */
export function paymentReference(): string {
  return String(randomInt(100_000_000_000, 281_000_000_000))
}

/** Requests a withdrawal by UPI, which then waits for an admin; the person's KYC is approved. */
export function askWithdrawal(request: APIRequestContext, as: Person, amount: number): Promise<{ id: number }> {
  const data = { amount, type: 'upi', withdrawal_details: { upi_id: 'asha.rao@okaxis' } }
  return callAs(request, { as, method: 'post', path: '/withdrawals', data })
}

/** A user whose PAN is approved. */
export async function approvedUser(request: APIRequestContext, name?: string): Promise<Person> {
  const person = await newUser(request, name)
  await submitPan(request, person)
  const decision = { id_index: 0, status: 'approved' }
  const path = `/kyc/${person.user.id}/verify`
  await callAs(request, { as: await admin(request), method: 'post', path, data: decision })
  return person
}

/** Submits a PAN, which then waits for an admin. */
export async function submitPan(request: APIRequestContext, person: Person): Promise<void> {
  const image = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await makePicture() }
  const headers = { authorization: `Bearer ${person.token}` }
  const uploaded = await request.post('/api/upload-image', { headers, multipart: { image } })
  const { url } = await uploaded.json()
  const data = { govt_id_type: 'pan', govt_id_urls: [url], govt_id_number: randomPan() }
  await callAs(request, { as: person, method: 'put', path: '/profile', data })
}

export function randomPan(): string {
  const letter = () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[randomInt(26)]
  return `${letter()}${letter()}${letter()}P${letter()}${randomInt(1000, 10_000)}${letter()}`
}

/** Puts a person's session into a page, as after signing in; the splash has been seen. */
export async function enter(page: Page, { token, user }: Person): Promise<void> {
  await shareDate(page)
  await page.addInitScript(
    ([stored, who]) => {
      sessionStorage.setItem('splash', 'seen')
      localStorage.setItem('token', stored)
      localStorage.setItem('user', who)
    },
    [token, JSON.stringify(user)] as const,
  )
}

/** Sets a page's date to that of the tests if the machine's differs: a browser under `faketime` stands still. */
async function shareDate(page: Page): Promise<void> {
  const aheadMs = Date.now() - (await page.evaluate<number>('Date.now()'))
  if (Math.abs(aheadMs) < 60_000) return
  await page.addInitScript(`{
    const Machine = Date
    globalThis.Date = class Date extends Machine {
      constructor(...given) { super(...(given.length > 0 ? given : [Machine.now() + ${aheadMs}])) }
      static now() { return Machine.now() + ${aheadMs} }
    }
  }`)
}

/** Another admin, created by the first; an owner by default. */
export async function newAdmin(
  request: APIRequestContext,
  name: string,
  roles: readonly Role[] = ['owner'],
): Promise<Person> {
  const { password, ...person } = newPerson(name)
  const typed = `${password} of another`
  const data = { ...person, password: typed, roles }
  await callAs(request, { as: await admin(request), method: 'post', path: '/admin/admins', data })
  const as = await signIn(request, { login: data.email, password: typed })
  const own = { current_password: typed, new_password: password, new_password_confirmation: password }
  await callAs(request, { as, method: 'put', path: '/profile', data: own })
  return as
}

/** Turns an admin's second factor on; `codeNow` is the admin's next unused code. */
export async function addSecondFactor(request: APIRequestContext, as: Person): Promise<{ codeNow: () => string }> {
  const path = '/admin/second-factor'
  const begun = await callAs(request, { as, method: 'post', path: `${path}/begin`, data: { password: PASSWORD } })
  const secret = base32nopad.decode(begun.secret)
  const code = (ahead: number) => codeOf(secret, stepOf(new Date()) + ahead)
  await callAs(request, { as, method: 'post', path: `${path}/confirm`, data: { code: code(0) } })
  return { codeNow: () => code(1) } // the code that confirmed works once
}

/** A page of its own with an admin signed in, the first admin unless `as` names another. */
export async function adminPage(
  browser: Browser,
  request: APIRequestContext,
  {
    as,
    address,
    ...look
  }: {
    as?: Person
    /** The network address that the page is opened from, if it is another one. */
    address?: string
  } & Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile' | 'colorScheme'> = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...look,
    timezoneId: 'Asia/Kolkata',
    acceptDownloads: true,
    ...(address !== undefined && { extraHTTPHeaders: { 'x-forwarded-for': address } }),
  })
  const page = await context.newPage()
  await enter(page, as ?? (await admin(request)))
  return page
}
