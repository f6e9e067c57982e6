/** The admin's lists as files: exactly the filtered rows, harmless in a spreadsheet, without ID numbers, and logged. */
import { XLSX_ROWS_MAX } from '@bittkosh/contract/exports'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import readXlsx from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { exportList } from '../server/src/audit/actions.ts'
import { expectInvariants } from './support/invariants.ts'
import { seedSamples } from './support/samples.ts'
import { approveKycOf, kycFormOf, submit } from './support/kyc.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'
import { takeReader } from '../server/src/platform/http/readers.ts'
import { onlyRow } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let method: number

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  await seedSamples(server.services.db, server.clock.now())
  const { rows } = await sql<{ id: number }>`
    select id from deposit_methods where type = 'upi' limit 1`.execute(server.services.db)
  method = onlyRow(rows, 'a payment method').id
  return async () => {
    await expectInvariants(server)
    await server.close()
  }
})

const exports = [
  '/users/export',
  '/deposits/export',
  '/withdrawals/export',
  '/kyc/pending/export',
  '/admin/balance-transfers/export',
  '/admin/cryptocurrencies/export',
  '/admin/cryptocurrency-categories/export',
  '/admin/balance-packages/export',
  '/deposit-methods/export',
  '/upcomings/export',
  '/settings/export',
  '/audit/export',
]

