/** What people do in a browser at the beginning of a journey: register, sign in, put money into the wallet. */
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { ADMIN, newPerson, PASSWORD, type Person } from '../support/logins.ts'
import { admin, askDeposit, callAs, proveEmail } from '../support/people.ts'

/** Registers in the browser; the dashboard opens with the welcome popup over it. */
export async function signUp(page: Page, { ref }: { ref?: string } = {}): Promise<Person> {
  const { name, email, phone, password } = newPerson()
  await page.goto(ref ? `/register?ref=${ref}` : '/register')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/dashboard')
  const [token, user] = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])
  if (!token || !user) throw new Error('registering left no session')
  return { token, user: JSON.parse(user) }
}

/** Registers in the browser and closes the welcome popup; the e-mail address is not confirmed yet. */
export async function registerUnproven(page: Page): Promise<Person> {
  const person = await signUp(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  return person
}

/** The same, and enters the code from the mail. */
export async function register(page: Page): Promise<Person> {
  const person = await registerUnproven(page)
  await proveEmail(page.request, person)
  return person
}

export async function signIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail or phone').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

export async function signInAsAdmin(page: Page): Promise<void> {
  await signIn(page, ADMIN.login, ADMIN.password)
  await page.waitForURL('/admin')
}

/** In the last minute of a day in India, waits for the next day: figures that count days are then checked on the day they began. */
export async function pastMidnight(): Promise<void> {
  const leftMs = startOfDay(addDays(dayOf(new Date()), 1)).getTime() - Date.now()
  if (leftMs < 60_000) await wait(leftMs)
}

/** Stubs the bell's poll, so that from its next poll on it has no news, which would refetch everything on the screen. */
export async function silenceBell(page: Page): Promise<void> {
  const json = { unread_count: 0, state: 'quiet' }
  await page.route('**/api/notifications/unread-count', (route) => route.fulfill({ json }))
}

/** Puts money into a person's wallet in the regular way: a request, and an admin who approves it. */
export async function fund(request: APIRequestContext, person: Person, rupees: number): Promise<void> {
  const { id } = await askDeposit(request, person, rupees)
  const data = { status: 'approved', approved_amount: rupees }
  await callAs(request, { as: await admin(request), method: 'put', path: `/deposits/${id}`, data })
}

/** Opens the confirm dialog of a payout. Its button is in a strip that moves while the page scrolls, so a click may miss it. */
export async function openPayment(desk: Page): Promise<void> {
  const confirm = desk.getByRole('dialog').getByLabel('Transaction ID')
  await expect(async () => {
    if (!(await confirm.isVisible()))
      await desk.getByRole('button', { name: 'Mark as paid', exact: true }).click({ timeout: 10_000 })
    await expect(confirm).toBeVisible({ timeout: 10_000 })
  }).toPass()
}
