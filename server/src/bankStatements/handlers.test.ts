import { randomInt, randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setFourEyes } from '../../../tests/support/guardedActs.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilOneWaits, untilWaiting } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { jobs } from './jobs.ts'
import { lockMatching } from './matching.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'

let server: TestServer
let admin: TestUser
let checker: TestUser
let upi: number

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  checker = await server.makeUser({ role: 'admin', name: 'Ravi' })
  const made = await server.call('POST', '/deposit-methods', {
    as: admin,
    body: { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } },
  })
  upi = made.body.id
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const utr = () => String(randomInt(100_000_000_000, 999_999_999_999))
const HEAD = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
const DAY = '21/11/2026'
type Row = { in?: number; out?: number; reference?: string; narration?: string; day?: string }
const rowOf = ({ in: came = undefined, out, reference = '', narration = 'UPI', day = DAY }: Row) =>
  `${day},${narration},${reference},${out ?? ''},${came ?? ''},`
const csvOf = (...rows: Row[]) => [HEAD, ...rows.map(rowOf)].join('\n')
const base64 = (file: string | Uint8Array) => Buffer.from(file).toString('base64')
const bodyOf = (file: string | Uint8Array, change: object = {}) => ({
  account: { method_id: upi },
  file_name: 'statement.csv',
  content: base64(file),
  ...change,
})
const importFile = (file: string | Uint8Array, change: object = {}, as = admin) =>
  server.call('POST', '/bank-statements', { as, body: bodyOf(file, change), key: randomUUID() })
const preview = (file: string | Uint8Array, change: object = {}, as = admin) =>
  server.call('POST', '/bank-statements/preview', { as, body: bodyOf(file, change) })
const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet

async function deposit(reference: string, { amount = 1500, user }: { amount?: number; user?: TestUser } = {}) {
  const owner = user ?? (await server.makeUser())
  const made = await server.call('POST', '/deposits', {
    as: owner,
    body: { amount, transaction_id: reference, payment_method: upi },
  })
  expect(made.status).toBe(201)
  return { owner, id: made.body.id as number }
}
async function lineOf(reference: string) {
  for (const view of ['suggested', 'unmatched', 'mismatched', 'matched', 'ignored', 'payouts']) {
    const { body } = await server.call('GET', `/bank-statement-lines?view=${view}&search=${reference}`, { as: admin })
    if (body.data.length > 0) return { view, ...body.data[0] }
  }
  throw new Error(`no line has ${reference}`)
}
const approve = (line: number, body: object, as = admin) =>
  server.call('POST', `/bank-statement-lines/${line}/approve`, { as, body, key: randomUUID() })
const lookAgain = () => server.travelTo(server.clock.now())
const setAside = (line: number, reason = 'Interest of the bank') =>
  server.call('POST', `/bank-statement-lines/${line}/ignore`, { as: admin, body: { reason }, key: randomUUID() })
const putBack = (line: number) =>
  server.call('POST', `/bank-statement-lines/${line}/reopen`, { as: admin, key: randomUUID() })
async function approveByHand(id: number) {
  const body = { status: 'approved', approved_amount: 1500, admin_note: '' }
  expect((await server.call('PUT', `/deposits/${id}`, { as: admin, body })).status).toBe(200)
}
async function reverse(id: number, change: object = {}) {
  const body = { reason: 'The bank took it back', ...change }
  expect((await server.call('POST', `/deposits/${id}/reverse`, { as: admin, body })).status).toBe(200)
}

