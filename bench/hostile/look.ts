/** Opens screens that show hostile texts, and says what of a text did anything but stand there. */
import type { Browser, Page } from 'playwright-core'
import { policyViolationsOf, scrollsSideways } from '../../tests/support/axe.ts'
import type { Person } from '../../tests/support/logins.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../../tests/support/screens.ts'
import type { Planted } from './plant.ts'
import { FOREIGN, SENTINEL } from './texts.ts'

export type Looked = {
  screens: number
  findings: string[]
  /** What stood in text nodes and fields. */
  words: Set<string>
}

/** Every screen of visitors, of each person and of the team, 390 px wide. */
export async function lookEverywhere(
  browser: Browser,
  { base, planted, say = () => {} }: { base: string; planted: Planted; say?: (text: string) => void },
): Promise<Looked> {
  const looked: Looked = { screens: 0, findings: [], words: new Set() }
  const [first, ...rest] = planted.people
  const ids = planted.people.map(({ user }) => user.id)
  const desk = [
    ...adminRoutes,
    '/admin/proposals',
    '/admin/sessions',
    ...['/admin/users', '/admin/deposits', '/admin/withdrawals', '/admin/balance-transfers', '/admin/audit'].flatMap(
      (path) => Array.from({ length: Math.ceil(ids.length / 4) }, (_, page) => `${path}?page=${page + 2}`),
    ),
    ...['ledger', 'overview', 'investments', 'referrals', 'trail'].flatMap((tab) =>
      ids.map((id) => `/admin/users/${id}?tab=${tab}`),
    ),
    ...planted.conversations.map(({ id }) => `/admin/support?id=${id}`),
  ]
  const ownPages = ['/notifications', '/support', '/wallet', '/add-balance', '/withdraw', '/bittpay', '/profile']
  const tours: { as: Person | null; paths: string[] }[] = [
    { as: planted.admin, paths: desk },
    { as: null, paths: [...visitorRoutes, '/terms', '/privacy'] },
    ...(first ? [{ as: first, paths: userRoutes }] : []),
    ...rest.map((as) => ({ as, paths: ownPages })),
    ...planted.people.map((as) => ({
      as,
      paths: planted.conversations.filter(({ person }) => person === as).map(({ id }) => `/support?id=${id}`),
    })),
  ]
  const waiting = tours.values()
  const guide = async () => {
    for (const { as, paths } of waiting) {
      await visitAll(browser, { base, as, paths, looked })
      say(`${looked.screens} screens, ${looked.findings.length} findings`)
    }
  }
  await Promise.all([guide(), guide()])
  return looked
}

async function visitAll(
  browser: Browser,
  { base, as, paths, looked }: { base: string; as: Person | null; paths: readonly string[]; looked: Looked },
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN' })
  const page = await context.newPage()
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
    await page.goto(base + path)
    await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await examine(page, { looked, find })
    looked.screens++
  }
  await context.close()
}

type Seen = { strange: string[]; words: string[] }

/** What is on a page now. */
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

/** As it looks: spaces and lines together. */
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

// The innermost element that reaches furthest out, for whoever mends it.
const widest = `(() => {
  const reach = (element) => element.getBoundingClientRect().right + scrollX
  const furthest = [...document.body.querySelectorAll('*')].reduce((one, other) => reach(other) >= reach(one) ? other : one, document.body)
  return furthest.outerHTML.slice(0, 300)
})()`
