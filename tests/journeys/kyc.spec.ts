/** Identity: refused, rejected, submitted again, approved; and then withdrawals are possible. */
import { expect, type Locator, test } from '@playwright/test'
import { adminPage, enter, newUser, randomPan } from '../support/people.ts'
import { makePicture } from '../support/pictures.ts'

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await makePicture('jpeg', { width: 1600, height: 1000 }),
})

test('a document is refused because something is missing, rejected with a reason, replaced and approved', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request, 'Ravi Kumar')
  await enter(page, person)

  await page.goto('/withdraw')
  await expect(page.getByRole('heading', { name: 'KYC Verification Required' })).toBeVisible()
  await page.getByRole('link', { name: 'Complete KYC' }).click()
  await page.waitForURL(/\/profile/)

  const submit = page.getByRole('button', { name: 'Submit for verification' })
  await submit.click()
  await expect(page.getByText('Please enter your government ID number')).toBeVisible()
  await expect(page.getByText('Please upload all required images')).toHaveCount(2) // at both photos, at once
  await page.getByLabel('Aadhar number').fill('2341 2341')
  await submit.click()
  await expect(page.getByText('Aadhar number must be 12 digits')).toBeVisible()
  const digits = String(Date.now()).slice(-8)
  await page.getByLabel('Aadhar number').fill(`2999${digits}`)
  await page.getByLabel('Front of the card').setInputFiles(await photo('front.jpg'))
  await submit.click()
  await expect(page.getByText('Please upload all required images')).toBeVisible()
  await page.getByLabel(/^I agree that BittKosh/).check() // from here on photos may leave the phone
  // the camera took the foreground, and the phone closed the page
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('/api/files/')
  await page.reload()
  await expect(page.getByLabel('Aadhar number')).toHaveValue(`2999${digits}`)
  await expect(page.getByText('Photo uploaded')).toBeVisible()
  await page.getByLabel('Back of the card').setInputFiles(await photo('back.jpg'))
  await submit.click()
  await expect(page.getByText('Please read why we ask for this, and tick to agree.')).toBeVisible()
  await page.getByLabel(/^I agree that BittKosh/).check()
  await submit.click()
  await expect(page.getByText('KYC documents submitted successfully')).toBeVisible()
  await expect(page.getByText(`XXXX XXXX ${digits.slice(-4)}`)).toBeVisible()

  await page.goto('/withdraw')
  await expect(page.getByText('Your document is being checked.')).toBeVisible()
  await page.getByRole('link', { name: 'Complete KYC' }).click()
  await page.waitForURL(/\/profile#kyc/)

  const desk = await adminPage(browser, request)
  await desk.goto('/admin/kyc')
  await desk.getByRole('searchbox').fill(person.user.email)
  await expect(desk.getByRole('row').filter({ hasText: 'Ravi Kumar' })).toHaveCount(1)
  await expect(desk.getByRole('img', { name: 'Aadhar Card, Front' })).toBeVisible()
  await desk.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(desk.getByRole('img', { name: 'Aadhar Card, Back' })).toHaveJSProperty('complete', true)
  await desk.getByText('Everything else about it').click()
  await expect(desk.getByText(/^Text 1, in English/)).toBeVisible()
  const frameHeight = async (photo: Locator) => (await photo.locator('..').boundingBox())?.height ?? 0
  const small = await frameHeight(desk.getByRole('img', { name: 'Aadhar Card, Back' }))
  await desk.getByRole('button', { name: 'Full screen' }).click()
  const sides = desk.getByRole('dialog', { name: 'Aadhar Card' }).getByRole('img')
  await expect(sides).toHaveCount(2)
  const [front, back] = await Promise.all([sides.nth(0).boundingBox(), sides.nth(1).boundingBox()])
  expect((front?.x ?? 0) + (front?.width ?? 0)).toBeLessThanOrEqual(back?.x ?? 0) // side by side
  const large = sides.nth(1)
  expect(await frameHeight(large)).toBeGreaterThan(1.4 * small)
  for (const key of ['+', 'r']) await desk.keyboard.press(key)
  await expect(large).toHaveAttribute('style', /rotate\(90deg\) scale\(1\.5\)/)
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toBeHidden() // R has rejected nothing
  await desk.getByRole('button', { name: 'Rotate' }).click()
  await desk.getByRole('button', { name: 'Zoom in' }).click()
  await desk.getByRole('heading', { name: 'KYC Verification' }).click() // leaves the search field, so that keys work
  await desk.keyboard.press('r')
  const rejecting = desk.getByRole('dialog')
  await expect(rejecting.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled()
  await desk.keyboard.press('2')
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(desk.getByRole('status').getByText('KYC rejected')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Part of the card is cut off. All four corners must be visible.')).toBeVisible()
  const pan = randomPan()
  await page.getByRole('button', { name: 'PAN', exact: true }).click()
  await page.getByLabel('PAN number').fill('ABCD1234F')
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByText('Invalid PAN number format')).toBeVisible()
  await page.getByLabel('PAN number').fill(pan.toLowerCase())
  await page.getByLabel('Photo of the card').setInputFiles(await photo('pan.jpg'))
  await page.getByLabel(/^I agree that BittKosh/).check()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByText(`${pan.slice(0, 5)}****${pan.slice(9)}`)).toBeVisible()

  await desk.goto(`/admin/kyc?search=${encodeURIComponent(person.user.email)}`)
  await desk.getByRole('button', { name: 'Show in full' }).click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('The fourth digit is unclear')
  await desk.getByRole('dialog').getByRole('button', { name: 'Show in full' }).click()
  await expect(desk.getByText(pan)).toBeVisible()
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('No requests match this search')).toBeVisible()

  // after the decision, by the calls that are written down
  await desk.goto(`/admin/users/${person.user.id}?tab=overview`)
  await expect(desk.getByText(pan)).toBeHidden()
  await desk.getByRole('button', { name: 'Show in full' }).last().click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('The tax office asks')
  await desk.getByRole('dialog').getByRole('button', { name: 'Show in full' }).click()
  await expect(desk.getByText(pan)).toBeVisible()
  await desk.getByRole('button', { name: 'Show the photos' }).last().click()
  const photos = desk.getByRole('dialog').getByRole('img', { name: 'PAN Card, Front' })
  await expect(photos).toHaveJSProperty('complete', true)
  await expect(photos).not.toHaveJSProperty('naturalWidth', 0)
  await desk.goto(`/admin/audit?subject=kyc`)
  await expect(desk.getByText('The tax office asks')).toBeVisible()
  await desk.context().close()

  await page.goto('/withdraw')
  await expect(page.getByRole('button', { name: 'Review withdrawal' })).toBeVisible()
})
