/**
 * A thief has an owner's session, copied into a browser of their own, but no code of the owner's second factor. Each act that
 * affects money, identity or trust ends in the prompt for a code: nothing is done, nothing is logged, nothing typed is lost.
 */
import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { PASSWORD, type Person } from '../support/logins.ts'
import {
  addSecondFactor,
  admin,
  adminPage,
  askDeposit,
  callAs,
  enter,
  newAdmin,
  newUser,
  signIn,
} from '../support/people.ts'

const THIEF_ADDRESS = '203.0.113.9'
const WRONG_CODE = 'This code is wrong or has already been used.'
const search = ({ user }: Person) => `search=${encodeURIComponent(user.email)}`
const read = async (request: APIRequestContext, path: string) =>
  callAs(request, { as: await admin(request), method: 'get', path })

type Theft = { owner: Person; codeNow: () => string; thief: Page }

/** An owner with a second factor, and the page of a thief who has that session. */
async function stealSession(browser: Browser, request: APIRequestContext): Promise<Theft> {
  const owner = await newAdmin(request, 'Meera Pillai')
  const { codeNow } = await addSecondFactor(request, owner)
  return { owner, codeNow, thief: await adminPage(browser, request, { as: owner, address: THIEF_ADDRESS }) }
}

/** An admin's entries in the log, and the record that the thief targets. */
async function standing(request: APIRequestContext, { owner }: Theft, record: () => Promise<unknown>) {
  const { data } = await read(request, `/audit?admin=${owner.user.id}`)
  return { acts: data.map(({ action }: { action: string }) => action), record: await record() }
}

const questionIn = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })

async function answer(page: Page, code: string): Promise<void> {
  const question = questionIn(page)
  await question.getByLabel('Code from your authenticator app').fill(code)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

/** The act without a code and with a wrong one: each says what is missing, where it was tried, and keeps what was typed. */
async function expectCodeAsked(page: Page, form: Locator, { act, stays }: { act: string; stays: () => Promise<void> }) {
  const question = questionIn(page)
  await form.getByRole('button', { name: act, exact: true }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByText('This needs a fresh code from your authenticator app.').first()).toBeVisible()
  await stays()

  await form.getByRole('button', { name: act, exact: true }).click()
  await answer(page, '000000')
  await expect(question.getByText(WRONG_CODE)).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByText(WRONG_CODE).first()).toBeVisible()
  await stays()
}

async function giveReason(form: Locator): Promise<void> {
  await form.getByLabel('Kind of reason').selectOption('other')
  await form.getByLabel('Reason', { exact: true }).fill('Left the company')
}

test('a user’s e-mail address and password stay theirs', async ({ browser, request }) => {
  const person = await newUser(request, 'Kavya Reddy')
  const theft = await stealSession(browser, request)
  const { thief } = theft
  const record = async () => (await read(request, `/users?${search(person)}`)).data
  const before = await standing(request, theft, record)
  await thief.goto(`/admin/users?${search(person)}`)
  await thief.getByRole('button', { name: 'Edit Kavya Reddy' }).click()
  const form = thief.getByRole('dialog', { name: 'Edit Kavya Reddy' })
  const mine = `thief-${person.user.email}`
  await form.getByLabel('E-mail').fill(mine)
  await form.getByLabel(/^Password/).fill('chor ka naya taala')
  await expectCodeAsked(thief, form, {
    act: 'Save',
    stays: async () => {
      await expect(form.getByLabel('E-mail')).toHaveValue(mine)
      await expect(form.getByLabel(/^Password/)).toHaveValue('chor ka naya taala')
    },
  })
  expect(await standing(request, theft, record)).toEqual(before)
  await signIn(request, { login: person.user.email, password: PASSWORD })
  await thief.context().close()
})

