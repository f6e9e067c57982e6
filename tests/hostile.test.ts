/**
 * Hostile texts in the files that leave the server: mails, CSV, PDF. Screens: tests/journeys/hostile.spec.ts; the long run is
 * `npm run bench -- hostile`.
 */
import { message, name } from '@bittkosh/contract/shapes'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readCsv, readMails, wrongCells, wrongMail, wrongPdf, wrongSheet } from '../bench/hostile/files.ts'
import { hostileTexts, nearestAccepted } from '../bench/hostile/texts.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { xlsxFile } from '../server/src/platform/http/xlsx.ts'
import { sendMails } from '../server/src/platform/outbox/outbox.ts'
import { outboxFolder } from '../server/src/platform/outbox/post.ts'
import { expectInvariants } from './support/invariants.ts'
import { seedSamples } from './support/samples.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'

const texts = hostileTexts({ seed: 20_261_123, count: 500 })
const names = texts.map((text) => nearestAccepted(text, { max: 100, oneLine: true }))

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await testServer()
  await seedSamples(server.services.db, server.clock.now())
  admin = await server.makeUser({ role: 'admin' })
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

test('a seed has its own texts, each once, and each has a form that the contract accepts', () => {
  expect(hostileTexts({ seed: 20_261_123, count: 500 })).toEqual(texts)
  expect(hostileTexts({ seed: 1, count: 20 })).not.toEqual(texts.slice(0, 20))
  expect(new Set(texts).size).toBe(500)
  for (const each of names) expect([each, z.safeDecode(name, each).success]).toEqual([each, true])
  for (const each of texts.map((text) => nearestAccepted(text, { max: 2000, oneLine: false })))
    expect([each, z.safeDecode(message, each).success]).toEqual([each, true])
})

test('in an export no name is a formula, and each stays in its cell', async () => {
  for (const each of names) await server.makeUser({ name: each })
  const { body: csv } = await server.call('GET', '/users/export', { as: admin })
  expect(wrongCells(csv).findings).toEqual([])
  const cells = new Set(readCsv(csv).flat())
  expect(names.filter((each) => !cells.has(each) && !cells.has(`'${each}`))).toEqual([])
})

test('in a statement names and addresses of any length stay on the page, and the rest follows', async () => {
  const joined = ['क्\u200dष', 'zero\u200cwidth'] // they once broke the library
  const wide = [...new Set(['W'.repeat(100), ...joined, ...names.slice(0, 10)])]
  for (const each of wide) {
    const user = await server.makeUser({ name: each, walletRupees: 100 })
    const email = `${'w'.repeat(60)}-${user.id}@${'mail-'.repeat(30)}example.test`
    await sql`update users set email = ${email} where id = ${user.id}`.execute(server.services.db)
    const url = '/api/statement?from=2026-04-01&to=2026-11-21&format=pdf'
    const reply = await server.app.inject({ url, headers: { authorization: `Bearer ${user.token}` } })
    const findings = await wrongPdf(new Uint8Array(reply.rawPayload), [email, 'Closing', '₹100.00', 'Page 1'])
    expect([each, findings]).toEqual([each, []])
  }
})

test('in a spreadsheet no text is a formula or a link, or breaks the file', async () => {
  const rows = texts.map((text, place) => [text, place, text])
  expect(wrongSheet(await xlsxFile('Payouts', [['Name', 'Amount', 'Note'], ...rows]))).toEqual([])
})

test('in a mail a text adds no header and no part', async () => {
  const methods = (await server.call('GET', '/deposit-methods', { as: admin })).body
  const payment_method = methods.find(({ type }: { type: string }) => type === 'upi').id
  const told = texts.slice(0, 40).map((text) => nearestAccepted(text, { max: 500, oneLine: false }))
  for (const [place, admin_note] of told.entries()) {
    const user = await server.makeUser({ name: names[place] ?? '' })
    const body = { amount: 1000, transaction_id: `Reference ${place}`, payment_method }
    const { id } = (await server.call('POST', '/deposits', { as: user, body })).body
    const rejected = { status: 'rejected', admin_note }
    expect((await server.call('PUT', `/deposits/${id}`, { as: admin, body: rejected })).status).toBe(200)
    const text = nearestAccepted(texts[place] ?? '', { max: 2000, oneLine: false })
    const asked = (await server.call('POST', '/conversations', { as: user, body: { text } })).body
    const { body: seen } = await server.call('GET', `/admin/conversations/${asked.id}`, { as: admin })
    const answer = { text, seen: seen.data[0].id }
    await server.call('POST', `/admin/conversations/${asked.id}/messages`, { as: admin, body: answer })
  }
  await sendMails.run(server.services, server.services.clock.now())
  const { mails, findings } = await readMails(outboxFolder(server.services.config))
  expect(findings).toEqual([])
  expect(mails).toBeGreaterThanOrEqual(told.length)
})

test('the readers of the files detect what should not be in them', async () => {
  const start = 'From: <no-reply@bittkosh.test>\r\nTo: <a@example.test>\r\nSubject: x\r\n'
  const plain = 'Content-Type: text/plain; charset=utf-8\r\n'
  expect(await wrongMail(Buffer.from(`${start}${plain}\r\nHello\r\n`))).toEqual([])
  expect(await wrongMail(Buffer.from(`${start}Bcc: <b@example.test>\r\n${plain}\r\nHello\r\n`))).toHaveLength(1)
  expect(await wrongMail(Buffer.from(`${start}Content-Type: text/html\r\n\r\n<b>x</b>\r\n`))).toHaveLength(2)
  expect(wrongCells('a,b\r\n"x\r\n=1",2\r\n')).toEqual({ cells: 2, findings: [] })
  expect(wrongCells('a,b\r\n=1,2\r\n"@x",1,2\r\n').findings).toHaveLength(3)
  expect(wrongCells('a,b\r\n-1.00,-1.00+2\r\n').findings).toHaveLength(1)
  const sheet = (xml: string) => wrongSheet(zipSync({ 'xl/worksheets/sheet1.xml': strToU8(xml) }))
  expect(sheet('<c t="inlineStr"><is><t>=1</t></is></c>')).toEqual([])
  expect(sheet('<c><f>1+1</f></c><hyperlink r:id="1"/>\u0007')).toHaveLength(3)
  expect(wrongSheet(zipSync({}))).toEqual(['no sheet'])
})
