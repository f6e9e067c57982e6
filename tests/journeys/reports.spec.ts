/** Reports in the panel: an admin opens one, finds what was done a moment ago in it, and downloads it. */
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import readXlsx from 'read-excel-file/node'
import { barriersInBothThemes, scrollsSideways } from '../support/axe.ts'
import { adminPage, enter, newUser } from '../support/people.ts'
import { restOf } from '../support/rest.ts'
import { fund, pastMidnight } from './steps.ts'

const rupees = (text = '') => Number(text.replace(/[^\d.−-]/g, '').replace('−', '-'))

/** A row of the report's table on the screen: each figure by its column. */
async function shown(desk: Page, report: string, row: RegExp): Promise<Record<string, string>> {
  const table = desk.getByRole('table', { name: report })
  const names = await table.getByRole('columnheader').allInnerTexts()
  const cells = await table.getByRole('row', { name: row }).getByRole('cell').allInnerTexts()
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
}

async function downloaded(desk: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = desk.waitForEvent('download')
  await desk.getByRole('button', { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('inflow shows a deposit that was just approved, and its files agree', async ({ browser, request }) => {
  await pastMidnight()
  const desk = await adminPage(browser, request)
  await desk.goto('/admin/reports?report=inflow')
  await expect(desk.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  const person = await newUser(request)
  await fund(request, person, 4321.05) // so that there is a row
  await desk.reload()
  await expect(desk.getByRole('table', { name: 'Inflow' })).toBeVisible()
  const before = await shown(desk, 'Inflow', /^Total/)
  await fund(request, person, 1234.5)
  await desk.reload()
  await expect(desk.getByRole('table', { name: 'Inflow' })).toBeVisible()
  const after = await shown(desk, 'Inflow', /^Total/)
  // other journeys pay in meanwhile
  expect(rupees(after.Inflow) - rupees(before.Inflow)).toBeGreaterThanOrEqual(1234.5 - 0.005)
  expect(Number(after.Deposits) - Number(before.Deposits)).toBeGreaterThanOrEqual(1)
  const sums = ['UPI', 'Bank', 'USDT', 'Reversed'].map((column) => rupees(after[column]))
  expect(rupees(after.Inflow)).toBeCloseTo(
    sums.reduce((all, sum) => all + sum, 0),
    2,
  )

  const csv = await downloaded(desk, 'Download as CSV')
  expect(csv.name).toMatch(/^bittkosh-inflow-\d{4}-\d\d-\d\d\.csv$/)
  const [head = '', ...lines] = csv.bytes.toString('utf8').slice(1).trim().split('\r\n')
  expect(head).toBe('month,deposits,upi,bank,crypto,reversed,inflow')
  expect(lines).toHaveLength(12)
  const inCsv = lines.reduce((sum, line) => sum + Number(line.split(',').at(-1)), 0)
  expect(inCsv).toBeGreaterThanOrEqual(rupees(after.Inflow) - 0.005)

  const xlsx = await downloaded(desk, 'Download as Excel file (XLSX)')
  expect(xlsx.name).toMatch(/\.xlsx$/)
  const rows = (await readXlsx(xlsx.bytes))[0]?.data ?? []
  expect(rows[0]).toEqual(head.split(','))
  expect(rows.slice(1).reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBeGreaterThanOrEqual(inCsv - 0.005)
  await desk.context().close()
})

test('every report opens from the menu, with its table, its chart and the meaning of its figures', async ({
  browser,
  request,
}) => {
  await fund(request, await newUser(request), 5000)
  const desk = await adminPage(browser, request)
  await desk.goto('/admin')
  await desk.getByRole('link', { name: 'Reports' }).click()
  for (const name of ['Inflow', 'Decisions', 'Cohorts']) {
    await desk.getByRole('tab', { name }).click()
    await expect(desk.getByRole('table', { name })).toBeVisible()
    await expect(desk.getByRole('img', { name: 'The same figures are available as a table.' })).toBeVisible()
    await expect(desk.getByRole('heading', { name: 'What the figures mean' })).toBeVisible()
    expect.soft(await barriersInBothThemes(desk), name).toEqual([])
    expect.soft(await scrollsSideways(desk), `${name} scrolls sideways`).toBe(false)
  }
  await desk.getByRole('combobox', { name: 'Months' }).selectOption('Last 24 months')
  await expect(desk.getByRole('table', { name: 'Cohorts' }).getByRole('row')).toHaveCount(25)
  await desk.reload()
  await expect(desk.getByRole('table', { name: 'Cohorts' }).getByRole('row')).toHaveCount(25)

  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto('/admin/reports?report=inflow')
  await expect(desk.getByText('Months without anything are left out.')).toBeVisible()
  const cards = desk.getByRole('table', { name: 'Inflow' }).getByRole('row')
  for (const card of await cards.all()) expect((await card.getByRole('cell').all()).length).not.toBe(2) // a single month
  expect(await scrollsSideways(desk)).toBe(false)
  await desk.context().close()
})

test('a person downloads the income of a financial year, and an admin the same for them', async ({
  page,
  browser,
  request,
}) => {
  const person = await newUser(request)
  await fund(request, person, 3000)
  await enter(page, person)
  await page.setViewportSize({ width: 320, height: 640 })
  const atRest = restOf(page)
  await page.goto('/wallet')
  await atRest() // what arrives late pushes the button away from a click
  for (const format of ['CSV, for a spreadsheet', 'PDF, to read']) {
    await page.getByRole('button', { name: 'Statement', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Statement' })
    await dialog.getByRole('button', { name: 'Income, for tax' }).click()
    await expect(dialog.getByText(/No tax is withheld here/)).toBeVisible()
    const choice = dialog.getByRole('button', { name: format })
    const [frame, box] = [await dialog.boundingBox(), await choice.boundingBox()]
    if (!frame || !box) throw new Error('the dialog is not shown')
    expect(box.x + box.width).toBeLessThan(frame.x + frame.width)
    await choice.click()
    expect.soft(await barriersInBothThemes(page), format).toEqual([])
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^bittkosh-income-\d{4}-04-01-to-\d{4}-\d\d-\d\d\.(csv|pdf)$/)
    const bytes = readFileSync(await file.path())
    if (file.suggestedFilename().endsWith('.pdf')) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    else expect(bytes.toString('utf8')).toMatch(/,Earn interest,0\.00,0\.00,\r\n/)
    await expect(dialog).toBeHidden()
  }

  const desk = await adminPage(browser, request)
  await desk.goto(`/admin/users/${person.user.id}`)
  await desk.getByRole('button', { name: 'Statement', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: /^Statement of/ })
  await dialog.getByRole('button', { name: 'Income, for tax' }).click()
  await expect(dialog.getByLabel('From')).toHaveValue(/-04-01$/)
  await dialog.getByLabel('Financial year').selectOption({ index: 2 })
  await expect(dialog.getByLabel('To')).toHaveValue(/-03-31$/)
  const coming = desk.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^bittkosh-income-\d+-.*\.pdf$/)
  await desk.context().close()
})