test('₹100 crore on a deposit of ₹1,000 exceeds the limit, and amounts within it require a code', async ({
  browser,
  request,
}) => {
  const person = await newUser(request, 'Asha Rao')
  await askDeposit(request, person, 1000)
  const theft = await stealSession(browser, request)
  const { thief } = theft
  const record = async () => [
    (await read(request, `/deposits?status=pending&${search(person)}`)).data,
    (await read(request, `/users?${search(person)}`)).data[0].balance,
  ]
  const before = await standing(request, theft, record)
  await thief.goto(`/admin/deposits?${search(person)}`)
  const amount = thief.getByLabel('Approved amount')
  await expect(thief.getByText(/^At most ₹[\d,.]+$/)).toBeVisible()
  await amount.fill('1000000000')
  await thief.getByLabel('Note', { exact: true }).fill('For me')
  await thief.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(
    thief.getByText(/^At most ₹[\d,.]+ can be approved for this request\. Anyone who paid more files another one\.$/),
  ).toBeVisible()
  await expect(thief.getByRole('dialog')).toBeHidden()
  await expect(amount).toHaveValue('1,00,00,00,000')
  await amount.fill('1000')
  await thief.getByRole('button', { name: 'Approve', exact: true }).click()
  const form = thief.getByRole('dialog', { name: /^Approve deposit #/ })
  await expectCodeAsked(thief, form, {
    act: 'Approve',
    stays: () => expect(form.getByText('Credit ₹1,000.00 to Asha Rao?')).toBeVisible(),
  })
  expect(await standing(request, theft, record)).toEqual(before)
  await thief.context().close()
})

test('the USDT rate does not become 1', async ({ browser, request }) => {
  const theft = await stealSession(browser, request)
  const { thief } = theft
  const record = () => read(request, '/settings/usdt_value')
  const before = await standing(request, theft, record)
  await thief.goto('/admin/basic-settings')
  await thief.getByLabel('USDT rate', { exact: true }).fill('1')
  await thief.getByRole('button', { name: 'Review', exact: true }).click()
  const form = thief.getByRole('dialog', { name: 'Review the changes' })
  await expectCodeAsked(thief, form, {
    act: 'Save 1 change',
    stays: () => expect(form.getByRole('heading', { name: 'USDT rate' })).toBeVisible(),
  })
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(thief.getByLabel('USDT rate', { exact: true })).toHaveValue('1')
  expect(await standing(request, theft, record)).toEqual(before)
  await thief.context().close()
})

test('a payment method keeps its payee', async ({ browser, request }) => {
  const theft = await stealSession(browser, request)
  const { thief } = theft
  const methods = () => read(request, '/deposit-methods')
  const upi = (await methods()).find(({ type }: { type: string }) => type === 'upi')
  const record = async () => (await methods()).find(({ id }: { id: number }) => id === upi.id)
  const before = await standing(request, theft, record)
  await thief.goto('/admin/settings')
  await thief
    .getByRole('button', { name: `Edit ${upi.name}`, exact: true })
    .first()
    .click()
  const form = thief.getByRole('dialog', { name: 'Edit deposit method' })
  const typed = { Name: 'Fast UPI', 'UPI ID': 'thief@okaxis', Instructions: 'Pay here, and only here' }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text)
  await expectCodeAsked(thief, form, {
    act: 'Save',
    stays: async () => {
      for (const [label, text] of Object.entries(typed))
        await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
    },
  })
  expect(await standing(request, theft, record)).toEqual(before)
  await thief.context().close()
})

test('the other admins stay on the team, active', async ({ page, browser, request }) => {
  const ravi = await newAdmin(request, 'Ravi Iyer')
  const theft = await stealSession(browser, request)
  const { thief } = theft
  const record = async () => teamMember(request, ravi)
  const before = await standing(request, theft, record)
  await thief.goto('/admin/team')
  const row = thief.getByRole('row').filter({ hasText: ravi.user.email })
  for (const act of ['Deactivate', 'Delete']) {
    if (act === 'Deactivate') await row.getByRole('switch', { name: 'Ravi Iyer is active' }).click()
    else await row.getByRole('button', { name: 'Delete Ravi Iyer' }).click()
    const form = thief.getByRole('dialog', { name: `${act} Ravi Iyer` })
    await giveReason(form)
    await expectCodeAsked(thief, form, {
      act,
      stays: () => expect(form.getByLabel('Reason', { exact: true })).toHaveValue('Left the company'),
    })
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(form).toBeHidden()
  }
  await expect(row.getByRole('switch', { name: 'Ravi Iyer is active' })).toBeChecked()
  expect(await standing(request, theft, record)).toEqual(before)
  await thief.context().close()
  await enter(page, ravi)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Welcome, Ravi' })).toBeVisible()
})

async function teamMember(request: APIRequestContext, { user }: Person): Promise<unknown> {
  const { data } = await read(request, '/admin/admins')
  return data.find(({ id }: { id: number }) => id === user.id)
}

test('nobody’s roles change, neither the owner’s own nor another’s', async ({ browser, request }) => {
  const sita = await newAdmin(request, 'Sita Nair', ['viewer'])
  const theft = await stealSession(browser, request)
  const { thief, owner } = theft
  const record = () => Promise.all([sita, owner].map((one) => teamMember(request, one)))
  const before = await standing(request, theft, record)
  await thief.goto('/admin/team')
  for (const { user } of [sita, owner]) {
    const row = thief.getByRole('row').filter({ hasText: user.email })
    await row.getByRole('button', { name: `Roles of ${user.name}` }).click()
    const form = thief.getByRole('dialog', { name: `Roles of ${user.name}` })
    const finance = form.getByRole('checkbox', { name: /^Finance/ })
    await finance.click()
    await expect(finance).toBeChecked()
    await expectCodeAsked(thief, form, { act: 'Save', stays: () => expect(finance).toBeChecked() })
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(form).toBeHidden()
  }
  expect(await standing(request, theft, record)).toEqual(before)
  await thief.context().close()
})

test('guessing codes locks only the guesser’s browser: the owner continues in the same session', async ({
  browser,
  request,
}) => {
  const ravi = await newAdmin(request, 'Ravi Iyer', ['viewer'])
  const theft = await stealSession(browser, request)
  const { thief, owner, codeNow } = theft
  const record = () => teamMember(request, ravi)
  const before = await standing(request, theft, record)
  const openRoles = async (page: Page) => {
    await page.goto('/admin/team')
    await page
      .getByRole('row')
      .filter({ hasText: ravi.user.email })
      .getByRole('button', { name: 'Roles of Ravi Iyer' })
      .click()
    const form = page.getByRole('dialog', { name: 'Roles of Ravi Iyer' })
    const finance = form.getByRole('checkbox', { name: /^Finance/ })
    await finance.click()
    await expect(finance).toBeChecked()
    return form
  }
  const form = await openRoles(thief)
  for (let tries = 1; tries <= 5; tries++) {
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await answer(thief, '000000')
    await expect(questionIn(thief).getByText(WRONG_CODE)).toBeVisible()
    await questionIn(thief).getByRole('button', { name: 'Close' }).click()
    await expect(questionIn(thief)).toBeHidden()
  }
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await answer(thief, codeNow()) // even a right one has to wait by now
  await expect(form.getByText(/^Too many attempts\./)).toBeVisible()
  expect(await standing(request, theft, record)).toEqual(before)

  const desk = await adminPage(browser, request, { as: owner })
  const own = await openRoles(desk)
  await own.getByRole('button', { name: 'Save', exact: true }).click()
  await answer(desk, codeNow())
  await expect(own).toBeHidden()
  await expect(desk.getByRole('row').filter({ hasText: ravi.user.email })).toContainText('Finance')
  const { data: log } = await read(request, `/audit?admin=${owner.user.id}&action=admin%20roles%20changed`)
  expect(log).toHaveLength(1)
  await Promise.all([thief.context().close(), desk.context().close()])
})
