/** Every page of the panel passes axe: 1280 and 390 px, light and dark. */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { barriersInBothThemes, scrollsSideways } from '../support/axe.ts'
import type { Person } from '../support/logins.ts'
import { adminPage, approvedUser, askDeposit, askWithdrawal, callAs, giveRupees, newUser } from '../support/people.ts'
import { adminRoutes } from '../support/screens.ts'
import { visitEach } from '../support/visits.ts'

/** Content for the pages: a request in each queue, a corrected balance, an audit trail. */
async function furnish(request: APIRequestContext): Promise<Person> {
  const person = await approvedUser(request, 'Meera Joshi')
  await giveRupees(request, person, 25_000)
  await askDeposit(request, person, 5000)
  await askWithdrawal(request, person, 2000)
  return person
}

/** Soft assertions, so that every page with a problem is listed. */
async function expectNothingFound(page: Page, where: string): Promise<void> {
  await expect(page.getByText('Loading…')).toHaveCount(0)
  expect.soft(await barriersInBothThemes(page), where).toEqual([])
  expect.soft(await scrollsSideways(page), `${where} scrolls sideways`).toBe(false)
}

for (const width of [1280, 390]) {
  test(`axe finds nothing on any admin page, ${width} px`, async ({ browser, request }) => {
    test.setTimeout(600_000)
    const person = await furnish(request)
    const page = await adminPage(browser, request, { viewport: { width, height: 900 } })
    await visitEach(page, [...adminRoutes, `/admin/users/${person.user.id}`], (path) => expectNothingFound(page, path))

    await page.goto(`/admin/users/${person.user.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Balance').fill('100')
    await expectNothingFound(page, 'editing a user')
    await page.keyboard.press('Escape')
    await expectNothingFound(page, 'the question whether to discard what was typed')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').fill(person.user.email)
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    await expectNothingFound(page, 'the search of the panel')
    await page.context().close()
  })

  test(`axe finds nothing in the details of a figure or a transfer, ${width} px`, async ({ browser, request }) => {
    const [sender, receiver] = [await approvedUser(request, 'Ravi Menon'), await newUser(request, 'Zoya Khan')]
    await giveRupees(request, sender, 25_000)
    const plans = await callAs(request, { as: sender, method: 'get', path: '/cryptocurrencies' })
    const bought = { cryptocurrency_id: plans[0].id, amount: plans[0].minimum_deposit }
    await callAs(request, { as: sender, method: 'post', path: '/crypto/invest', data: bought })
    const begun = { recipient: receiver.user.email, amount: 100 }
    const path = '/balance-transfer/initiate'
    const { transfer_id: id } = await callAs(request, { as: sender, method: 'post', path, data: begun })
    const page = await adminPage(browser, request, { viewport: { width, height: 900 } })
    for (const figure of ['Ledger lines: Owed', 'Investments: within 90 days']) {
      await page.goto('/admin')
      await page.getByRole('button', { name: figure }).first().click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expectNothingFound(page, figure)
    }
    await page.goto(`/admin/balance-transfers?id=${id}`)
    await expect(page.getByRole('dialog').getByText('Waiting for the code until')).toBeVisible()
    await expectNothingFound(page, 'a transfer')
    await page.context().close()
  })
}
