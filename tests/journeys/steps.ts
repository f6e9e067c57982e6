/** What journeys begin with: a new person, somebody signed in, an admin's own calls. */
import { randomInt, randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const PASSWORD = 'teen hathi nadi par'
export const ADMIN = { login: 'admin@journeys.test', password: 'journey-admin-Passw0rd' } // as playwright.config.ts starts it

export type Person = { name: string; email: string; phone: string }

export function newPerson(): Person {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  return { name: 'Asha Rao', email: `asha-${digits}-${Date.now()}@example.test`, phone: `98${digits}` }
}

/** Registers in the browser and closes the welcome popup. */
export async function register(page: Page, { ref }: { ref?: string } = {}): Promise<Person> {
  const person = newPerson()
  await page.goto(ref ? `/register?ref=${ref}` : '/register')
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Phone').fill(person.phone)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  return person
}

export async function signIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail or phone').fill(login)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

export async function signInAsAdmin(page: Page): Promise<void> {
  await signIn(page, ADMIN.login, ADMIN.password)
  await page.waitForURL('/admin')
}

/** A call of the API as a person or the admin; for what a journey needs but does not show. */
export type Api = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Record<string, never>>

async function apiWith(request: APIRequestContext, login: string, password: string): Promise<Api> {
  const { token } = await (await request.post('/api/login', { data: { login, password } })).json()
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await request.fetch(`/api${path}`, { method, headers, ...(body ? { data: body } : {}) })
    expect([path, reply.ok()]).toEqual([path, true])
    return reply.json()
  }
}

export function adminApi(request: APIRequestContext): Promise<Api> {
  return apiWith(request, ADMIN.login, ADMIN.password)
}

export function personApi(request: APIRequestContext, person: Person): Promise<Api> {
  return apiWith(request, person.email, PASSWORD)
}

/** Puts money into a person's wallet the way it comes in: a request, and an admin who approves it. */
export async function fund(request: APIRequestContext, person: Person, rupees: number): Promise<void> {
  const [user, admin] = [await personApi(request, person), await adminApi(request)]
  const methods = (await user('GET', '/deposit-methods')) as unknown as { id: number; type: string }[]
  const upi = methods.find((method) => method.type === 'upi')
  const body = { amount: rupees, transaction_id: randomUUID(), payment_method: upi?.id }
  const { id } = await user('POST', '/deposits', body)
  await admin('PUT', `/deposits/${id}`, { status: 'approved', approved_amount: rupees })
}
