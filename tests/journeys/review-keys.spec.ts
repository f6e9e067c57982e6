/**
 * Review keys in the three queues: they decide only what is on the screen, and are disabled while anything else is open or loading.
 */
import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import type { Person } from '../support/logins.ts'
import {
  adminPage,
  approvedUser,
  askDeposit,
  askWithdrawal,
  giveRupees,
  newUser,
  submitPan,
} from '../support/people.ts'

type Queue = { name: string; path: string; ask: (request: APIRequestContext) => Promise<Person> }

const queues: Queue[] = [
  {
    name: 'deposits',
    path: '/admin/deposits',
    ask: async (request) => {
      const person = await newUser(request, 'Asha Rao')
      await askDeposit(request, person, 5_500)
      return person
    },
  },
  {
    name: 'withdrawals',
    path: '/admin/withdrawals',
    ask: async (request) => {
      const person = await approvedUser(request, 'Imran Sheikh')
      await giveRupees(request, person, 9_000)
      await askWithdrawal(request, person, 5_500)
      return person
    },
  },
  {
    name: 'identity records',
    path: '/admin/kyc',
    ask: async (request) => {
      const person = await newUser(request, 'Hari Prasad')
      await submitPan(request, person)
      return person
    },
  },
]

const approveButton = (desk: Page) => desk.getByRole('button', { name: /^(Approve|Mark as paid)$/ })
const searchField = (desk: Page) => desk.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')

async function openQueue(desk: Page, { path }: Queue, person: Person) {
  await desk.goto(`${path}?search=${encodeURIComponent(person.user.email)}`)
  await expect(approveButton(desk)).toBeVisible()
}

/** Every call that changes something. */
function writesOf(desk: Page): string[] {
  const writes: string[] = []
  desk.on('request', (call) => {
    if (call.method() !== 'GET' && call.url().includes('/api/')) writes.push(`${call.method()} ${call.url()}`)
  })
  return writes
}

const chunks: Record<string, { file: string }> = JSON.parse(readFileSync('web/dist/.vite/manifest.json', 'utf8'))

/** Delays the script built from a source until `arrive` is called. */
async function delay(desk: Page, source: string): Promise<{ arrive: () => void; asked: Promise<unknown> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const path = `/${chunks[source]?.file}`
  await desk.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      await promise
      await route.continue()
    },
  )
  return { arrive: resolve, asked: desk.waitForRequest((call) => new URL(call.url()).pathname === path) }
}

