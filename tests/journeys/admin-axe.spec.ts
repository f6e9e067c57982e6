/** Every page of the panel, as axe sees it: 1280 and 390 px, light and dark. */
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { admin, approvedUser, callAs, enter, giveRupees, type Person } from '../support/people.ts'

const pages = [
  '/admin',
  '/admin/users',
  '/admin/cryptocurrencies',
  '/admin/categories',
  '/admin/balance-packages',
  '/admin/deposits',
  '/admin/balance-transfers',
  '/admin/kyc',
  '/admin/withdrawals',
  '/admin/notifications',
  '/admin/upcomings',
  '/admin/settings',
  '/admin/basic-settings',
  '/admin/audit',
]

/** Something to see on the pages: a request in each queue, a corrected balance, an audit trail. */
async function furnish(request: APIRequestContext): Promise<Person> {
  const person = await approvedUser(request, 'Meera Joshi')
  await giveRupees(request, person, 25_000)
  const as = { as: person, method: 'post' } as const
  const [method] = await callAs(request, { as: person, method: 'get', path: '/deposit-methods' })
  const transaction_id = String(Date.now()).padStart(12, '4')
  await callAs(request, { ...as, path: '/deposits', data: { amount: 5000, transaction_id, payment_method: method.id } })
  const withdrawal = { amount: 2000, type: 'upi', withdrawal_details: { upi_id: 'meera@okaxis' } }
  await callAs(request, { ...as, path: '/withdrawals', data: withdrawal })
  return person
}

async function expectNothingFound(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' }) // a window that is still fading in has too little contrast
  await expect(page.getByText('Loading…')).toHaveCount(0)
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
  expect.soft(found, where).toEqual([])
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect.soft(overhang, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

for (const [theme, width] of [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const) {
  test(`axe finds nothing on any admin page, ${theme}, ${width} px`, async ({ browser, request }) => {
    test.setTimeout(180_000)
    const person = await furnish(request)
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme })
    const page = await context.newPage()
    await enter(page, await admin(request))
    for (const path of [...pages, `/admin/users?id=${person.user.id}`]) {
      await page.goto(path)
      await expect(page.locator('#splash')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
      await expectNothingFound(page, path)
    }

    await page.goto(`/admin/users?search=${encodeURIComponent(person.user.email)}`)
    await page.getByRole('button', { name: 'Edit Meera Joshi' }).click()
    await page.getByLabel('Balance').fill('100')
    await expectNothingFound(page, 'editing a user')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').fill(person.user.email)
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    await expectNothingFound(page, 'the search of the panel')
    await context.close()
  })
}
