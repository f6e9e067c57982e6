import { releasedContact } from '@bittkosh/contract/contact'
import type { Cause } from '@bittkosh/contract/movements'
import { rupeesText, paise } from '@bittkosh/contract/money'
import { addDays, dayOf, timeOf } from '@bittkosh/contract/time'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import {
  balanceAdjusted,
  flexibleDeposited,
  interestPosted,
  type Movement,
  planBought,
  planClaimed,
  withdrawalRequested,
} from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { referenceOf } from './statement.ts'
import { referenceText, statementWords } from './statement-words.ts'

let server: TestServer
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  user = await server.makeUser({ name: 'आशा Rao' })
  const id = user.id
  await book('2026-03-30T06:00:00Z', balanceAdjusted({ id: -1, user: id, change: paise(10_000_00n) }))
  await book('2026-03-31T18:29:59.999Z', flexibleDeposited({ id, user: id, amount: paise(4_000_00n) }))
  await book('2026-03-31T18:30:00.000Z', planBought({ id, user: id, amount: paise(1_234_56n) }))
  await book('2026-04-03T05:00:00Z', withdrawalRequested({ id, user: id, amount: paise(500_00n) }))
  // Interest of a missed day: booked last, with its own date.
  await book('2026-04-10T05:00:00Z', planClaimed({ id, user: id, amount: paise(1_234_56n), profit: paise(100_01n) }))
  await book('2026-04-01T18:30:00Z', interestPosted({ day: '2026-04-01', credits: [{ user: id, amount: paise(80n) }] }))
  return () => server.close()
})

function book(at: string, movement: Movement) {
  return transaction(server.services.db, (tx) => post(tx, new Date(at), movement))
}

async function readCsv(from: string, to: string, as = user) {
  const reply = await server.call('GET', `/statement?from=${from}&to=${to}&format=csv`, { as })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatch(/^\ufeff/)
  const [head, ...rows] = String(reply.body)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(head).toEqual(['Account', 'Date', 'Time', 'Description', 'Reference', 'In', 'Out', 'Balance'])
  return rows.map(([account, date, time, description, reference, came, left, balance]) => ({
    account: account!,
    date: date!,
    time,
    description,
    reference,
    came: came ? Math.round(Number(came) * 100) : 0,
    left: left ? Math.round(Number(left) * 100) : 0,
    balance: Math.round(Number(balance) * 100),
  }))
}

test('a day has its bookings in Kolkata time, each account from its opening to its closing', async () => {
  const rows = await readCsv('2026-04-01', '2026-04-01')
  expect(rows.filter((row) => row.account === 'Wallet')).toEqual([
    expect.objectContaining({ description: 'Opening', balance: 6_000_00 }),
    expect.objectContaining({ time: '00:00', description: 'Plan bought', left: 1_234_56, balance: 4_765_44 }),
    expect.objectContaining({ description: 'Closing', balance: 4_765_44 }),
  ])
  expect(rows.filter((row) => row.account === 'Earn').map((row) => row.balance)).toEqual([4_000_00, 4_000_00])
})

test('late interest is listed on its own day, and the balance follows the days', async () => {
  const rows = (await readCsv('2026-03-01', '2026-04-30')).filter((row) => row.account === 'Earn')
  expect(rows.map((row) => [row.date, row.description, row.balance])).toEqual([
    ['2026-03-01', 'Opening', 0],
    ['2026-03-31', 'Moved to Earn', 4_000_00],
    ['2026-04-02', 'Earn interest', 4_000_80],
    ['2026-04-30', 'Closing', 4_000_80],
  ])
})