async function exported(path: string): Promise<Record<string, string>[]> {
  const reply = await server.call('GET', path, { as: admin })
  expect([path, reply.status]).toEqual([path, 200])
  const [head = [], ...rows] = readCsv(reply.body)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

/** RFC 4180, with the byte order mark that Excel needs. */
function readCsv(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return text
    .slice(1, -2)
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
}

async function askDeposit(as: TestUser, amount: number, reference: string): Promise<number> {
  const body = { amount, transaction_id: reference, payment_method: method }
  return (await server.call('POST', '/deposits', { as, body })).body.id
}

test.each(exports)(
  '%s is only for admins, is sent as an uncached download, and refuses a page parameter',
  async (path) => {
    const reply = await server.call('GET', path, { as: admin })
    expect(reply.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="bittkosh-[a-z]+-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect((await server.call('GET', path, { as: await server.makeUser() })).body.code).toBe('wrong_role')
    expect((await server.call('GET', path)).body.code).toBe('unauthorized')
    expect((await server.call('GET', `${path}?page=2`, { as: admin })).status).toBe(400)
  },
)

test('deposits: exactly the filtered rows, in their order', async () => {
  const name = `Filter ${Date.now()}`
  const user = await server.makeUser({ name })
  const small = await askDeposit(user, 1000, `${name} a`)
  const large = await askDeposit(user, 5000.5, `${name} b`)
  const decided = await askDeposit(user, 2000, `${name} c`)
  await askDeposit(await server.makeUser(), 9000, `other ${name}`)
  const decision = { status: 'approved', approved_amount: 1500, admin_note: 'came short, "by" 500' }
  await server.call('PUT', `/deposits/${decided}`, { as: admin, body: decision })
  const find = `search=${encodeURIComponent(user.email)}`
  const filters = [`${find}&status=pending`, `${find}&status=pending&sort=amount`, find]
  for (const filter of [...filters, `${find}&least=2000&sort=smallest`, `${find}&most=2000`]) {
    const listed = (await server.call('GET', `/deposits?per_page=100&${filter}`, { as: admin })).body.data
    const rows = await exported(`/deposits/export?${filter}`)
    expect(rows.map((row) => row.id)).toEqual(listed.map((row: { id: number }) => String(row.id)))
  }
  expect((await exported(`/deposits/export?${find}&status=pending`)).map((row) => row.id)).toEqual([
    `${small}`,
    `${large}`,
  ])
  const [row] = await exported(`/deposits/export?${find}&status=approved`)
  expect(row).toMatchObject({
    user: name,
    requested_amount: '2000.00',
    approved_amount: '1500.00',
    transaction_id: `${name} c`,
    admin_note: 'came short, "by" 500',
    decided_by: admin.name,
  })
})

async function sheetOf(path: string, as = admin) {
  const url = `/api${path}${path.includes('?') ? '&' : '?'}format=xlsx`
  const headers = { authorization: `Bearer ${as.token}` }
  const reply = await server.app.inject({ method: 'GET', url, headers })
  expect(reply.headers['content-disposition']).toMatch(/filename="bittkosh-[a-z]+-[\d-]+\.xlsx"$/)
  return (await readXlsx(reply.rawPayload))[0]?.data ?? []
}

test('in the spreadsheet a reference, a phone number and a note stay as typed', async () => {
  const [user, receiver] = [await server.makeUser({ name: 'Spreadsheet', walletRupees: 500 }), await server.makeUser()]
  await askDeposit(user, 1000.5, '000123456789')
  const body = { recipient: receiver.email, amount: 100, note: '=1+1' }
  await server.call('POST', '/balance-transfer/initiate', { as: user, body })
  const auditor = await server.makeUser({ role: 'admin' })
  const only = async (path: string) => {
    const [head = [], ...rows] = await sheetOf(path, auditor)
    expect(rows).toHaveLength(1)
    return Object.fromEntries(head.map((name, at) => [String(name), rows[0]?.[at]]))
  }
  const find = `search=${encodeURIComponent(user.email)}`
  expect(await only(`/deposits/export?${find}`)).toMatchObject({
    user: 'Spreadsheet',
    requested_amount: 1000.5,
    transaction_id: '000123456789',
  })
  expect(await only(`/users/export?${find}`)).toMatchObject({ phone: user.phone, balance: 500 })
  expect(await only(`/admin/balance-transfers/export?${find}`)).toMatchObject({
    sender_phone: user.phone,
    total_deducted: 103,
    note: '=1+1',
  })
  expect(await only(`/audit/export?admin=${auditor.id}&action=exported transfers`)).toMatchObject({
    action: 'exported transfers',
    after: expect.stringContaining('"format":"xlsx"'),
  })
})

test.each(exports)('%s: the spreadsheet has the same cells as the CSV', async (path) => {
  const csv = readCsv((await server.call('GET', path, { as: admin })).body)
  const sheet = await sheetOf(path)
  const shown = (text: string, cell: unknown) =>
    typeof cell === 'number' ? Number(text) : text.replace(/^'(?=[=+\-@])/, '')
  const cells = sheet.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : String(cell ?? ''))))
  const lines = csv.map((line, at) => line.map((text, column) => shown(text, cells[at]?.[column])))
  expect(cells).toEqual(lines)
})

test('a spreadsheet of too many rows is refused and not logged, and its slot is free again', async () => {
  const { services } = server
  const call = {
    user: admin,
    at: server.clock.now(),
    address: '::1',
    language: 'en',
    services,
    query: { format: 'xlsx' },
  }
  const rows = sql<{ n: number }>`select n from generate_series(1, ${XLSX_ROWS_MAX + 1}) n`
  const list = { list: 'deposits', subject: 'deposit', filter: {}, rows, columns: { n: (row: { n: number }) => row.n } }
  const logged = async () => (await server.call('GET', '/audit?action=exported deposits', { as: admin })).body
  const before = await logged()
  for (let n = 0; n < 3; n++)
    await expect(exportList(call as never, list as never)).rejects.toMatchObject({
      refused: { code: 'too_many_rows', params: { max: XLSX_ROWS_MAX } },
    })
  expect(await logged()).toEqual(before)
})

