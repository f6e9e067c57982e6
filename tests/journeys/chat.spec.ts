/** The support chat is a third-party page. On a server of its own, because the chat's address is a setting for everyone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { attemptNames, hostileChat } from '../support/hostileChat.ts'
import { ADMIN, newPerson, type Person } from '../support/logins.ts'
import { type Program, startProgram } from '../support/program.ts'

const chat = 'https://chat.test'
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-chat-'))
let program: Program
let app = ''

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  program = await startProgram({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.login, ADMIN_PASSWORD: ADMIN.password })
  app = program.base
})

test.afterAll(async () => {
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('without a chat people write to the team, see its other contact details, and no page may be framed', async ({
  page,
}) => {
  await set('operator_contact', 'help@kosh.test')
  await enter(page)
  const reply = await page.goto(`${app}/support`)
  expect(reply?.headers()['content-security-policy']).toContain("frame-src 'none'")
  await expect(page.getByLabel('Your message')).toBeVisible()
  await expect(page.getByText('help@kosh.test')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a chat on our own origin, or without https, is not framed', async ({ page }) => {
  await enter(page)
  for (const address of [`${app}/wallet`, 'http://chat.test/', 'javascript:alert(1)', 'data:text/html,x']) {
    await set('support_url', address).catch(() => undefined) // refusing it is fine too
    await page.goto(`${app}/support`)
    await expect(page.getByLabel('Your message')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  }
})

test('a hostile chat gets nothing and leads nowhere', async ({ page, context }) => {
  await set('support_url', `${chat}/room?site=1`)
  await context.grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write', 'camera'], { origin: app })
  const token = await enter(page)

  const outside: { url: string; referer: string | undefined; said: string | null }[] = []
  await context.route(/^https:/, async (route) => {
    const request = route.request()
    outside.push({ url: request.url(), referer: request.headers().referer, said: request.postData() })
    await route.fulfill({ contentType: 'text/html', body: request.url().startsWith(chat) ? hostileChat(app) : 'Phish' })
  })
  const outcomes = new Map<string, string>()
  const happened: string[] = []
  page.on('console', (message) => {
    const [, name, outcome] = /^ATTEMPT (.*?): (.*)$/s.exec(message.text()) ?? []
    if (name && outcome) outcomes.set(name, outcome)
    if (message.text().startsWith('ANSWERED')) happened.push(message.text())
  })
  context.on('page', (opened) => happened.push(`window ${opened.url()}`))
  page.on('dialog', (dialog) => {
    happened.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', (download) => happened.push(`download ${download.suggestedFilename()}`))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) happened.push(`navigated to ${frame.url()}`)
  })

  await page.goto(`${app}/wallet`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Support' }).click()
  await page.waitForURL(`${app}/support`)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Chat' })).toBeVisible()
  happened.length = 0
  for (const name of attemptNames) {
    await page.frameLocator('iframe').getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => outcomes.has(name), name).toBe(true)
  }
  const speaking = /^(tell|ask for the token|speak|open a window by|lead away|send a form|put a file|close)/
  const won = [...outcomes].filter(([name, outcome]) => outcome.startsWith('GOT') && !speaking.test(name))
  expect(won, 'what the browser let it have').toEqual([])
  expect(happened, 'what happened to the window').toEqual([])
  expect(page.url()).toBe(`${app}/support`)
  expect(context.pages()).toEqual([page])

  expect(outside.filter(({ url }) => !url.startsWith(chat)).map(({ url }) => url)).toEqual([])
  expect(outside.map(({ referer }) => referer)).toEqual(outside.map(() => undefined))
  expect(outside.filter(({ url, said }) => `${url} ${said}`.includes(token))).toEqual([])

  expect(await page.evaluate("localStorage.getItem('token')")).toBe(token)
  await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible()
  await expect(page.getByText('Never share a password or a one-time code there.')).toBeVisible()
  const frame = await page.locator('iframe').boundingBox()
  const view = page.viewportSize()
  expect((frame?.height ?? 0) < (view?.height ?? 0) && (frame?.y ?? 0) > 56, 'it stands inside the page').toBe(true)
  await page.getByRole('link', { name: 'Portfolio' }).last().click()
  await page.waitForURL(`${app}/portfolio`)
})

/** Registers somebody and puts the session into the page; returns its token. */
async function enter(page: Page): Promise<string> {
  const { token, user } = await send('POST', '/register', newPerson())
  await page.goto(`${app}/icon.svg`)
  await page.evaluate(`{
    localStorage.setItem('token', ${JSON.stringify(token)})
    localStorage.setItem('user', ${JSON.stringify(JSON.stringify(user))})
  }`)
  return token
}

async function set(key: string, value: string) {
  const { token } = await send('POST', '/login', ADMIN)
  await send('PUT', `/settings/${key}`, { value }, token)
}

async function send(method: string, path: string, body: object, token?: string): Promise<Person> {
  const reply = await fetch(`${app}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
  return reply.json() as Promise<Person> // of the calls that open one
}
