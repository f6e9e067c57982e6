/**
 * The server opens no address that a person typed: each field of each call is filled with addresses of this machine and of a
 * cloud's metadata service, as user and as admin, and everything that the server makes of them is read
 * (docs/security.md#input-and-headers).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { reportNames } from '@bittkosh/contract/reports'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readApi } from '../bench/hostile/fields.ts'
import { plant } from '../bench/hostile/plant.ts'
import { makePlanter } from '../bench/hostile/planter.ts'
import { spray } from '../bench/hostile/spray.ts'
import { xlsxFile } from '../server/src/platform/http/xlsx.ts'
import { routes } from '../server/src/rooms.ts'
import { testDatabase } from './support/database.ts'
import { newPerson, type Person } from './support/logins.ts'
import { startProgram } from './support/program.ts'
import { planTerms } from './support/planTerms.ts'

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

test('whatever is typed, no connection goes there', async () => {
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

  // The addresses were typed, stored and returned.
  expect(read.filter((text) => text.includes(`127.0.0.1:${port}`)).length).toBeGreaterThan(20)
  const mails = readdirSync(join(dataDir, 'outbox')).map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'))
  expect(mails.length).toBeGreaterThan(10)
  expect(callers).toBe(0)
  // Connections to the database, and to nothing else.
  const lines = readFileSync(notes, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(0)
  const { hostname, port: databasePort } = new URL(url)
  const ofDatabase = (line: string) => line.includes('.s.PGSQL.') || line === `${hostname}:${databasePort}`
  expect(lines.filter((line) => !ofDatabase(line))).toEqual([])

  await fetch(addresses[1] ?? '').catch(() => {})
  expect(callers).toBe(1)

  /** Fields that plant() skips, because they hold links and not text. */
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
        {
          ...planTerms,
          name: 'A coin',
          description: 'For the players',
          symbol: `C${n}`,
          icon_url: link,
          category_id: category?.id,
        },
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

  /** Files that contain an address: a drawing, and a bank's spreadsheet. */
  async function uploadFiles(): Promise<void> {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${addresses[1]}" width="9" height="9"/></svg>`
    const form = new FormData()
    form.append('image', new Blob([drawing]), 'pan.jpg')
    const headers = { authorization: `Bearer ${planted.people[0]?.token}` }
    const reply = await fetch(`${base}/api/upload-image`, { method: 'POST', headers, body: form })
    expect(reply.status).toBe(422)
    const { admin } = planted
    const content = Buffer.from(await spreadsheetNaming(addresses[1] ?? '')).toString('base64')
    const file = { account: { name: 'Current account' }, file_name: 'june.xlsx', content }
    const { columns } = await planter.must<{ columns: unknown }>(admin, 'POST', '/bank-statements/preview', {}, file)
    expect(columns).toBeDefined()
  }

  /** Every reply of a GET, the page that the server renders, its files and mails. */
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

/** A spreadsheet whose parts refer to an address in every way that XML and the format allow. */
async function spreadsheetNaming(address: string): Promise<Uint8Array> {
  const outer = `<!DOCTYPE x SYSTEM "${address}" [<!ENTITY far SYSTEM "${address}"><!ENTITY % more SYSTEM "${address}"> %more;]>`
  const link = `<Relationship Id="far" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${address}" TargetMode="External"/>`
  const parts = Object.entries(unzipSync(await xlsxFile('June', [['Date', 'Narration', 'far']])))
  const naming = parts.map(([name, bytes]) => {
    const xml = strFromU8(bytes)
      .replace(/^(<\?xml.*?\?>)?\s*/, (head) => (name.endsWith('.rels') ? head : head + outer))
      .replace('>far<', '>&far;<')
      .replace('</Relationships>', `${link}</Relationships>`)
      .replace('</sheetData>', '</sheetData><hyperlinks><hyperlink ref="A1" r:id="far"/></hyperlinks>')
    return [name, strToU8(xml)]
  })
  return zipSync(Object.fromEntries(naming))
}
