/** The main flow to its end: money comes in, a plan is bought, time passes, it is claimed, and every paisa is explained. */
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { expect } from '@playwright/test'
import { testWithOwnProgram } from '../support/ownProgram.ts'
import { callAs, enter, newUser } from '../support/people.ts'
import { dateText } from '../../web/src/kit/page/dates.ts'
import { fund, silenceBell } from './steps.ts'

const test = testWithOwnProgram()
const DAY_MS = 86_400_000

test('a plan is bought, watched and claimed at maturity', async ({ page, request }) => {
  const moveClock = (at: number) => request.put('/api/dev/clock', { data: { now: new Date(at).toISOString() } })
  const tomorrow = startOfDay(addDays(dayOf(new Date()), 1)).getTime()
  await moveClock(tomorrow + DAY_MS / 2) // at noon no day ends between two steps
  const person = await newUser(request)
  await fund(request, person, 30_000)
  await callAs(request, { as: person, method: 'post', path: '/profile/welcome-seen' }) // the popup would cover home
  await enter(page, person)

  await page.goto('/invest/BTC')
  await page.getByRole('textbox', { name: 'Amount' }).fill('10000')
  const form = page.getByRole('form', { name: 'Invest' })
  await expect(form).toContainText('₹10,210.00') // 2.1 % for the whole term
  await form.getByRole('button', { name: /^Invest/ }).click()
  await expect(page.getByRole('heading', { name: '₹10,000.00 invested in BTC Saver 30' })).toBeFocused()
  await expect(page.getByText('0 of 30 days')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Claim' })).toBeDisabled()

  const { data } = await callAs(request, { as: person, method: 'get', path: '/crypto/investments' })
  const maturesAt = Date.parse(data[0].maturity_date)
  const plans: { id: number; symbol: string }[] = await callAs(request, {
    as: person,
    method: 'get',
    path: '/cryptocurrencies',
  })
  const later = { cryptocurrency_id: plans.find(({ symbol }) => symbol === 'SOL')?.id, amount: 5_000 }
  await callAs(request, { as: person, method: 'post', path: '/crypto/invest', data: later })

  // A session ends after seven days without use: someone who visits every six days stays signed in.
  const visits = Array.from({ length: 4 }, (_, n) => maturesAt - (24 - n * 6) * DAY_MS)
  for (const [n, at] of visits.entries()) {
    expect((await moveClock(at)).ok()).toBe(true)
    await page.goto('/invest/BTC')
    await expect(page.getByText(`${6 + n * 6} of 30 days`)).toBeVisible()
  }
  await moveClock(maturesAt - 60_000)
  await page.goto('/invest/BTC')
  await expect(page.getByText('29 of 30 days')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Claim' })).toBeDisabled()

  await page.goto('/portfolio')
  await expect(page.getByText(`Pays ₹10,210.00 on ${dateText(dayOf(new Date(maturesAt)), 'date', 'en')}`)).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('list', { name: 'Coming in' })).toContainText('next payout')

  await moveClock(maturesAt)
  await silenceBell(page)
  await page.reload()
  await expect(page.getByText('₹10,210.00 is ready from BTC Saver 30.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Claim' }).click()
  const ready = page.getByRole('region', { name: 'Ready now' })
  await expect(ready).toContainText('Ready to withdraw')
  await expect(ready.getByRole('button', { name: 'Claim' })).toBeInViewport()
  const ruler = page.getByRole('slider', { name: 'Payouts in the next 90 days' })
  await expect(ruler).toHaveAttribute('aria-valuetext', /₹10,210\.00, BTC Saver 30$/)
  await expect(ruler).toHaveAttribute('aria-valuemax', '2')
  await ready.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('heading', { name: '₹10,210.00 is in your wallet' })).toBeFocused()
  await expect(page.getByText('The payout is in your wallet.')).toBeVisible()
  await expect(page.getByText('Ready to withdraw')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/portfolio$/)
  await expect(ready).toBeHidden()
  await expect(ruler).toHaveAttribute('aria-valuetext', /₹5,170\.00, SOL Builder 45$/)
  await expect(ruler).toHaveAttribute('aria-valuemax', '1')
  await page.goForward()
  await page.reload()
  await expect(page.getByRole('heading', { name: '₹10,210.00 is in your wallet' })).toBeVisible()

  await page.goto('/wallet')
  await expect(page.getByText('₹25,210').first()).toBeVisible() // 15,000 + 10,000 + 210

  // The interest of a month is one line that opens into its days, and shows that it is not in the wallet.
  const month = page.getByRole('button', { name: /Earn interest/ }).first()
  await expect(month).toContainText('in Earn')
  await month.click()
  await expect(page.getByRole('dialog')).toContainText('The whole month')
  await page.keyboard.press('Escape')

  // 29 whole days of 0.02 % on the welcome bonus of ₹500, compounding: ₹2.9083, of which whole paise are credited
  const earn = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await (await fetch('/api/flexible/balance', { headers })).json()) as { total_profit: number }
  })
  expect([2.9, 2.91]).toContain(earn.total_profit)
})