test('opening + lines = closing for any range, and a closing is the next opening', async () => {
  const days = [
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-10',
    '2026-04-11',
  ]
  for (const [index, from] of days.entries()) {
    for (const to of days.slice(index)) {
      const rows = await readCsv(from, to)
      for (const account of ['Wallet', 'Earn', 'Fixed-term plans', 'Held for withdrawals']) {
        const own = rows.filter((row) => row.account === account)
        const moved = own.reduce((sum, row) => sum + row.came - row.left, 0)
        expect(own[0]!.balance + moved, `${account} ${from} to ${to}`).toBe(own.at(-1)!.balance)
      }
    }
  }
  const closings = (await readCsv('2026-03-01', '2026-04-02')).filter((row) => row.description === 'Closing')
  const openings = (await readCsv('2026-04-03', '2026-04-03')).filter((row) => row.description === 'Opening')
  expect(openings.map((row) => row.balance)).toEqual(closings.map((row) => row.balance))
})

test('the whole statement ends with the current balances', async () => {
  const rows = await readCsv('2026-01-01', '2026-12-31')
  const { rows: accounts } = await sql<{ kind: string; balance: bigint }>`
    select kind, balance from ledger_accounts where holder = ${user.id}`.execute(server.services.db)
  const closing = Object.fromEntries(
    rows.filter((row) => row.description === 'Closing').map((row) => [row.account, row.balance]),
  )
  const balanceOf = (kind: string) => Number(accounts.find((account) => account.kind === kind)?.balance)
  expect(closing).toEqual({
    Wallet: balanceOf('wallet'),
    Earn: balanceOf('flexible'),
    'Fixed-term plans': balanceOf('invested'),
    'Held for withdrawals': balanceOf('held'),
  })
})

test('nothing is certified of days that have not come: a later end is today, and today ends now', async () => {
  const now = server.clock.now()
  const today = dayOf(now)
  const end = (rows: { account: string; date: string; time: string | undefined }[]) =>
    rows.filter((row) => row.account === 'Wallet').at(-1)
  const rows = await readCsv('2026-03-01', addDays(today, 400))
  expect(end(rows)).toMatchObject({ description: 'Closing', date: today, time: timeOf(now) })
  const past = await readCsv('2026-03-01', addDays(today, -1))
  expect(end(past)).toMatchObject({ date: addDays(today, -1), time: '23:59' })
  const { text } = await readPdf(`from=2026-04-01&to=${addDays(today, 400)}`)
  expect(text).toContain(`01-04-2026 to ${today.split('-').toReversed().join('-')}`)
  const reply = await server.call('GET', `/statement?from=${addDays(today, 1)}&to=${addDays(today, 2)}&format=csv`, {
    as: user,
  })
  expect(reply.status).toBe(400)
})

test('a document names no contact that belongs to somebody else now', async () => {
  expect((await readPdf('from=2026-04-01&to=2026-04-01')).text).toContain(user.email)
  const { db } = server.services
  await sql`update users set email = ${releasedContact(user.id)} where id = ${user.id}`.execute(db)
  const { text } = await readPdf('from=2026-04-01&to=2026-04-01')
  await sql`update users set email = ${user.email} where id = ${user.id}`.execute(db)
  expect(text).not.toContain('released')
})

test('more lines than one batch are each listed once', async () => {
  const busy = await server.makeUser()
  const at = new Date('2026-05-05T05:00:00Z') // all at the same moment, so that the order falls back on the id
  await transaction(server.services.db, (tx) =>
    post(
      tx,
      at,
      Array.from({ length: 2500 }, (_, n) =>
        balanceAdjusted({ id: -1_000_000 - busy.id * 10_000 - n, user: busy.id, change: paise(BigInt(n + 1)) }),
      ),
    ),
  )
  const rows = (await readCsv('2026-05-05', '2026-05-05', busy)).filter((row) => row.account === 'Wallet')
  expect(rows.slice(1, -1).map((row) => row.came)).toEqual(Array.from({ length: 2500 }, (_, n) => n + 1))
  expect(rows.at(-1)!.balance).toBe((2500 * 2501) / 2)
})

