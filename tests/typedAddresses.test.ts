/**
 * The server opens no address that a person typed: each field of each call is filled with addresses of this machine and of a
 * cloud's, as user and as admin, and everything is read that the server makes of them (docs/security.md#input-and-headers).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { reportNames } from '@bittkosh/contract/reports'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readApi } from '../bench/hostile/fields.ts'
import { plant } from '../bench/hostile/plant.ts'
import { makePlanter } from '../bench/hostile/planter.ts'
import { spray } from '../bench/hostile/spray.ts'
import { routes } from '../server/src/rooms.ts'
import { testDatabase } from './support/database.ts'
import { newPerson, type Person } from './support/logins.ts'
import { startProgram } from './support/program.ts'

const { url, dataDir } = await testDatabase()
let callers = 0
const canary = createServer((socket) => {
  callers++
  socket.destroy()
}).listen(0, '127.0.0.1')
await new Promise((listening) => canary.once('listening', listening))
afterAll(() => void canary.close())
const { port } = canary.address() as AddressInfo
const addresses = [
  `https://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/coin.png`,
  `http://localhost:${port}/coin.png`,
  `https://2130706433:${port}/coin.png`, // 127.0.0.1 as one number
  `http://[::ffff:127.0.0.1]:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/latest/meta-data/',
]

test('whatever is typed, no line leads there', async () => {
  const { email, password } = newPerson('admin')
  const notes = join(dataDir, 'lines')
  const program = await startProgram({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DEV_TOOLS: 'on',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LINES_NOTED_IN: notes,
    NODE_OPTIONS: `--import=${import.meta.resolve('./support/noteLines.ts')}`,
  })
  const { base } = program
  const api = await readApi(base)
  const planter = makePlanter({ base, api, texts: addresses })
  const planted = await plant(planter, { base, texts: addresses, admin: { login: email, password } }, 1)
  await plantLinks()
  await uploadFiles()
  const { findings } = await spray(planter, { base, api, texts: addresses, planted, seed: 1 })
  expect(findings).toEqual([])
  const read = await readEverything()
  await program.stop()

  // It was typed, kept and handed out.
  expect(read.filter((text) => text.includes(`127.0.0.1:${port}`)).length).toBeGreaterThan(20)
  const mails = readdirSync(join(dataDir, 'outbox')).map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'))
  expect(mails.length).toBeGreaterThan(10)
  expect(callers).toBe(0)
  // To the database, and nowhere else.
  const lines = readFileSync(notes, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(0)
  const { hostname, port: databasePort } = new URL(url)
  const ofDatabase = (line: string) => line.includes('.s.PGSQL.') || line === `${hostname}:${databasePort}`
  expect(lines.filter((line) => !ofDatabase(line))).toEqual([])

  await fetch(addresses[1] ?? '').catch(() => {})
  expect(callers).toBe(1)

  /** What plant() leaves as it is, because it is no text but a link. */
  async function plantLinks(): Promise<void> {
    const { admin } = planted
    const [category] = await planter.must<{ id: number }[]>(admin, 'GET', '/admin/cryptocurrency-categories', {})
    for (const [n, link] of addresses.entries()) {
      await planter.must(admin, 'POST', '/upcomings', {}, { title: 'Soon', link })
      await planter.must(
        admin,
        'POST',
        '/admin/cryptocurrencies',
        {},
        { ...coin, symbol: `C${n}`, icon_url: link, category_id: category?.id },
      )
    }
    for (const qr_code_url of addresses.filter((link) => link.startsWith('https:'))) {
      const details = { upi_id: 'pay@okhdfc', qr_code_url }
      await planter.must(
        admin,
        'POST',
        '/deposit-methods',
        {},
        { name: 'UPI', type: 'upi', instructions: 'Pay', details },
      )
    }
    for (const key of ['support_url', 'app_install_url'])
      await planter.must(admin, 'PUT', '/settings/{key}', { key }, { value: addresses[0] })
  }

  /** What names an address inside a file: a drawing, and a bank's spreadsheet. */
  async function uploadFiles(): Promise<void> {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${addresses[1]}" width="9" height="9"/></svg>`
    const form = new FormData()
    form.append('image', new Blob([drawing]), 'pan.jpg')
    const headers = { authorization: `Bearer ${planted.people[0]?.token}` }
    const reply = await fetch(`${base}/api/upload-image`, { method: 'POST', headers, body: form })
    expect(reply.status).toBe(422)
    const { admin } = planted
    const content = Buffer.from(spreadsheetNaming(addresses[1] ?? '')).toString('base64')
    const file = { account: { name: 'Current account' }, file_name: 'june.xlsx', content }
    const { columns } = await planter.must<{ columns: unknown }>(admin, 'POST', '/bank-statements/preview', {}, file)
    expect(columns).toBeDefined()
  }

  /** Every reply of a GET, the page that the server draws, its files and mails. */
  async function readEverything(): Promise<string[]> {
    const [person] = planted.people
    const get = async (path: string, as?: Person) =>
      (await fetch(`${base}${path}`, { headers: as ? { authorization: `Bearer ${as.token}` } : {} })).text()
    const texts = [await get('/'), await get('/?language=hi'), await get('/docs'), await get('/dev/mailbox')]
    for (const { endpoint } of routes.filter((route) => route.endpoint.method === 'GET')) {
      const path = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}`
      texts.push(await get(path, endpoint.who === 'admin' ? planted.admin : person))
    }
    for (const report of reportNames)
      for (const format of ['csv', 'xlsx']) await get(`/api/reports/${report}/export?format=${format}`, planted.admin)
    const to = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)
    for (const format of ['csv', 'pdf']) await get(`/api/statement?from=2026-01-01&to=${to}&format=${format}`, person)
    return texts
  }
})

const coin = {
  name: 'A coin',
  description: 'For the players',
  minimum_deposit: 100,
  maximum_deposit: 1000,
  profit_percentage: 5,
  lower_fluctuation: 1,
  higher_fluctuation: 2,
  bottom_flow: 0,
  upper_flow: 1,
}

/** An XLSX file of one sheet, whose parts lead to an address in each way that XML and the format have. */
function spreadsheetNaming(address: string): Uint8Array {
  const office = 'http://schemas.openxmlformats.org'
  const main = `xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"`
  const outer = `<!DOCTYPE x SYSTEM "${address}" [<!ENTITY far SYSTEM "${address}"><!ENTITY % more SYSTEM "${address}"> %more;]>`
  const link = `<Relationship Id="far" Type="${office}/officeDocument/2006/relationships/hyperlink" Target="${address}" TargetMode="External"/>`
  const relations = (inner: string) =>
    `<Relationships xmlns="${office}/package/2006/relationships">${inner}</Relationships>`
  const part = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
  const cells = ['Date', 'Narration', '&far;']
    .map((text, n) => `<c r="${'ABC'[n]}1" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations(part('one', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${main}><sheets><sheet name="June" sheetId="1" r:id="one"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(part('one', 'worksheet', 'worksheets/sheet1.xml') + link),
    'xl/worksheets/sheet1.xml': `${outer}<worksheet ${main}><sheetData><row r="1">${cells}</row></sheetData><hyperlinks><hyperlink ref="A1" r:id="far"/></hyperlinks></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations(link),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}