test('users: by search, status and role, with their balance', async () => {
  const name = `Exported ${Date.now()}`
  const user = await server.makeUser({ name, walletRupees: 12.5 })
  const inactive = await server.makeUser({ name })
  await server.call('POST', `/users/${inactive.id}/toggle-status`, { as: admin })
  const find = `/users/export?search=${encodeURIComponent(name)}`
  expect((await exported(find)).map((row) => row.id)).toEqual([String(inactive.id), String(user.id)])
  expect(await exported(`${find}&status=active`)).toMatchObject([
    { name, balance: '12.50', kyc_status: 'not_submitted' },
  ])
  expect(await exported(`${find}&role=admin`)).toEqual([])
})

test('plans: filtered like the panel’s list, with their terms', async () => {
  const all = (await server.call('GET', '/admin/cryptocurrencies', { as: admin })).body
  expect((await exported('/admin/cryptocurrencies/export')).map((row) => row.symbol)).toEqual(
    all.map((plan: { symbol: string }) => plan.symbol),
  )
  const [plan] = all
  const find = encodeURIComponent(`${plan.name} ${plan.symbol}`.toUpperCase())
  expect(await exported(`/admin/cryptocurrencies/export?search=${find}`)).toMatchObject([
    {
      id: String(plan.id),
      minimum_deposit: `${plan.minimum_deposit}.00`,
      profit_percentage: `${plan.profit_percentage}`,
    },
  ])
})

const whole = [
  ['/admin/cryptocurrency-categories', ['name', 'description', 'is_active', 'cryptocurrencies_count']],
  ['/admin/balance-packages', ['sort_order', 'name', 'description', 'is_active', 'deposit_requests_count']],
  ['/deposit-methods', ['name', 'type', 'instructions', 'is_active']],
  ['/upcomings', ['title', 'link']],
  ['/settings', ['key', 'value', 'type', 'description']],
] as const

test.each(whole)('%s: every row of the list in its order, active or not', async (path, fields) => {
  type Row = Record<string, string | number | boolean | null>
  const listed: Row[] = (await server.call('GET', path, { as: admin })).body
  expect(listed.length).toBeGreaterThan(0)
  const textOf = (row: Row, field: string) => String(row[field] ?? '').replace(/^[=+\-@]/, "'$&")
  expect(await exported(`${path}/export`)).toMatchObject(
    listed.map((row) => Object.fromEntries(fields.map((field) => [field, textOf(row, field)]))),
  )
})

test('packages: with the bonus and the total that users see', async () => {
  const body = { name: `Odd ${Date.now()}`, amount: 999.99, bonus_percentage: 7.35, description: '=1+1' }
  const { id } = (await server.call('POST', '/admin/balance-packages', { as: admin, body })).body
  await server.call('POST', `/admin/balance-packages/${id}/toggle`, { as: admin })
  expect((await exported('/admin/balance-packages/export')).find((row) => row.id === String(id))).toMatchObject({
    amount: '999.99',
    bonus_percentage: '7.35',
    bonus_amount: '73.50',
    total_amount: '1073.49',
    description: "'=1+1",
    is_active: 'false',
  })
})

test('deposit methods: the payees, and no fields of another type', async () => {
  const methods = await exported('/deposit-methods/export')
  const listed = (await server.call('GET', '/deposit-methods', { as: admin })).body
  for (const { id, type, details } of listed) {
    const row = methods.find((one) => one.id === String(id)) ?? {}
    for (const field of ['upi_id', 'account_number', 'ifsc_code', 'address', 'network'])
      expect([type, field, row[field]]).toEqual([type, field, details[field] ?? ''])
  }
})

test('settings: the current value, and who changed it', async () => {
  const before = (await exported('/settings/export')).find((row) => row.key === 'referral_reward')
  expect(before).toMatchObject({ value: '100', is_default: 'true', updated_by: '' })
  await server.call('PUT', '/settings/referral_reward', { as: admin, body: { value: 120.5 } })
  const after = (await exported('/settings/export')).find((row) => row.key === 'referral_reward')
  expect(after).toMatchObject({ value: '120.5', is_default: 'false', updated_by: admin.name })
})

