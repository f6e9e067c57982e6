/** Opens screens that show hostile texts, and reports every text that became anything but text. */
import { lineViews } from '@bittkosh/contract/bankStatements'
import { reportNames } from '@bittkosh/contract/reports'
import { statesOf } from '@bittkosh/contract/requestStates'
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { Browser, Page } from 'playwright-core'
import { policyViolationsOf, scrollsSideways } from '../../tests/support/axe.ts'
import { restOf } from '../../tests/support/rest.ts'
import type { Person } from '../../tests/support/logins.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../../tests/support/screens.ts'
import { goTo } from '../../tests/support/visits.ts'
import type { Planted } from './plant.ts'
import { FOREIGN, SENTINEL } from './texts.ts'

// For one screen.
const BUTTONS_MAX = 30
const DIALOGS_MAX = 12
/** Each of their dialogs contains the texts of its record. */
const withForms = [
  '/admin/cryptocurrencies',
  '/admin/categories',
  '/admin/balance-packages',
  '/admin/upcomings',
  '/admin/settings',
  '/admin/team',
  '/admin/bank-statements?tab=unmatched',
]

export type Looked = {
  screens: number
  dialogs: number
  findings: string[]
  /** The contents of text nodes and fields. */
  words: Set<string>
}

type Tour = { as: Person | null; paths: readonly string[]; into?: readonly string[] }

/**
 * Every screen of visitors, of each person and of the team, 390 px wide, and the dialogs of each that differ from those before. A
 * slice opens one record of each kind and state, one report, and one dialog of screens with forms.
 */
export async function lookEverywhere(
  browser: Browser,
  {
    base,
    planted,
    isSlice,
    say = () => {},
  }: { base: string; planted: Planted; isSlice: boolean; say?: (text: string) => void },
): Promise<Looked> {
  const looked: Looked = { screens: 0, dialogs: 0, findings: [], words: new Set() }
  const { admin, people, batch } = planted
  const [first, ...rest] = people
  const ids = people.map(({ user }) => user.id)
  const allRecords = await recordsOf(base, planted)
  const records = isSlice ? firstOfEach(allRecords) : allRecords
  const dialogs = isSlice ? 1 : DIALOGS_MAX
  const desk = [
    ...adminRoutes,
    '/admin/proposals',
    '/admin/proposals?status=declined',
    '/admin/alerts?status=past',
    '/admin/sessions',
    '/admin/notifications?tab=all',
    ...lineViews.map((view) => `/admin/bank-statements?tab=${view}`),
    '/admin/bank-statements?tab=statements',
    ...reportNames.slice(0, isSlice ? 1 : undefined).map((report) => `/admin/reports?report=${report}`),
    ...[1, 2, 3].map((ago) => `/admin/reconciliation?day=${addDays(dayOf(new Date()), -ago)}`),
    ...(batch === null ? [] : [`/admin/payout-batches/${batch}`]),
    ...['/admin/users', '/admin/deposits', '/admin/withdrawals', '/admin/balance-transfers', '/admin/audit'].flatMap(
      (path) => Array.from({ length: Math.ceil(ids.length / 4) }, (_, page) => `${path}?page=${page + 2}`),
    ),
    ...['ledger', 'overview', 'investments', 'referrals', 'trail'].flatMap((tab) =>
      ids.map((id) => `/admin/users/${id}?tab=${tab}`),
    ),
    ...planted.conversations.map(({ id }) => `/admin/support?id=${id}`),
  ]
  const ownPages = ['/notifications', '/support', '/wallet', '/add-balance', '/withdraw', '/bittpay', '/profile']
  const tours: Tour[] = [
    { as: admin, paths: desk, into: isSlice ? withForms : firstOfEach(desk) },
    { as: admin, paths: records, into: firstOfEach(records) },
    { as: null, paths: [...visitorRoutes, '/terms', '/privacy'] },
    ...(first ? [{ as: first, paths: userRoutes, into: isSlice ? [] : userRoutes }] : []),
    ...rest.map((as) => ({ as, paths: ownPages })),
    ...people.map((as) => ({
      as,
      paths: planted.conversations.filter(({ person }) => person === as).map(({ id }) => `/support?id=${id}`),
    })),
  ]
  const waiting = tours.values()
  const guide = async () => {
    for (const tour of waiting) {
      await visitAll(browser, { base, tour, dialogs, looked })
      say(`${looked.screens} screens, ${looked.dialogs} dialogs, ${looked.findings.length} findings`)
    }
  }
  await Promise.all([guide(), guide()])
  return looked
}

/** The first of the addresses that differ only in their numbers. */
function firstOfEach(paths: readonly string[]): string[] {
  const shape = (path: string) => path.replace(/\d+/g, '')
  return paths.filter((path, place) => paths.findIndex((other) => shape(other) === shape(path)) === place)
}

/** The queues, opened at each of their records, and the transfers in full. */
async function recordsOf(base: string, { admin }: Planted): Promise<string[]> {
  const read = async (path: string) => {
    const reply = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
    return (await reply.json()) as { data?: Record<string, number>[]; transfers?: Record<string, number>[] }
  }
  const opened = async (queue: string, status: string) => {
    const { data = [] } = await read(`/${queue}?status=${status}&per_page=50`)
    return data.map(({ id }) => `/admin/${queue}?status=${status}&id=${id}`)
  }
  const [kyc, transfers, ...queues] = await Promise.all([
    read('/kyc/pending?per_page=50'),
    read('/admin/balance-transfers?per_page=50'),
    ...statesOf('deposit').map((state) => opened('deposits', state)),
    ...statesOf('withdrawal').map((state) => opened('withdrawals', state)),
  ])
  return [
    ...queues.flat(),
    ...(kyc.data ?? []).map(({ kyc_id: id }) => `/admin/kyc?id=${id}`),
    ...(transfers.transfers ?? []).map(({ id }) => `/admin/balance-transfers?id=${id}`),
  ]
}

