/** A notification sent to everybody by mistake is recalled. */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { adminPage, enter, newUser } from '../support/people.ts'

test('a notification to everybody is recalled, and disappears from the bell’s list', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request)
  const title = `Maintenance ${randomUUID()}`
  const office = await adminPage(browser, request)
  await office.goto('/admin/notifications')
  await office.getByRole('tab', { name: 'Global' }).click()
  await office.getByLabel('Title').fill(title)
  await office.getByLabel('Message').fill('Tonight, on the wrong day')
  await office.getByRole('button', { name: 'Send to every user' }).click()
  await office.getByRole('button', { name: /^Send to [\d,]+ (person|people)$/ }).click()
  const sent = office.getByRole('listitem').filter({ hasText: title })
  await expect(sent).toContainText('shown until')

  await enter(page, person)
  await page.goto('/wallet')
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  const item = page.getByRole('article').filter({ hasText: title })
  await expect(item).toContainText('Tonight, on the wrong day')

  await sent.getByRole('button', { name: 'Recall' }).click()
  const question = office.getByRole('dialog', { name: 'Recall this notification?' })
  await expect(question).toContainText(title)
  await question.getByRole('button', { name: 'Recall' }).click()
  await expect(office.getByText('The notification was recalled')).toBeVisible()
  await expect(sent.getByRole('button')).toHaveCount(0)
  await expect(sent).toContainText('Recalled')
  await office.context().close()

  await page.goto('/wallet')
  const listed = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/notifications')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  expect(await (await listed).text()).not.toContain(title)
  await expect(page.locator('[data-loading], [aria-busy=true]')).toHaveCount(0)
  await expect(item).toHaveCount(0)
})