describe('a file', () => {
  test('is previewed before anything is stored, and imported', async () => {
    const reference = utr()
    const file = csvOf({ in: 1500, reference, narration: 'UPI/ASHA' }, { out: 200.5, reference: utr() })
    const seen = await preview(file)
    expect(seen).toMatchObject({
      status: 200,
      body: {
        columns: { date: 'Date', credit: 'Deposit Amt.', debit: 'Withdrawal Amt.', reference: 'Chq./Ref.No.' },
        is_readable: true,
        lines: 2,
        sum_in: 1500,
        sum_out: 200.5,
        first_day: '2026-11-21',
        known: 0,
        is_known_file: false,
      },
    })
    await expect(lineOf(reference)).rejects.toThrow('no line')
    const made = await importFile(file)
    expect(made).toMatchObject({
      status: 201,
      body: { lines: 2, added: 2, account: { name: 'UPI' }, imported_by: 'Meera' },
    })
    expect(await lineOf(reference)).toMatchObject({ view: 'unmatched', amount: 1500 })
  })

  test('adds nothing the second time, neither in the preview nor in the import', async () => {
    const file = csvOf({ in: 700, reference: utr() })
    const first = await importFile(file)
    expect((await preview(file)).body).toMatchObject({ known: 1, is_known_file: true })
    expect((await importFile(file)).body).toEqual(first.body)
  })

  test('adds only what an overlapping one has not brought, and keeps genuine duplicates', async () => {
    const [old, both, young] = [
      { in: 10, reference: utr() },
      { in: 20, reference: utr() },
      { in: 30, reference: utr() },
    ]
    await importFile(csvOf(old, both, both))
    expect((await importFile(csvOf(both, both, young))).body).toMatchObject({ lines: 3, added: 1 })
  })

  test('imported twice at once is imported once', async () => {
    const file = csvOf({ in: 40, reference: utr() }, { in: 50, reference: utr() })
    const made = await Promise.all([importFile(file), importFile(file), importFile(`${file}\n`)])
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const added = new Map(made.map(({ body }) => [body.id, body.added]))
    expect([...added.values()].reduce((sum, n) => sum + n, 0)).toBe(2)
  })

  test('of a new account with its own name creates that account once', async () => {
    const name = `HDFC ${utr()}`
    const made = await Promise.all([
      importFile(csvOf({ in: 1, reference: utr() }), { account: { name } }),
      importFile(csvOf({ in: 1, reference: utr() }), { account: { name: name.toLowerCase() } }),
    ])
    expect(new Set(made.map(({ body }) => body.account.id)).size).toBe(1)
    const { body } = await server.call('GET', '/bank-statements/accounts', { as: admin })
    expect(body.filter((account: { name: string }) => account.name.toLowerCase() === name.toLowerCase())).toHaveLength(
      1,
    )
  })

  test('with unknown headings is read with chosen columns, and the next one with the same', async () => {
    const account = { name: `Cooperative ${utr()}` }
    const file = (amount: number) => `When,What,Plus\n21/11/2026,Asha,${amount}`
    const seen = await preview(file(5), { account })
    expect(seen.body).toMatchObject({ is_readable: false, headings: ['When', 'What', 'Plus'], lines: 0 })
    expect((await importFile(file(5), { account })).body.code).toBe('statement_without_lines')
    const columns = { date: 'When', narration: 'What', credit: 'Plus' }
    expect((await importFile(file(5), { account, columns })).status).toBe(201)
    expect((await preview(file(6), { account })).body).toMatchObject({ columns, is_readable: true, sum_in: 6 })
  })

  test.each(['\0', '\u0007', '\ud800'])('with the character %j in a chosen column is refused', async (odd) => {
    const columns = { date: 'When', narration: `What${odd}`, credit: 'Plus' }
    const name = `Cooperative ${utr()}`
    expect(await importFile('When,What,Plus\n21/11/2026,Asha,5', { account: { name }, columns })).toMatchObject({
      status: 422,
      body: { errors: { 'columns.narration': 'Remove the invisible characters' } },
    })
    const { body } = await server.call('GET', '/bank-statements/accounts', { as: admin })
    expect(body.map((account: { name: string }) => account.name)).not.toContain(name)
  })

  test('with a line break and a tab in a chosen column is read', async () => {
    const columns = { date: 'When', narration: 'What\n(in\tfull)', credit: 'Plus' }
    const account = { name: `Cooperative ${utr()}` }
    const file = 'When,"What\n(in\tfull)",Plus\n21/11/2026,Asha,5'
    expect((await importFile(file, { account, columns })).status).toBe(201)
    expect((await preview(file, { account })).body).toMatchObject({ columns, is_readable: true, sum_in: 5 })
  })

  test('in spreadsheet format is read like a text file, including references of 16 digits', async () => {
    const reference = `${utr()}1234`
    const file = xlsxOf([
      ['Txn Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
      ['21 Nov 2026', 'UPI/ASHA', Number(reference), '', 1500.1, 1500.1],
      ['20 Nov 2026', 'UPI/RAVI', reference.slice(0, 12), '', '=1500', 3000.2],
    ])
    const made = await importFile(file, { account: { name: `SBI ${reference}` }, file_name: 'a.xlsx' })
    expect(made).toMatchObject({
      status: 201,
      body: { format: 'xlsx', lines: 1, sum_in: 1500.1, last_day: '2026-11-21' },
    })
    expect(await lineOf(reference)).toMatchObject({ amount: 1500.1 })
  })

  test('in another format adds no payment again, however its times are written', async () => {
    const account = { name: `App ${utr()}` }
    const reference = utr()
    const columns = ['Transaction_Date', 'Customer_VPA', 'Amount', 'UTR_No.']
    const csv = (time: string) => `${columns.join(',')}\n21-11-2026 ${time},asha@bank,1500,${reference}`
    const early = { serial: '46347.931944' } // 22:21:59.96, as a program with six decimals stores 22:22
    const made = await importFile(csv('22:22:31'), { account })
    expect(made.body).toMatchObject({ lines: 1, added: 1 })
    for (const file of [
      csv('22:22'),
      csv('10:22 PM'),
      xlsxOf([columns, [early, 'asha@bank', 1500, Number(reference)]]),
    ])
      expect((await importFile(file, { account })).body).toMatchObject({ lines: 1, added: 0 })
    expect((await importFile(csv('22:23'), { account })).body).toMatchObject({ lines: 1, added: 1 })
  })

  test('rows are counted, not the line breaks within their cells', async () => {
    const narration = '"UPI\r\nASHA\r\nPUNE"' // each row takes five lines, as a parser counts
    const file = csvOf(...Array.from({ length: 5_000 }, () => ({ in: 1, narration, reference: utr() })))
    const { status, body } = await preview(file, { account: { name: `Broken lines ${utr()}` } })
    expect([status, body.lines]).toEqual([200, 5_000])
  })

  const bomb = () => {
    const sheet = strToU8(element('worksheet', element('sheetData', ' '.repeat(80 * 1024 * 1024))))
    return zipSync({ 'xl/worksheets/sheet1.xml': [sheet, { level: 9 }] })
  }
  test.each<[string, () => string | Uint8Array, string]>([
    ['a zip bomb', bomb, 'statement_too_large'],
    ['a million columns', () => `${HEAD}${',x'.repeat(400_000)}`, 'statement_too_large'],
    ['25,000 rows', () => csvOf(...Array.from({ length: 25_000 }, () => ({ in: 1 }))), 'statement_too_large'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'), 'statement_unreadable'],
    ['a zip of something else', () => zipSync({ 'a.txt': strToU8('hello') }), 'statement_unreadable'],
    ['a broken zip', () => Buffer.from('504b0304ffffffffffff', 'hex'), 'statement_unreadable'],
    ['nothing', () => ' ', 'statement_unreadable'],
    ['no line', () => HEAD, 'statement_without_lines'],
  ])('%s is refused and leaves nothing', async (_case, file, code) => {
    const name = `Hostile ${utr()}`
    const reply = await importFile(file(), { account: { name } })
    expect([reply.status, reply.body.code]).toEqual([422, code])
    const { body } = await server.call('GET', '/bank-statements/accounts', { as: admin })
    expect(body.map((account: { name: string }) => account.name)).not.toContain(name)
  })

  test.each([
    ['UTF-16', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    [
      'the encoding of old Windows programs',
      (text: string) => Buffer.from(text.replace('ASHA', 'ASH\u00c1'), 'latin1'),
    ],
    ['tabs in place of commas', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
  ])('in %s is read', async (_case, encode) => {
    const reference = utr()
    const file = encode(csvOf({ in: 15, reference, narration: 'ASHA' }))
    expect((await importFile(file)).body).toMatchObject({ added: 1, sum_in: 15 })
    expect(await lineOf(reference)).toMatchObject({ amount: 15 })
  })

  test('with semicolons is read, however many commas its amounts have', async () => {
    const reference = utr()
    const row = (id: string) => `${DAY};UPI, ASHA, PUNE;${id};;12,50,000.00;91,12,50,000.00`
    const file = [HEAD.replaceAll(',', ';'), row(reference), row(utr()), row(utr())].join('\n')
    expect((await importFile(file)).body).toMatchObject({ added: 3, sum_in: 37_50_000 })
    expect(await lineOf(reference)).toMatchObject({ amount: 12_50_000, narration: 'UPI, ASHA, PUNE' })
  })

  test.each([
    ['before 1900', '21/11/1826', 'no_day'],
    ['after today', '21/11/2062', 'later_day'],
  ])('with a row of a day %s is read without that row', async (_case, day, reason) => {
    const file = csvOf({ in: 15, reference: utr(), day }, { in: 16, reference: utr() })
    expect(await preview(file)).toMatchObject({
      status: 200,
      body: { lines: 1, last_day: '2026-11-21', skipped: 1, skipped_rows: [{ row: 2, reason }] },
    })
    expect(await importFile(file)).toMatchObject({ status: 201, body: { added: 1 } })
  })

  test.each<[string, (reference: string) => string | Uint8Array]>([
    ['a NUL', (reference) => csvOf({ in: 15, reference }, { in: 16, reference: utr() }).replace('Date', 'Date\0')],
    [
      'half a character',
      (reference) =>
        xlsxOf([
          ['Date\ud800', 'Description', 'Ref No.', 'Credit'],
          ['21 Nov 2026', 'UPI', reference, 15],
        ]),
    ],
  ])('with %s in a heading is read, and the next one in the same way', async (_case, fileOf) => {
    const account = { name: `Odd ${utr()}` }
    const first = fileOf(utr())
    const seen = await preview(first, { account })
    expect(seen).toMatchObject({ status: 200, body: { is_readable: true } })
    expect(await importFile(first, { account })).toMatchObject({ status: 201 })
    expect((await preview(fileOf(utr()), { account })).body.columns).toEqual(seen.body.columns)
  })

  test('with formulas is read as text only', async () => {
    const reference = utr()
    await importFile(csvOf({ in: 15, reference, narration: '=HYPERLINK(1)' }))
    expect(await lineOf(reference)).toMatchObject({ narration: '=HYPERLINK(1)' })
  })

  test.each([
    ['kyc', 403],
    ['support', 403],
    ['catalogue', 403],
    ['viewer', 200],
  ] as const)('is not for the role %s, which may read the lines: %i', async (role, reads) => {
    const other = await server.makeUser({ role: 'admin', roles: [role] })
    const reply = await importFile(csvOf({ in: 1, reference: utr() }), {}, other)
    expect([reply.status, reply.body.code]).toEqual([403, 'not_permitted'])
    const lines = await server.call('GET', '/bank-statement-lines?view=suggested', { as: other })
    expect(lines.status).toBe(reads)
  })
})

describe('a line', () => {
  test('is found by a part of its texts, and by its amount however it is typed', async () => {
    const reference = utr()
    await importFile(csvOf({ out: 10_712_345.5, reference, narration: 'RENT 100%_OFFICE' }))
    const found = async (search: string) => {
      const query = new URLSearchParams({ view: 'payouts', search })
      const { body } = await server.call('GET', `/bank-statement-lines?${query}`, { as: admin })
      return body.data.some((line: { reference: string }) => line.reference === reference)
    }
    for (const search of [reference.slice(2, 9), 'rent 100%_o', '1,07,12,345.50', '₹10712345.5'])
      expect([search, await found(search)]).toEqual([search, true])
    for (const search of ['rent_100', 'rent%office', '10712345', '1071234550'])
      expect([search, await found(search)]).toEqual([search, false])
  })

  test('with the transaction ID and the amount of a pending deposit is suggested and approves it', async () => {
    const reference = utr()
    const { owner, id } = await deposit(reference)
    await importFile(csvOf({ in: 1500, reference, narration: 'UPI/ASHA RAO' }))
    const line = await lineOf(reference)
    expect(line).toMatchObject({ view: 'suggested', deposit: { id }, reasons: ['reference', 'amount', 'payer', 'day'] })
    const done = await approve(line.id, { deposit_id: id })
    expect(done).toMatchObject({
      status: 200,
      body: { state: 'matched', decided_by: 'Meera', deposit: { status: 'approved', approved_amount: 1500 } },
    })
    expect(await wallet(owner)).toBe(1500_00n)
  })

  test("with the QR code's reference is suggested although the typed ID is wrong", async () => {
    const user = await server.makeUser()
    const mark = await server.call('POST', '/deposits/reference', { as: user })
    const again = await server.call('POST', '/deposits/reference', { as: user })
    expect(again.body).toEqual(mark.body)
    const { id } = await deposit(utr(), { user })
    await importFile(csvOf({ in: 1500, reference: mark.body.reference, narration: 'collect' }))
    expect(await lineOf(mark.body.reference)).toMatchObject({ view: 'suggested', deposit: { id } })
    const next = await server.call('POST', '/deposits/reference', { as: user })
    expect(next.body).not.toEqual(mark.body)
  })

  test('imported before its deposit is matched when that is sent', async () => {
    const reference = utr()
    await importFile(csvOf({ in: 1500, reference }))
    expect(await lineOf(reference)).toMatchObject({ view: 'unmatched' })
    const { id } = await deposit(reference)
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({ view: 'suggested', deposit: { id } })
  })

  test('of a deposit that was approved by hand is matched automatically', async () => {
    const reference = utr()
    const { id } = await deposit(reference)
    await importFile(csvOf({ in: 1500, reference }))
    await approveByHand(id)
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({ view: 'matched', decided_by: null })
  })

  test('of a deposit that was approved by hand is suggested for no other one that its payer made with its remark', async () => {
    const payer = await server.makeUser()
    const [reference, remark] = [utr(), utr()]
    const credited = await deposit(reference, { user: payer })
    const again = await deposit(remark, { user: payer })
    await sql`
      update deposits set created_at = created_at - interval '1 day' where id = ${credited.id}`.execute(
      server.services.db,
    )
    await approveByHand(credited.id)
    await importFile(csvOf({ in: 1500, reference, narration: `UPI/${remark}/ASHA RAO` }))
    const line = await lineOf(reference)
    expect(line).toMatchObject({ view: 'matched', deposit: { id: credited.id } })
    expect((await approve(line.id, { deposit_id: again.id })).body.code).toBe('line_used')
    expect(await wallet(payer)).toBe(1500_00n)
  })

  test('of a deposit that was rejected is free again', async () => {
    const reference = utr()
    const { id } = await deposit(reference)
    await importFile(csvOf({ in: 1500, reference }))
    const body = { status: 'rejected', admin_note: 'Not yours' }
    await server.call('PUT', `/deposits/${id}`, { as: admin, body })
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({ view: 'unmatched', deposit: null })
  })

  test("shows its person's largest other approved deposit, with which its amount is compared", async () => {
    const user = await server.makeUser()
    const largest = await deposit(utr(), { user })
    await approveByHand(largest.id)
    const reference = utr()
    await deposit(reference, { amount: 6000, user })
    await importFile(csvOf({ in: 6000, reference }))
    expect(await lineOf(reference)).toMatchObject({ view: 'suggested', deposit: { largest_approved: 1500 } })
    const { body } = await server.call('GET', '/bank-statement-lines?view=suggested', { as: admin })
    expect(body.unusual_above).toBe(2_00_000)
  })

  const stop = async (id: number, act: string) => {
    const done = await server.call('POST', `/users/${id}/${act}`, { as: admin, body: { reason: 'Under review' } })
    expect(done.status).toBeLessThan(300)
  }

  test.each<[string, { before?: (reference: string) => Promise<unknown>; after?: (id: number) => Promise<unknown> }]>([
    ['of a frozen person', { after: (id) => stop(id, 'freeze') }],
    ['of an inactive person', { after: (id) => stop(id, 'toggle-status') }],
    [
      'of a person who has used the same browser as the reader',
      {
        after: (id) =>
          sql`insert into user_devices (user_id, device_hash, first_seen_at, last_seen_at)
              select u, sha256(convert_to(${`browser of ${id}`}, 'UTF8')), now(), now()
                from unnest(${[id, admin.id]}::integer[]) as u`.execute(server.services.db),
      },
    ],
    [
      'with a transaction ID that was seen before',
      {
        async before(reference) {
          const { id } = await deposit(reference)
          const body = { status: 'rejected', admin_note: 'Not found' }
          expect((await server.call('PUT', `/deposits/${id}`, { as: admin, body })).status).toBe(200)
        },
      },
    ],
  ])('says that its own dialog warns of a deposit %s', async (_, { before, after }) => {
    const [reference, plain] = [utr(), utr()]
    await before?.(reference)
    const { owner } = await deposit(reference)
    await deposit(plain)
    await after?.(owner.id)
    await importFile(csvOf({ in: 1500, reference }, { in: 1500, reference: plain }))
    expect(await lineOf(reference)).toMatchObject({ view: 'suggested', deposit: { has_warnings: true } })
    expect(await lineOf(plain)).toMatchObject({ view: 'suggested', deposit: { has_warnings: false } })
  })

  test('says so too if the deposit was paid to an earlier payee of its method', async () => {
    const payee = (upi_id: string) => ({
      name: 'UPI',
      type: 'upi',
      instructions: 'Pay',
      details: { upi_id, qr_code_url: '' },
    })
    const change = async (upiId: string) =>
      expect((await server.call('PUT', `/deposit-methods/${upi}`, { as: admin, body: payee(upiId) })).status).toBe(200)
    const reference = utr()
    await deposit(reference)
    await importFile(csvOf({ in: 1500, reference }))
    for (const [upiId, has_warnings] of [
      ['other@bank', true],
      ['pay@bank', false],
    ] as const) {
      await change(upiId)
      expect((await lineOf(reference)).deposit.has_warnings).toBe(has_warnings)
    }
  })

  test('with another amount is a mismatch, and approves the received amount only with a note', async () => {
    const reference = utr()
    const { owner, id } = await deposit(reference)
    await importFile(csvOf({ in: 1400, reference }))
    const line = await lineOf(reference)
    expect(line).toMatchObject({ view: 'mismatched', deposit: { id } })
    const without = await approve(line.id, { deposit_id: id })
    expect(without.body.code).toBe('differing_amount_note_required')
    expect(await lineOf(reference)).toMatchObject({ view: 'mismatched' })
    const done = await approve(line.id, { deposit_id: id, admin_note: '₹1,400 arrived' })
    expect([done.status, await wallet(owner)]).toEqual([200, 1400_00n])
  })

  test('approves once, however many admins approve it at once, and approves no second deposit', async () => {
    const reference = utr()
    const { owner, id } = await deposit(reference)
    const other = await deposit(utr())
    await importFile(csvOf({ in: 1500, reference }))
    const line = await lineOf(reference)
    const replies = await Promise.all([
      approve(line.id, { deposit_id: id }),
      approve(line.id, { deposit_id: id }, checker),
      approve(line.id, { deposit_id: other.id }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await wallet(owner)) + (await wallet(other.owner))).toBe(1500_00n)
    const isOther = replies[2].status === 200
    const [used, unused] = isOther ? [other.id, id] : [id, other.id]
    expect(await lineOf(reference)).toMatchObject({ view: 'matched', deposit: { id: used } })
    const later = await approve(line.id, { deposit_id: unused })
    expect(later.body.code).toBe('line_used')
    const change = sql`update statement_lines set deposit_id = ${unused} where id = ${line.id}`
    await expect(change.execute(server.services.db)).rejects.toThrow('is matched')
  })

  test('does not approve a deposit that another line has proven, nor one that does not exist', async () => {
    const [reference, second] = [utr(), utr()]
    const { id } = await deposit(reference)
    await importFile(csvOf({ in: 1500, reference }, { in: 1500, reference: second, narration: 'other' }))
    await approve((await lineOf(reference)).id, { deposit_id: id })
    const line = await lineOf(second)
    expect((await approve(line.id, { deposit_id: id })).body.code).toBe('deposit_on_line')
    expect((await approve(line.id, { deposit_id: 2_000_000_000 })).body.code).toBe('unknown_deposit')
    expect(await lineOf(second)).toMatchObject({ view: 'unmatched' })
  })

  test('about money out approves nothing', async () => {
    const reference = utr()
    await importFile(csvOf({ out: 1500, reference }))
    const { id } = await deposit(utr())
    expect((await approve((await lineOf(reference)).id, { deposit_id: id })).body.code).toBe('not_incoming')
  })

  test('is set aside with a reason and taken back', async () => {
    const reference = utr()
    await importFile(csvOf({ in: 12, reference, narration: 'Interest' }))
    const { id } = await lineOf(reference)
    expect((await setAside(id)).body).toMatchObject({ state: 'ignored', ignored_because: 'Interest of the bank' })
    expect((await setAside(id, 'Again')).body.code).toBe('line_used')
    expect((await putBack(id)).body).toMatchObject({ state: 'unmatched', ignored_because: null })
    expect((await putBack(id)).body.code).toBe('line_used')
  })

  test('that is taken back has its record again at once, whenever that was decided', async () => {
    const reference = utr()
    const { id: made } = await deposit(reference)
    await approveByHand(made)
    await importFile(csvOf({ in: 1400, reference }))
    const { id } = await lineOf(reference)
    expect((await setAside(id)).body).toMatchObject({ state: 'ignored', deposit: null })
    expect((await putBack(id)).body).toMatchObject({ state: 'mismatched', deposit: { id: made } })
    const { body } = await server.call('GET', `/audit?subject=statement%20line&subject_id=${id}`, { as: admin })
    expect(body.data[0]).toMatchObject({ action: 'statement line reopened', after: { state: 'mismatched' } })
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({ view: 'mismatched', deposit: { id: made } })
  })

  test('is taken back without a deadlock while the job matches lines', async () => {
    const { db } = server.services
    const reference = utr()
    await importFile(csvOf({ in: 13, reference }))
    const { id } = await lineOf(reference)
    await setAside(id)
    let reopening: ReturnType<typeof putBack> | undefined
    await transaction(db, async (tx) => {
      await lockMatching(tx)
      reopening = putBack(id)
      await untilOneWaits(db)
      await sql`select from statement_lines where id = ${id} for update nowait`.execute(tx)
    })
    expect((await reopening)?.body).toMatchObject({ state: 'unmatched' })
  })

  test.each([
    [1500, 'matched'],
    [1400, 'mismatched'],
  ])(
    'of ₹%i for a deposit that was reversed is %s, whichever of file and reversal comes first',
    async (amount, view) => {
      const [early, late] = [utr(), utr()]
      const [first, second] = [await deposit(early), await deposit(late)]
      await Promise.all([approveByHand(first.id), approveByHand(second.id)])
      await importFile(csvOf({ in: amount, reference: early }))
      await Promise.all([reverse(first.id), reverse(second.id)])
      await importFile(csvOf({ in: amount, reference: late }))
      await lookAgain()
      expect(await lineOf(early)).toMatchObject({ view, deposit: { id: first.id, status: 'reversed' } })
      expect(await lineOf(late)).toMatchObject({ view, deposit: { id: second.id, status: 'reversed' } })
    },
  )

  test('of a deposit whose reversal freed the transaction ID belongs to the next one with it', async () => {
    const reference = utr()
    const first = await deposit(reference)
    await approveByHand(first.id)
    await importFile(csvOf({ in: 1500, reference }))
    await reverse(first.id, { free_reference: true })
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({ view: 'unmatched', deposit: null })
    const { id } = await deposit(reference)
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({ view: 'suggested', deposit: { id } })
  })

  test('of a payout is matched to its paid withdrawal', async () => {
    const reference = utr()
    const { investor, ask, claim, approve: pay } = withdrawalsOn(server, admin)
    const asked = await ask(await investor(), { amount: 2000 })
    await importFile(csvOf({ out: asked.body.amount - asked.body.processing_fee, reference, narration: 'IMPS payout' }))
    expect(await lineOf(reference)).toMatchObject({ view: 'payouts', state: 'unmatched' })
    await claim(asked.body.id)
    expect((await pay(asked.body.id, admin, reference)).status).toBe(200)
    await lookAgain()
    expect(await lineOf(reference)).toMatchObject({
      view: 'payouts',
      state: 'matched',
      withdrawal: { id: asked.body.id },
    })
  })
})

test.each<[string, (net: number, reference: string) => Row]>([
  ['mismatched', (net, reference) => ({ out: net + 1, reference })],
  ['suggested', (net, reference) => ({ in: net, reference: utr(), narration: `RETURN ${reference}` })],
])('a line that is %s keeps its payout when the account is closed, and loses its texts', async (state, rowFor) => {
  const { investor, ask, approve: pay } = withdrawalsOn(server, admin)
  const owner = await investor(2000)
  const { body: asked } = await ask(owner, { amount: 2000 })
  const reference = utr()
  expect((await pay(asked.id, admin, reference)).status).toBe(200)
  await importFile(csvOf(rowFor(asked.amount - asked.processing_fee, reference)))
  const { id } = await lineOf(reference)
  expect((await server.call('DELETE', `/users/${owner.id}`, { as: admin })).status).toBe(204)
  await lookAgain()
  const { rows } = await sql`
    select state, withdrawal_id, narration, reference, keys from statement_lines where id = ${id}`.execute(
    server.services.db,
  )
  expect(rows).toEqual([{ state, withdrawal_id: asked.id, narration: '', reference: '', keys: [] }])
})

test('a line that is imported after its account was closed loses its texts that night', async () => {
  const { investor, ask, approve: pay } = withdrawalsOn(server, admin)
  const owner = await investor(2000)
  const { body: asked } = await ask(owner, { amount: 2000 })
  const reference = utr()
  expect((await pay(asked.id, admin, reference)).status).toBe(200)
  expect((await server.call('DELETE', `/users/${owner.id}`, { as: admin })).status).toBe(204)
  await importFile(csvOf({ out: asked.amount - asked.processing_fee, reference, narration: 'NEFT ASHA RAO' }))
  const { id, state } = await lineOf(reference)
  expect(state).toBe('matched')
  const other = utr()
  await importFile(csvOf({ in: 1234, reference: other }))
  await jobs.find(({ name }) => name === 'statement texts')?.run(server.services, server.clock.now())
  const { rows } = await sql`
    select state, withdrawal_id, narration, reference, keys from statement_lines where id = ${id}`.execute(
    server.services.db,
  )
  expect(rows).toEqual([{ state, withdrawal_id: asked.id, narration: '', reference: '', keys: [] }])
  expect(await lineOf(other)).toMatchObject({ reference: other })
})

describe('a payout that came back', () => {
  const reason = 'The account is closed'
  async function paid({ name }: { name?: string } = {}) {
    const { investor, ask, approve: pay } = withdrawalsOn(server, admin)
    const owner = await investor(10_000, name ? { name } : {})
    const { body } = await ask(owner, { amount: 2000 })
    const reference = utr()
    expect((await pay(body.id, admin, reference)).status).toBe(200)
    return { owner, id: body.id as number, net: body.amount - body.processing_fee, reference }
  }
  const giveBack = (line: number, body: object, as = admin) =>
    server.call('POST', `/bank-statement-lines/${line}/return`, { as, body, key: randomUUID() })
  const statusOf = async (id: number) =>
    (await server.call('GET', `/withdrawals?search=%23${id}`, { as: admin })).body.data[0].status

  test('is suggested by its reference, returned once, and the line that paid it stays separate', async () => {
    const { owner, id, net, reference } = await paid()
    const came = utr()
    await importFile(
      csvOf({ out: net, reference }, { in: net, reference: came, narration: `NEFT RETURN ${reference} A/C CLOSED` }),
    )
    const line = await lineOf(came)
    expect(line).toMatchObject({
      view: 'suggested',
      reasons: ['reference', 'amount', 'day', 'returned'],
      withdrawal: { id, paid_amount: net, status: 'approved' },
      deposit: null,
    })
    const made = await Promise.all([1, 2].map(() => giveBack(line.id, { withdrawal_id: id, reason })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await wallet(owner)).toBe(10_000_00n)
    expect(await lineOf(came)).toMatchObject({
      view: 'matched',
      decided_by: 'Meera',
      withdrawal: { status: 'returned' },
    })
    await lookAgain()
    expect(await lineOf(came)).toMatchObject({ view: 'matched', withdrawal: { id } })
    const out = await server.call('GET', `/bank-statement-lines?view=payouts&search=${reference}`, { as: admin })
    expect(out.body.data).toMatchObject([{ state: 'matched', amount: -net, withdrawal: { id } }])
    const { body: log } = await server.call('GET', `/audit?subject=withdrawal&subject_id=${id}`, { as: admin })
    expect(log.data[0]).toMatchObject({ action: 'withdrawal returned', reason })
  })

  test("is suggested by amount, name and the bank's wording, before a deposit of that person", async () => {
    const { owner, id, net } = await paid({ name: 'Farhana Iqbal' })
    await deposit(utr(), { amount: net, user: owner })
    const came = utr()
    await importFile(csvOf({ in: net, reference: came, narration: 'RTN-FARHANA IQBAL-INVALID ACCOUNT' }))
    expect(await lineOf(came)).toMatchObject({
      view: 'suggested',
      reasons: ['amount', 'payer', 'day', 'returned', 'other_reference'],
      withdrawal: { id },
      deposit: null,
    })
  })

  test('is suggested before a deposit that its owner made with its reference', async () => {
    const { owner, id, net, reference } = await paid()
    await deposit(reference, { amount: net, user: owner })
    const came = utr()
    await importFile(csvOf({ in: net, reference: came, narration: `RETURN ${reference}` }))
    const line = await lineOf(came)
    expect(line).toMatchObject({ view: 'suggested', withdrawal: { id }, deposit: null })
    expect(line.reasons).toContain('several')
    expect((await giveBack(line.id, { withdrawal_id: id, reason })).status).toBe(200)
    await lookAgain()
    expect(await lineOf(came)).toMatchObject({ view: 'matched', withdrawal: { id } })
    expect(await wallet(owner)).toBe(10_000_00n)
  })

  test('that was given back by hand is matched automatically, whichever of the two comes first', async () => {
    const { giveBack: byHand } = withdrawalsOn(server, admin)
    const [early, late] = [await paid(), await paid()]
    const fileOf = ({ net, reference }: { net: number; reference: string }) =>
      csvOf({ in: net, reference: utr(), narration: `IMPS REV ${reference}` })
    expect((await byHand(early.id)).status).toBe(200)
    await importFile(fileOf(early))
    expect(await lineOf(early.reference)).toMatchObject({ view: 'matched', withdrawal: { id: early.id } })
    await importFile(fileOf(late))
    expect(await lineOf(late.reference)).toMatchObject({ view: 'suggested' })
    expect((await byHand(late.id)).status).toBe(200)
    await lookAgain()
    expect(await lineOf(late.reference)).toMatchObject({ view: 'matched', withdrawal: { id: late.id } })
  })

  test('is chosen by hand if nothing identifies it; never with another amount, by another line, or from money out', async () => {
    const [first, second] = [await paid(), await paid()]
    const [plain, again, less, out] = [utr(), utr(), utr(), utr()]
    await importFile(
      csvOf(
        { in: first.net, reference: plain, narration: 'CREDIT' },
        { in: first.net, reference: again, narration: 'CREDIT' },
        { in: first.net - 1, reference: less, narration: 'CREDIT' },
        { out: first.net, reference: out },
      ),
    )
    const codeOf = async (reference: string, withdrawal_id: number) =>
      (await giveBack((await lineOf(reference)).id, { withdrawal_id, reason })).body.code
    expect(await codeOf(less, first.id)).toBe('no_such_payout')
    expect(await codeOf(plain, 2_000_000_000)).toBe('no_such_payout')
    expect(await codeOf(out, first.id)).toBe('not_incoming')
    expect(await statusOf(first.id)).toBe('approved')
    expect(await codeOf(plain, first.id)).toBeUndefined()
    expect(await codeOf(again, first.id)).toBe('payout_on_line')
    expect(await codeOf(plain, second.id)).toBe('line_used')
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['returned', 'approved'])
    expect(await lineOf(again)).toMatchObject({ view: 'unmatched' })
  })

  test('on two lines with its reference is returned by either of them', async () => {
    const { id, net, reference } = await paid()
    const [one, two] = [utr(), utr()]
    const narration = `RETURN ${reference}`
    await importFile(csvOf({ in: net, reference: one, narration }, { in: net, reference: two, narration }))
    const line = await lineOf(two)
    expect(line).toMatchObject({ view: 'mismatched', reasons: expect.arrayContaining(['used']) })
    const done = await giveBack(line.id, { withdrawal_id: id, reason })
    expect(done).toMatchObject({ status: 200, body: { state: 'matched', withdrawal: { id, status: 'returned' } } })
    expect(done.body.reasons).toEqual(line.reasons.filter((why: string) => why !== 'used'))
  })

  test('requires two admins while four eyes are on', async () => {
    const { owner, id, net, reference } = await paid()
    const came = utr()
    await importFile(csvOf({ in: net, reference: came, narration: `RETURN ${reference}` }))
    await setFourEyes(server, 0)
    try {
      const { id: line } = await lineOf(came)
      const asked = await giveBack(line, { withdrawal_id: id, reason })
      expect(asked).toMatchObject({ status: 202, body: { proposal: { act: 'withdrawal returned' } } })
      expect([await wallet(owner), (await lineOf(came)).view]).toEqual([8_000_00n, 'suggested'])
      const path = `/admin/proposals/${asked.body.proposal.id}/approve`
      expect((await server.call('POST', path, { as: checker, key: randomUUID() })).status).toBe(200)
      expect([await wallet(owner), (await lineOf(came)).view]).toEqual([10_000_00n, 'matched'])
    } finally {
      await setFourEyes(server, null)
    }
  })
})

describe('a payout to a UPI ID in the file of an app', () => {
  const HEADINGS = 'Transaction_ID,Order_ID,Transaction_Date,Transaction_Type,Status,Customer_VPA,Amount,UTR_No.'
  const fileOf = (...rows: string[]) => [HEADINGS, ...rows].join('\n')
  const rowOfApp = (reference: string, amount: number, status = 'SUCCESS') =>
    `'${utr()}','BK${utr()}','2026-11-21 09:00:00',DISBURSE,${status},'ravi@okhdfc','${amount.toFixed(2)}','${reference}'`
  const onApp = { account: { name: 'Payout app' } }
  async function askedByUpi() {
    const { investor, ask, approve: pay } = withdrawalsOn(server, admin)
    const { body } = await ask(await investor(), { amount: 2000 })
    expect(body.type).toBe('upi')
    return { id: body.id as number, net: body.amount - body.processing_fee, pay }
  }

  test('is money out, matched by its UTR, whichever of file and payment comes first', async () => {
    const [early, late] = [utr(), utr()]
    const [first, second] = [await askedByUpi(), await askedByUpi()]
    expect((await first.pay(first.id, admin, early)).status).toBe(200)
    await importFile(fileOf(rowOfApp(early, first.net), rowOfApp(late, second.net)), onApp)
    expect(await lineOf(early)).toMatchObject({
      view: 'payouts',
      amount: -first.net,
      state: 'matched',
      reasons: expect.arrayContaining(['reference', 'amount']),
      withdrawal: { id: first.id },
    })
    expect(await lineOf(late)).toMatchObject({ view: 'payouts', state: 'unmatched', withdrawal: null })
    expect((await second.pay(second.id, admin, late)).status).toBe(200)
    await lookAgain()
    expect(await lineOf(late)).toMatchObject({ state: 'matched', withdrawal: { id: second.id } })
  })

  test('with another amount is reported, and a failed one is not a line', async () => {
    const [other, failed] = [utr(), utr()]
    const { id, net, pay } = await askedByUpi()
    expect((await pay(id, admin, other)).status).toBe(200)
    await importFile(fileOf(rowOfApp(other, net + 1), rowOfApp(failed, net, 'FAILURE')), onApp)
    expect(await lineOf(other)).toMatchObject({
      state: 'mismatched',
      reasons: expect.arrayContaining(['other_amount']),
    })
    await expect(lineOf(failed)).rejects.toThrow('no line')
  })
})

describe('a set', () => {
  const approveSet = (lines: object[], as = admin) =>
    server.call('POST', '/bank-statement-lines/approve', { as, body: { lines } })

  test('is approved line by line, each with its own outcome, and a second click changes nothing', async () => {
    const references = [utr(), utr(), utr()]
    const made = await Promise.all(references.map((reference) => deposit(reference)))
    await importFile(csvOf(...references.map((reference) => ({ in: 1500, reference }))))
    const lines = await Promise.all(references.map(lineOf))
    const rejected = { status: 'rejected', admin_note: 'No' }
    await server.call('PUT', `/deposits/${made[1]?.id}`, { as: admin, body: rejected })
    const set = lines.map((line, index) => ({ id: line.id, deposit_id: made[index]?.id }))
    const done = await approveSet(set)
    expect(done.body.outcomes).toMatchObject([
      { line: lines[0].id, outcome: 'approved' },
      { line: lines[1].id, outcome: 'refused', code: 'already_decided' },
      { line: lines[2].id, outcome: 'approved' },
    ])
    const again = await approveSet(set)
    expect(again.body.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'approved',
      'refused',
      'approved',
    ])
    expect(await Promise.all(made.map(({ owner }) => wallet(owner)))).toEqual([1500_00n, 0n, 1500_00n])
  })

  test.each<[string, 'not_permitted' | 'unauthorized', (finance: TestUser) => Promise<{ status: number }>]>([
    [
      'loses the role',
      'not_permitted',
      ({ id }) => server.call('PUT', `/admin/admins/${id}/roles`, { as: admin, body: { roles: ['support'] } }),
    ],
    ['is signed out', 'unauthorized', (finance) => server.call('POST', '/logout', { as: finance })],
  ])('whoever %s between two lines approves no more of it', async (_case, code, end) => {
    const { db } = server.services
    const finance = await server.makeUser({ role: 'admin', roles: ['finance'] })
    const references = [utr(), utr()]
    const made = await Promise.all(references.map((reference) => deposit(reference)))
    await importFile(csvOf(...references.map((reference) => ({ in: 1500, reference }))))
    const lines = await Promise.all(references.map(lineOf))
    const set = lines.map((line, index) => ({ id: line.id, deposit_id: made[index]?.id }))
    let running: ReturnType<typeof approveSet> | undefined
    let between: Promise<unknown> | undefined
    await transaction(db, async (tx) => {
      await sql`select from deposits where id = ${made[0]?.id} for update`.execute(tx)
      running = approveSet(set, finance)
      await untilOneWaits(db)
      between = transaction(db, async (other) => {
        await sql`lock table statement_lines`.execute(other) // once the first line is approved
        expect((await end(finance)).status).toBe(200)
      })
      await untilWaiting(db, 2)
    })
    await between
    expect((await running)?.body.outcomes).toMatchObject([{ outcome: 'approved' }, { outcome: 'refused', code }])
    expect(await Promise.all(made.map(({ owner }) => wallet(owner)))).toEqual([1500_00n, 0n])
  })

  test('becomes one proposal for each line while four eyes are on', async () => {
    const references = [utr(), utr()]
    const made = await Promise.all(references.map((reference) => deposit(reference)))
    await importFile(csvOf(...references.map((reference) => ({ in: 1500, reference }))))
    const lines = await Promise.all(references.map(lineOf))
    await setFourEyes(server, 0)
    try {
      const done = await approveSet(lines.map((line, index) => ({ id: line.id, deposit_id: made[index]?.id })))
      expect(done.body.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['proposed', 'proposed'])
      expect(await lineOf(references[0] ?? '')).toMatchObject({ view: 'suggested' })
      const open = await server.call('GET', `/admin/proposals?subject=deposit&subject_id=${made[0]?.id}`, {
        as: checker,
      })
      const agreed = await server.call('POST', `/admin/proposals/${open.body.data[0].id}/approve`, {
        as: checker,
        key: randomUUID(),
      })
      expect(agreed.status).toBe(200)
      expect(await lineOf(references[0] ?? '')).toMatchObject({ view: 'matched', decided_by: 'Meera' })
      expect(await Promise.all(made.map(({ owner }) => wallet(owner)))).toEqual([1500_00n, 0n])
    } finally {
      await setFourEyes(server, null)
    }
  })
})

type XlsxCell = string | number | { serial: string }

/** A spreadsheet with one sheet: texts, numbers, moments as days since 1900, and formulas without a computed value ('=1500'). */
function xlsxOf(rows: readonly (readonly XlsxCell[])[]): Uint8Array {
  const escaped = (text: string) => text.replace(/[&<>\p{Surrogate}]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
  const cell = (value: XlsxCell, row: number, column: number) => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`
    if (typeof value === 'object') return `<c r="${at}" s="1"><v>${value.serial}</v></c>`
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (value.startsWith('=')) return `<c r="${at}"><f>${value.slice(1)}</f></c>`
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  }
  const sheet = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
  )
  const schemas = 'http://schemas.openxmlformats.org'
  const relations = `${schemas}/officeDocument/2006/relationships`
  const main = { xmlns: `${schemas}/spreadsheetml/2006/main` }
  const link = element('sheet', '', { name: 'A', sheetId: '1', 'r:id': 'rId1' })
  const target = { Id: 'rId1', Type: [relations, 'worksheet'].join('/'), Target: 'worksheets/sheet1.xml' }
  const looks = { Id: 'rId2', Type: [relations, 'styles'].join('/'), Target: 'styles.xml' }
  const moment = element('xf', '', { numFmtId: '22', applyNumberFormat: '1' }) // 'm/d/yy h:mm'
  return zipSync({
    'xl/workbook.xml': strToU8(element('workbook', element('sheets', link), { ...main, 'xmlns:r': relations })),
    'xl/_rels/workbook.xml.rels': strToU8(
      element('Relationships', element('Relationship', '', target) + element('Relationship', '', looks), {
        xmlns: `${schemas}/package/2006/relationships`,
      }),
    ),
    'xl/styles.xml': strToU8(
      element('styleSheet', element('cellXfs', element('xf', '', { numFmtId: '0' }) + moment), main),
    ),
    'xl/worksheets/sheet1.xml': strToU8(element('worksheet', element('sheetData', sheet.join('')), main)),
  })
}

function element(name: string, content: string, attributes: Record<string, string> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}