test('for users with two identity records the file shows the first one, like the screen', async () => {
  const user = await server.makeUser()
  await approveKycOf(server, user, admin)
  await submit(server, user, await kycFormOf(server, user, 'aadhar'))
  const find = `search=${encodeURIComponent(user.email)}`
  const [shown] = (await server.call('GET', `/users?${find}`, { as: admin })).body.data
  expect(shown.govt_ids.map(({ status }: { status: string }) => status)).toEqual(['approved', 'pending'])
  expect(await exported(`/users/export?${find}`)).toMatchObject([{ kyc_status: 'approved' }])
})

test('a cell that a spreadsheet would run as a formula is text', async () => {
  for (const start of ['=', '+', '-', '@']) {
    const user = await server.makeUser({ name: `${start}cmd|' /C calc'!A0` })
    const [row] = await exported(`/users/export?search=${encodeURIComponent(user.email)}`)
    expect(row?.name).toBe(`'${user.name}`)
    expect(row?.phone).toBe(`'${user.phone}`)
  }
})

test('no export holds an ID number, masked or hashed', async () => {
  const user = await server.makeUser({ name: `Pan ${Date.now()}` })
  const form = await kycFormOf(server, user)
  await submit(server, user, form)
  const find = `search=${encodeURIComponent(user.email)}`
  const [row] = await exported(`/kyc/pending/export?${find}`)
  expect(row).toMatchObject({ user_id: String(user.id), document: 'PAN Card', rejected_before: '0' })
  const rejection = { id_index: 0, status: 'rejected', rejection_reason: 'blurred' }
  await server.call('POST', `/kyc/${user.id}/verify`, { as: admin, body: rejection })
  expect(await exported(`/users/export?${find}`)).toMatchObject([{ kyc_status: 'rejected' }])
  const { rows } = await sql<{ masked: string; hash: string }>`
    select masked_number as masked, encode(number_hash, 'hex') as hash
      from kyc_records where user_id = ${user.id}`.execute(server.services.db)
  const kept = rows[0]
  if (!kept) throw new Error('no record was kept')
  for (const path of exports) {
    const text = (await server.call('GET', path, { as: admin })).body
    for (const secret of [form.govt_id_number, kept.masked, kept.hash])
      expect([path, text.includes(secret)]).toEqual([path, false])
  }
})

test('an export is logged before the file is sent', async () => {
  const other = await server.makeUser({ role: 'admin' })
  await server.call('GET', '/withdrawals/export?status=approved&search=asha', { as: other })
  const { body } = await server.call('GET', `/audit?admin=${other.id}`, { as: admin })
  expect(body.data).toMatchObject([
    {
      action: 'exported withdrawals',
      subject: 'withdrawal',
      subject_id: null,
      admin: { id: other.id },
      after: { status: 'approved', search: 'asha', sort: 'newest' },
    },
  ])
  const [entry] = await exported(`/audit/export?admin=${other.id}`)
  expect(entry).toMatchObject({ action: 'exported withdrawals', admin: other.name, before: '' })
})

test('transfers are found by either person and by their number', async () => {
  const [sender, receiver] = [await server.makeUser({ walletRupees: 500 }), await server.makeUser()]
  const body = { recipient: receiver.email, amount: 100, note: 'rent' }
  const { transfer_id: id } = (await server.call('POST', '/balance-transfer/initiate', { as: sender, body })).body
  const { number } = (await server.call('GET', `/admin/balance-transfers/${id}`, { as: admin })).body
  for (const text of [sender.email, receiver.phone, `#${id}`, number, number.toLowerCase()]) {
    const find = `search=${encodeURIComponent(text)}`
    const { body: list } = await server.call('GET', `/admin/balance-transfers?${find}`, { as: admin })
    expect([text, list.transfers.map((one: { id: number }) => one.id), list.pagination.total]).toEqual([text, [id], 1])
    expect(await exported(`/admin/balance-transfers/export?${find}`)).toMatchObject([
      { number, status: 'pending', total_deducted: '103.00', note: 'rent' },
    ])
  }
  const find = `search=${encodeURIComponent(sender.email)}`
  expect(await exported(`/admin/balance-transfers/export?${find}&status=completed`)).toEqual([])
})

