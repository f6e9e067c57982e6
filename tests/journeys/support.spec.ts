/** Support without a live chat: a person and an admin write to each other, and a visitor does so by mail. */
import { expect, type Page, test } from '@playwright/test'
import { barriersInBothThemes, scrollsSideways } from '../support/axe.ts'
import { newPerson } from '../support/logins.ts'
import { mailedTo } from '../support/mailbox.ts'
import { admin, adminPage, askDeposit, callAs, enter, newUser, readMailbox } from '../support/people.ts'
import { makePicture } from '../support/pictures.ts'

async function expectFit(page: Page) {
  expect(await scrollsSideways(page)).toBe(false)
  expect(await barriersInBothThemes(page)).toEqual([])
}

test('a person asks about a deposit with a picture, an admin replies with a canned answer', async ({
  page,
  request,
  browser,
}) => {
  const person = await newUser(request, 'Nisha Verma')
  const { id: deposit } = await askDeposit(request, person, 2_000)
  await enter(page, person)
  await page.goto(`/wallet?id=deposit-${deposit}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Ask about this' }).click()
  await expect(page).toHaveURL(`/support?about=deposit-${deposit}`)
  // By its receipt number, before and after it is sent.
  const { data: deposits } = await callAs(request, { as: person, method: 'get', path: '/deposits/my' })
  const number: string = deposits[0].number
  await expect(page.getByText(`Deposit ${number}`)).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Write your message first')).toBeVisible()
  const question = `Where is it? ${person.user.id} See https://not-a-link.test/x`
  await page.getByLabel('Your message').fill(question)
  await page.reload() // the typed text survives it
  await expect(page.getByLabel('Your message')).toHaveValue(question)
  const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await makePicture('png') }
  await page.locator('input[type=file]').setInputFiles(picture)
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Deposit ${number}` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(question)
  await expect(page.getByRole('main').getByRole('link', { name: /not-a-link/ })).toHaveCount(0)
  await expect(page.getByAltText('Picture 1')).toBeVisible()
  await expectFit(page)

  const data = {
    title: `Being checked ${person.user.id}`,
    text_en: 'We are checking your payment.',
    text_hi: 'हम आपका भुगतान जाँच रहे हैं।',
  }
  await callAs(request, { as: await admin(request), method: 'post', path: '/admin/canned-answers', data })
  const desk = await adminPage(browser, request)
  await desk.goto('/admin')
  await desk
    .getByRole('navigation', { name: 'Admin menu' })
    .getByRole('link', { name: /^Support/ })
    .click()
  await desk.getByRole('searchbox').fill(person.user.email)
  await desk.getByRole('link', { name: /Nisha Verma/ }).click()
  await expect(desk.getByRole('complementary', { name: 'Who is asking' })).toContainText(person.user.email)
  await expect(desk.getByAltText('Picture 1')).toBeVisible()
  await desk.getByLabel('Insert a saved answer').selectOption({ label: data.title })
  const answer = desk.getByLabel('Your answer (reads English)')
  await expect(answer).toHaveValue(data.text_en)
  await desk.reload()
  await expect(answer).toHaveValue(data.text_en)
  await expectFit(desk)
  await answer.press('Control+Enter')
  await expect(desk.getByRole('list', { name: 'Messages' })).toContainText(data.text_en)
  await expect(desk.getByLabel('Assigned to')).not.toHaveValue('nobody')
  await expect(answer).toHaveValue('')

  // The message appears by itself, and its notification is marked as read with it.
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(data.text_en)
  await page.getByRole('link', { name: 'All conversations' }).click()
  await expect(page.getByRole('link', { name: /Support: We are checking your payment/ })).toContainText('Answered')
  await expectFit(page)
  const { unread_count: unread } = await callAs(request, {
    as: person,
    method: 'get',
    path: '/notifications/unread-count',
  })
  expect(unread).toBe(0)

  await desk.getByRole('button', { name: 'Close conversation' }).click()
  await expect(desk.getByRole('button', { name: 'Open again' })).toBeVisible()
  await page.getByRole('link', { name: /Support: We are checking your payment/ }).click()
  await page.getByLabel('Your message').fill('Thank you')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(desk.getByRole('list', { name: 'Messages' })).toContainText('Thank you')
  await expect(desk.getByRole('button', { name: 'Close conversation' })).toBeVisible()
  await desk.context().close()
})

test('a visitor finds the form below the login, confirms by mail, gets an answer there and replies', async ({
  page,
  request,
  browser,
}) => {
  const { name, email } = newPerson('Farid Khan')
  await page.goto('/login')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact support' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Your message').fill('I cannot sign in any more')
  await expectFit(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('One step left: open the link in your e-mail.')).toBeVisible()
  await page.goto(await mailedTo(() => readMailbox(request), email, /(\/contact\?confirm=[\w-]+)/))
  await expect(page.getByText('I cannot sign in any more')).toBeVisible()
  await expectFit(page)
  await page.getByRole('button', { name: 'Yes, send it' }).click()
  await expect(page.getByText('Your message has reached us.')).toBeVisible()

  const desk = await adminPage(browser, request)
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto(`/admin/support?search=${encodeURIComponent(email)}`)
  await desk.getByRole('link', { name: /Farid Khan/ }).click()
  await expect(desk.getByText('none that has confirmed it')).toBeVisible()
  await expectFit(desk)
  await desk.getByLabel('Your answer (reads English)').fill('Which e-mail address did you register with?')
  await desk.getByRole('button', { name: 'Send answer' }).click()
  await expect(desk.getByRole('list', { name: 'Messages' })).toContainText('Which e-mail address')
  await desk.getByRole('link', { name: 'Back to the list' }).click()
  await expect(desk.getByRole('tab', { name: /Answered/ })).toContainText('1')
  await desk.context().close()

  await page.goto(await mailedTo(() => readMailbox(request), email, /(\/contact\?thread=[\w.-]+)/))
  await expect(page.getByText('Which e-mail address did you register with?')).toBeVisible()
  await page.getByLabel('Your message').fill('This one')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('This one')
  await expectFit(page)
})
