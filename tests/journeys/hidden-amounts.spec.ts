/** What the eye beside the balance hides right after money has moved; wallet.spec.ts covers the pages. */
import { expect, test } from '@playwright/test'
import { ADMIN } from '../support/logins.ts'
import { actedMoments, moneyMoments } from '../support/moments.ts'
import { callAs, enter } from '../support/people.ts'
import { liveSampleLife } from '../support/sampleLife.ts'

test('hidden amounts are hidden at the end of every flow, on every receipt, and in the missing amount', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const { regular } = await liveSampleLife({ base: baseURL ?? '', admin: ADMIN })
  const read = (path: string) => callAs(request, { as: regular, method: 'get', path })
  await enter(page, regular)
  await page.addInitScript(() => localStorage.setItem('amounts', 'hidden'))
  const moments = await moneyMoments(read)
  for (const flow of ['/add-balance', '/withdraw', '/invest/', '/bittpay', '/flexible', '/wallet'])
    expect(
      moments.some((address) => address.startsWith(flow)),
      flow,
    ).toBe(true)
  const open: string[] = []
  for (const address of moments) {
    await page.goto(address)
    await expect(page.locator('[data-loading], [aria-busy=true]')).toHaveCount(0)
    await expect(page.getByText('₹••••').last()).toBeVisible()
    const said = await page.locator('body').innerText()
    open.push(...(said.match(/.*[₹$]\s?\d.*/g) ?? []).map((line) => `${address}: ${line}`))
  }
  expect(open).toEqual([])

  const short = actedMoments.find(({ name }) => name === 'short')
  if (!short) throw new Error('no moment is called "short"')
  await page.goto(short.route)
  await short.act(page)
  await expect(page.getByText('₹•••• short')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add ₹••••' })).toBeVisible()
})