test('transfers are filtered by days, by amounts and by a searched amount, and sorted, in the list and in the file', async () => {
  const [sender, receiver] = [await server.makeUser({ walletRupees: 5000 }), await server.makeUser()]
  const day = dayOf(server.clock.now())
  const send = async (amount: number, daysAgo: number): Promise<number> => {
    const body = { recipient: receiver.email, amount }
    const { transfer_id: id } = (await server.call('POST', '/balance-transfer/initiate', { as: sender, body })).body
    await sql`
      update balance_transfers set created_at = ${startOfDay(addDays(day, -daysAgo))}, ended_at = ${server.clock.now()},
                                   status = 'expired', otp_hash = null
       where id = ${id}`.execute(server.services.db)
    return id
  }
  const [small, large, middle] = [await send(120, 903), await send(900, 902), await send(340.5, 901)]
  const ids = async (query: string) => {
    const { body } = await server.call('GET', `/admin/balance-transfers?${query}`, { as: admin })
    const listed: number[] = body.transfers.map((one: { id: number }) => one.id)
    const rows = await exported(`/admin/balance-transfers/export?${query}`)
    expect(rows.map(({ number }) => number)).toEqual(body.transfers.map((one: { number: string }) => one.number))
    expect(body.pagination.total).toBe(listed.length)
    return listed
  }
  const days = `from=${addDays(day, -903)}&to=${addDays(day, -901)}`
  expect(await ids(`${days}&sort=amount`)).toEqual([large, middle, small])
  expect(await ids(`${days}&sort=smallest&status=expired`)).toEqual([small, middle, large])
  expect(await ids(`from=${addDays(day, -902)}&to=${addDays(day, -902)}`)).toEqual([large])
  expect(await ids(`${days}&least=120&most=340.5&sort=oldest`)).toEqual([small, middle])
  const mine = `search=${encodeURIComponent(sender.email)}`
  expect(await ids(`${mine}&least=340.5`)).toEqual([middle, large])
  expect(await ids(`${days}&search=${encodeURIComponent('₹340.50')}`)).toEqual([middle])
})

test('slow exports take four connections at most, two each; further ones get a 503 with Retry-After', async () => {
  const acts = async () => {
    const { rows } = await sql`select from audit_log where action = 'exported users'`.execute(server.services.db)
    return rows.length
  }
  const before = await acts()
  const refused = async () => {
    const reply = await server.call('GET', '/users/export', { as: admin })
    expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '10' } })
  }
  const mine = [takeReader('panel', admin.id), takeReader('panel', admin.id)]
  await refused()
  for (const leave of mine) leave()
  const all = [1, 2, 3, 4].map((n) => takeReader('panel', -n))
  await refused()
  expect(await acts()).toBe(before)
  for (const leave of all) leave()
  for (let turn = 0; turn < 5; turn++) await exported('/users/export') // each frees its slot when it ends
  expect(await acts()).toBe(before + 5)
})

test("people's downloads of their own data take two connections, one each, and none from the panel's exports", async () => {
  const user = await server.makeUser()
  const ownData = () => server.call('GET', '/profile/data', { as: user })
  const refusal = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '10' } }
  const mine = takeReader('own', user.id)
  expect(await ownData()).toMatchObject(refusal)
  mine()
  const others = [1, 2].map((n) => takeReader('own', -n))
  expect(await ownData()).toMatchObject(refusal)
  await exported('/users/export')
  for (const leave of others) leave()
  const exporting = [1, 2, 3, 4].map((n) => takeReader('panel', -n))
  for (let turn = 0; turn < 2; turn++) expect((await ownData()).status).toBe(200)
  for (const leave of exporting) leave()
})