async function visitAll(
  browser: Browser,
  { base, tour, dialogs, looked }: { base: string; tour: Tour; dialogs: number; looked: Looked },
): Promise<void> {
  const { as, paths, into = [] } = tour
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN' })
  const page = await context.newPage()
  const atRest = restOf(page)
  await page.addInitScript(
    ([token, user]) => {
      sessionStorage.setItem('splash', 'seen')
      if (token) localStorage.setItem('token', token)
      if (user) localStorage.setItem('user', user)
    },
    as ? [as.token, JSON.stringify(as.user)] : [],
  )
  let where = ''
  const find = (what: string) => void looked.findings.push(`${where}: ${what}`)
  page.on('dialog', (dialog) => {
    find(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') find(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => find(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== base)
      find(`a request to ${request.url()}`)
  })
  for (const path of paths) {
    where = `${path} as ${as?.user.role ?? 'visitor'}`
    await goTo(page, base + path)
    await arrive(page, atRest)
    await examine(page, { looked, find })
    looked.screens++
    if (!into.includes(path)) continue
    const known = new Set<string>()
    for (let opened = 0; opened < dialogs; opened++) {
      const title = await openDialog(page, { known, atRest })
      if (title === undefined) break
      where = `${path} as ${as?.user.role ?? 'visitor'}, behind ${title}`
      await examine(page, { looked, find })
      looked.dialogs++
      await page.goto(base + path) // without the dialog
      await arrive(page, atRest)
    }
  }
  await context.close()
}

async function arrive(page: Page, atRest: () => Promise<void>): Promise<void> {
  const heading = page.locator('h1').first()
  await heading.waitFor({ state: 'attached', timeout: 60_000 }).catch(async (cause: unknown) => {
    throw new Error(`${page.url()} shows no heading: ${(await page.locator('body').innerText()).slice(0, 500)}`, {
      cause,
    })
  })
  await atRest()
}

/** Clicks buttons that were not clicked before until one opens a dialog; returns its name, or undefined if none is left. */
async function openDialog(
  page: Page,
  { known, atRest }: { known: Set<string>; atRest: () => Promise<void> },
): Promise<string | undefined> {
  const buttons = page.locator('main button:visible:enabled:not([role=tab]):not([type=submit])')
  for (let place = 0; place < (await buttons.count()); place++) {
    const button = buttons.nth(place)
    const name = ((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '').trim()
    const kind = `${name.split(' ')[0]} ${await button.getAttribute('class')}`
    if (known.has(kind) || known.size >= BUTTONS_MAX || /^(export|download|next|previous|copy|load|sign)/i.test(name))
      continue
    known.add(kind)
    const isPressed = await button.click({ timeout: 2_000 }).then(
      () => true,
      () => false, // it disappeared, or something covers it
    )
    const dialog = page.locator('dialog[open]')
    const isOpen =
      isPressed &&
      (await dialog.waitFor({ timeout: 700 }).then(
        () => true,
        () => false,
      ))
    if (!isOpen) continue
    await atRest()
    return name
  }
  return undefined
}

type Seen = { strange: string[]; words: string[] }

/** Checks the current page. */
export async function examine(
  page: Page,
  { looked, find }: { looked: Looked; find: (what: string) => void },
): Promise<void> {
  const { strange, words }: Seen = await page.evaluate(inspect)
  for (const each of strange) find(each)
  for (const each of words) looked.words.add(flat(each))
  for (const violation of await policyViolationsOf(page)) find(violation)
  if (await scrollsSideways(page)) find(`scrolls sideways because of ${await page.evaluate<string>(widest)}`)
}

/** As displayed: spaces and line breaks collapsed. */
export function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const inspect = `(() => {
  const strange = [], words = []
  if (window.${SENTINEL} !== undefined || {}.${SENTINEL} !== undefined) strange.push('a text ran')
  for (const element of document.querySelectorAll('*')) {
    const at = element.outerHTML.slice(0, 200)
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) strange.push('handler ' + at)
      if (name === 'href' && new URL(value, location.href).origin === location.origin) continue // a text may be searched for
      if (/^(href|src|action|formaction|data|xlink:href|srcdoc)$/i.test(name) && (/^\\s*(javascript|vbscript|data:text)/i.test(value) || value.includes('${FOREIGN}')))
        strange.push('address ' + at)
      if (name !== 'data-drawn' && name !== 'value' && name !== 'title' && !name.startsWith('aria-') && name !== 'alt' && value.includes('${SENTINEL}')) strange.push('attribute ' + at)
    }
    if (/^(iframe|object|embed|base|math|marquee|plaintext|animate|noembed|xmp|frame)$/i.test(element.localName)) strange.push('element ' + at)
    if (/^(script|style)$/.test(element.localName) && element.textContent.includes('${SENTINEL}')) strange.push('script or style ' + at)
    if ('value' in element && typeof element.value === 'string') words.push(element.value)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) if (!/^(script|style)$/.test(texts.currentNode.parentElement.localName)) words.push(texts.currentNode.data)
  return { strange, words }
})()`

// The innermost element that extends furthest, for whoever fixes it.
const widest = `(() => {
  const reach = (element) => element.getBoundingClientRect().right + scrollX
  const furthest = [...document.body.querySelectorAll('*')].reduce((one, other) => reach(other) >= reach(one) ? other : one, document.body)
  return furthest.outerHTML.slice(0, 300)
})()`