async function readPdf(query: string): Promise<{ text: string; pages: number }> {
  const reply = await server.app.inject({
    method: 'GET',
    url: `/api/statement?${query}&format=pdf`,
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['content-disposition']).toContain('bittkosh-statement-')
  const pdf = await getDocumentProxy(new Uint8Array(reply.rawPayload))
  const { text } = await extractText(pdf, { mergePages: true })
  return { text, pages: pdf.numPages }
}

test('the PDF can be read back: the rupee sign, the figures, the words', async () => {
  const { text } = await readPdf('from=2026-04-01&to=2026-04-30')
  for (const words of [
    'Account statement',
    '01-04-2026 to 30-04-2026',
    'Plan bought',
    '₹1,234.56',
    '₹10,100.81',
    'Earn interest',
  ])
    expect(text).toContain(words)
})

test('the PDF in Hindi can be read back', async () => {
  const { text } = await readPdf('from=2026-04-01&to=2026-04-30&language=hi')
  // Vowel signs may come back in drawing order; letters, the rupee sign and figures must all be there.
  for (const words of ['₹1,234.56', '₹10,100.81', 'Earn', 'BittKosh']) expect(text).toContain(words)
  expect(text).toMatch(/[\u0900-\u097f]{3}/)
})

test('a range without bookings states that', async () => {
  const { text, pages } = await readPdf('from=2020-01-01&to=2020-12-31')
  expect(pages).toBe(1)
  expect(text).toContain('Nothing was booked in this period.')
})

test.each([
  ['no range', 'format=csv'],
  ['an end before the beginning', 'from=2026-04-02&to=2026-04-01&format=csv'],
  ['a day that does not exist', 'from=2026-02-30&to=2026-04-01&format=csv'],
  ['another format', 'from=2026-04-01&to=2026-04-02&format=xlsx'],
])('%s is 400', async (_case, query) => {
  expect((await server.call('GET', `/statement?${query}`, { as: user })).status).toBe(400)
})

test('a user sees only their own accounts, admins and visitors see none', async () => {
  const other = await server.makeUser()
  const rows = await readCsv('2026-01-01', '2026-12-31', other)
  expect(rows.every((row) => row.balance === 0)).toBe(true)
  const admin = await server.makeUser({ role: 'admin' })
  const path = '/statement?from=2026-04-01&to=2026-04-02&format=csv'
  expect((await server.call('GET', path, { as: admin })).status).toBe(403)
  expect((await server.call('GET', path)).status).toBe(401)
})

test.each<[Cause, string]>([
  [{ subject: 'deposit', subjectId: 12, event: 'decided' }, 'K7Q2M9XR4T'],
  [{ subject: 'investment', subjectId: 7, event: 'claimed' }, 'K7Q2M9XR4T'],
  [{ subject: 'interest', subjectId: 7, event: 'posted', day: '2026-04-01' }, 'interest 2026-04-01'],
  [{ subject: 'user', subjectId: 5, event: 'welcomed' }, ''],
  // a friend's event is the friend's
  [{ subject: 'referral', subjectId: 9, event: 'rewarded' }, ''],
  [{ subject: 'investment', subjectId: 7, event: 'shared' }, ''],
  [{ subject: 'interest', subjectId: 7, event: 'shared', day: '2026-04-01' }, ''],
])('the booking %j refers to %j', (cause, reference) =>
  expect(referenceText(statementWords.en, referenceOf(cause, 'K7Q2M9XR4T'))).toBe(reference),
)

test('a reader of Hindi finds no English record in it', () => {
  const cause: Cause = { subject: 'interest', subjectId: 7, event: 'posted', day: '2026-04-01' }
  expect(referenceText(statementWords.hi, referenceOf(cause, null))).toBe('ब्याज 2026-04-01')
})

test('amounts are plain text that a spreadsheet reads as numbers', () => {
  expect(rupeesText(paise(123456789n))).toBe('1234567.89')
})