for (const queue of queues) {
  test.describe(queue.name, () => {
    test('keys typed while the search loads go into the search and decide nothing', async ({ browser, request }) => {
      const person = await queue.ask(request)
      const desk = await adminPage(browser, request)
      await openQueue(desk, queue, person)
      const writes = writesOf(desk)
      const search = await delay(desk, 'src/finder/Findings.tsx')
      await desk.keyboard.press('Control+k')
      await desk.keyboard.press('a')
      await desk.keyboard.press('Enter')
      await search.asked
      await expect(searchField(desk)).toHaveValue('a')
      await expect(desk.getByRole('dialog')).toHaveCount(1)
      search.arrive()
      await expect(desk.getByText(/^Type at least two characters/)).toBeVisible()
      await desk.keyboard.type('bc')
      await expect(searchField(desk)).toHaveValue('abc')
      await desk.keyboard.press('Escape') // empties the field
      await desk.keyboard.press('Escape')
      await expect(desk.getByRole('dialog')).toHaveCount(0)
      await expect(approveButton(desk)).toBeVisible()
      expect(writes).toEqual([])
      await desk.context().close()
    })

    test('R, a digit and Enter reject with that reason; Escape closes without deciding', async ({
      browser,
      request,
    }) => {
      const person = await queue.ask(request)
      const desk = await adminPage(browser, request)
      await openQueue(desk, queue, person)
      const writes = writesOf(desk)
      const dialog = desk.getByRole('dialog')
      for (const key of ['a', 'r']) {
        await desk.keyboard.press(key)
        await expect(dialog).toBeVisible()
        await desk.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      await desk.keyboard.press('r')
      await desk.keyboard.press('Enter')
      await expect(dialog).toBeHidden() // the button to close has the focus
      expect(writes).toEqual([])

      await desk.keyboard.press('r')
      await desk.keyboard.press('1')
      const reason = await dialog.getByRole('textbox').inputValue()
      await desk.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(approveButton(desk)).toBeHidden()
      expect(writes).toHaveLength(1)
      expect(reason).toMatch(/\w/)
      await desk.context().close()
    })
  })
}

test('while a page is loading, keys do not act on the one still shown', async ({ browser, request }) => {
  const [queue] = queues
  if (!queue) throw new Error('no queue')
  const person = await queue.ask(request)
  const desk = await adminPage(browser, request)
  await openQueue(desk, queue, person)
  const writes = writesOf(desk)
  const page = await delay(desk, 'src/notifications/AdminNotificationsPage.tsx')
  await desk.getByRole('link', { name: 'Notifications' }).click()
  await page.asked
  await desk.keyboard.press('a')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  page.arrive()
  await expect(desk.getByRole('heading', { level: 1, name: 'Send Notifications' })).toBeVisible()
  await desk.goBack()
  await expect(approveButton(desk)).toBeVisible()
  await desk.keyboard.press('a')
  await expect(desk.getByRole('dialog')).toBeVisible()
  expect(writes).toEqual([])
  await desk.context().close()
})

test('keys are disabled while the shortcuts are listed and while something is typed', async ({ browser, request }) => {
  const [queue] = queues
  if (!queue) throw new Error('no queue')
  const person = await queue.ask(request)
  const desk = await adminPage(browser, request)
  await openQueue(desk, queue, person)
  await desk.keyboard.press('?')
  const help = desk.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  await desk.keyboard.press('a')
  await expect(desk.getByRole('dialog')).toHaveCount(1)
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('/')
  await desk.keyboard.press('a')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await desk.context().close()
})

test('Enter after Escape returns to typing and decides nothing', async ({ browser, request }) => {
  const [queue] = queues
  if (!queue) throw new Error('no queue')
  const person = await newUser(request, 'Asha Rao')
  await askDeposit(request, person, 600_000)
  const desk = await adminPage(browser, request)
  await openQueue(desk, queue, person)
  const writes = writesOf(desk)
  await desk.keyboard.press('a')
  const again = desk.getByLabel('Type the amount again')
  await expect(again).toBeFocused()
  for (const typed of ['3', '600000']) {
    await again.fill(typed)
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(again).toBeFocused()
  }
  expect(writes).toEqual([])
  await desk.context().close()
})

test('Back steps through the opened row, the search and the tab; the strip and its buttons are in view', async ({
  browser,
  request,
}) => {
  const name = `Zoya Khan ${Math.random().toString(36).slice(2).replace(/\d/g, 'x')}`
  for (let asked = 0; asked < 26;) {
    const person = await newUser(request, name)
    for (let own = 0; own < 5 && asked < 26; own++) await askDeposit(request, person, 1_000 + asked++)
  }
  const desk = await adminPage(browser, request, { viewport: { width: 1280, height: 720 } })
  await desk.goto('/admin')
  await desk.goto('/admin/deposits?sort=newest')
  await desk.getByRole('tab', { name: 'All' }).click()
  await expect(desk.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  await desk.getByRole('searchbox').fill(name)
  await expect(desk.locator('tbody tr').filter({ hasNotText: name })).toHaveCount(0) // otherwise they leave during the click
  const opened = desk.getByRole('row', { selected: true })
  await expect(opened).toContainText('₹1,025.00')
  await desk.getByRole('row', { name: /₹1,020\.00/ }).click()
  await expect(opened).toContainText('₹1,020.00')
  await expect(approveButton(desk)).toBeInViewport({ ratio: 1 })
  await expect(desk.getByRole('link', { name })).toBeInViewport({ ratio: 0.9 })
  await expect(desk.getByText('KYC not approved')).toBeInViewport({ ratio: 1 })
  await expect(desk.getByText('seen nowhere else')).toBeInViewport({ ratio: 1 })
  await desk.keyboard.press('k')
  await expect(opened).toContainText('₹1,021.00') // moving with keys adds no history entry
  await desk.goBack()
  await expect(opened).toContainText('₹1,025.00')
  await expect(desk.getByRole('searchbox')).toHaveValue(name)
  await desk.goBack()
  await expect(desk.getByRole('searchbox')).toHaveValue('')
  await expect(desk.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  await desk.goBack()
  await expect(desk.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'false')

  await desk.goto(`/admin/deposits?search=${encodeURIComponent(name)}`)
  await expect(opened).toContainText('₹1,000.00')
  for (let pressed = 1; pressed <= 25; pressed++) {
    await desk.keyboard.press('j')
    await expect(opened).toContainText(`₹${(1_000 + pressed).toLocaleString('en-IN')}.00`)
  }
  await expect(opened).toBeInViewport({ ratio: 1 })
  await desk.context().close()
})

test('the focus follows the opened row, in view, with J and K and after a decision', async ({ browser, request }) => {
  const person = await newUser(request, 'Ravi Kumar')
  for (let asked = 0; asked < 5; asked++) await askDeposit(request, person, 1_000 + asked)
  const desk = await adminPage(browser, request, { viewport: { width: 1280, height: 420 } })
  await desk.goto(`/admin/deposits?search=${encodeURIComponent(person.user.email)}`)
  const opened = desk.getByRole('row', { selected: true })
  await expect(opened).toContainText('₹1,000.00')
  for (const sum of ['₹1,001.00', '₹1,002.00', '₹1,003.00', '₹1,004.00']) {
    await desk.keyboard.press('j')
    await expect(opened).toContainText(sum)
    await expect(opened).toBeInViewport({ ratio: 1 })
    await expect(opened.getByRole('button')).toBeFocused()
  }
  await desk.keyboard.press('k')
  await expect(opened).toContainText('₹1,003.00')
  const dialog = desk.getByRole('dialog')
  await desk.keyboard.press('a')
  await expect(dialog).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Deposit approved')).toBeVisible()
  await expect(opened).toContainText('₹1,004.00')
  await expect(opened.getByRole('button')).toBeFocused()
  await desk.keyboard.press('r')
  await expect(dialog).toBeVisible()
  await desk.keyboard.press('1')
  await desk.keyboard.press('Enter')
  await expect(opened).toContainText('₹1,002.00')
  await expect(opened.getByRole('button')).toBeFocused()
  await desk.context().close()
})
