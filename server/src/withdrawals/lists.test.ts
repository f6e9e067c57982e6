/** Withdrawals as their user and admins see them. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { testServer } from '../../../tests/support/server.ts'
import { shareBrowser } from '../../../tests/support/sharedBrowser.ts'
import { bankDetails, upi, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { historyPage } from '../ledger/history.ts'
import { sql } from '../platform/database/sql.ts'
import { history } from './actions.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { investor, ask, decide, approve, reject, cancel, mine } = withdrawalsOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

describe('what the user sees', () => {
  test('the terms: condition, minimum, fee, rate, and the payees of the last approved ones', async () => {
    const user = await investor()
    const terms = async () => (await server.call('GET', '/withdrawals/terms', { as: user })).body
    expect(await terms()).toMatchObject({
      kyc_approved: true,
      kyc_status: 'approved',
      paused_until: null,
      balance: 10_000,
      minimum: 500,
      new_payee_limit: 1_000_000,
      fee_percentage: 7,
      saved_details: { upi: null, bank: null, crypto: null },
    })
    await approve((await ask(user)).body.id)
    await approve((await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body.id)
    await reject((await ask(user, { withdrawal_details: { upi_id: 'wrong@upi' } })).body.id)
    expect((await terms()).saved_details).toEqual({ upi: upi.withdrawal_details, bank: bankDetails, crypto: null })
  })

  test('their own list in pages, newest first, and nobody else’s', async () => {
    const user = await investor(30_000)
    for (let n = 0; n < 23; n++) await ask(user, { amount: 500 + n })
    const first = (await server.call('GET', '/withdrawals/my', { as: user })).body
    const second = (await server.call('GET', `/withdrawals/my?cursor=${first.next_cursor}`, { as: user })).body
    expect([...first.data, ...second.data].map((row: { amount: number }) => row.amount)).toEqual(
      Array.from({ length: 23 }, (_, n) => 522 - n),
    )
    expect(second.next_cursor).toBeNull()
    for (const cursor of ['nonsense', Buffer.from('["x","y"]').toString('base64url')])
      expect((await server.call('GET', `/withdrawals/my?cursor=${cursor}`, { as: user })).status).toBe(400)
    expect(await mine(await investor())).toEqual([])
  })

  test('an entry of the history with fee, payee and the balance after it', async () => {
    const user = await investor()
    const { id } = (await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body
    await approve(id, admin, '432198761234')
    const page = historyPage(history(server.clock.now(), 'en'), { user: user.id, limit: 10 })
    const { rows } = (await page?.execute(server.services.db)) ?? { rows: [] }
    expect(rows).toMatchObject([
      {
        type: 'withdrawal',
        id,
        status: 'approved',
        direction: 'out',
        amount: 1_000_00n,
        approved_amount: 930_00n,
        processing_fee: 70_00n,
        counterparty: 'HDFC Bank ••4417',
        transaction_id: '432198761234',
        subject: 'withdrawal',
        subject_id: id,
        event: 'requested',
      },
    ])
  })

  test('the bank of an IFSC code', async () => {
    const user = await server.makeUser()
    const look = async (code: string) => (await server.call('GET', `/ifsc/${code}`, { as: user })).body
    expect(await look('HDFC0000001')).toEqual({ known: true, bank: 'HDFC Bank' })
    expect(await look('nonsense')).toEqual({ known: false, bank: null })
  })
})

describe('what the admin sees', () => {
  const list = async (query: string) => (await server.call('GET', `/withdrawals?${query}`, { as: admin })).body

  test('the owner, the payee, what is unusual about it, and counts by status', async () => {
    const name = `Lalita ${Math.random().toString(36).slice(2, 8)}`
    const user = await investor(10_000, { name })
    const odd = { ...bankDetails, account_name: 'Somebody Else', ifsc_code: 'HDFC0ZZZZZZ', account_number: '77' }
    await approve((await ask(user)).body.id)
    await ask(user, { type: 'bank', withdrawal_details: odd })
    const rows = await list(`search=${encodeURIComponent(name)}&status=pending`)
    expect(rows.counts).toEqual({ pending: 1, approved: 1, rejected: 0, cancelled: 0, returned: 0 })
    expect(rows.pagination).toEqual({ current_page: 1, last_page: 1, total: 1 })
    expect(rows.data).toMatchObject([
      {
        user: { id: user.id, name, email: user.email, phone: user.phone, wallet_balance: 8000 },
        flags: ['account_form', 'ifsc_unknown', 'name_differs'],
        ifsc_bank: 'HDFC Bank',
        recent: [{ amount: 1000, status: 'approved', type: 'upi' }],
      },
    ])
    expect(rows.data[0].user.govt_ids).toMatchObject([{ type: 'pan', status: 'approved' }])
  })

  test('a payee that is also on another account is flagged on both, and earlier payments are counted', async () => {
    const [first, second] = [await investor(), await investor()]
    const payee = { withdrawal_details: { upi_id: `Shared.${first.id}@okaxis` } }
    await approve((await ask(first, payee)).body.id)
    await ask(first, payee)
    expect((await list(`search=${first.email}&status=pending`)).data).toMatchObject([{ flags: [], paid_before: 1 }])
    await ask(second, { withdrawal_details: { upi_id: `shared.${first.id}@OKAXIS` } })
    for (const user of [first, second]) {
      expect((await list(`search=${user.email}&status=pending`)).data).toMatchObject([{ flags: ['used_elsewhere'] }])
    }
  })

  test('the first one stays the first when others follow; an earlier one counts unless it was cancelled', async () => {
    const user = await investor()
    const firsts = async () =>
      (await list(`search=${user.email}`)).data.map((row: { is_first: boolean }) => row.is_first).toReversed()
    const withdrawn = (await ask(user)).body.id
    await cancel(withdrawn, user)
    const first = (await ask(user)).body.id
    await ask(user)
    await ask(user)
    expect(await firsts()).toEqual([true, true, false, false])
    await reject(first)
    expect(await firsts()).toEqual([true, true, false, false])
  })

  test('whether its account shares a browser with their own, which refuses nothing', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    const linked = async () =>
      (await server.call('GET', `/withdrawals?search=%23${id}`, { as: admin })).body.data[0].user.is_linked_to_you
    expect(await linked()).toBe(false)
    await shareBrowser(server, [user, admin])
    expect(await linked()).toBe(true)
    expect((await approve(id)).body).toMatchObject({ status: 'approved', user: { is_linked_to_you: true } })
  })

  test('narrowed to days, amounts and ways of payment, with a search and without, counted as listed', async () => {
    const user = await investor(20_000)
    const asked = async (amount: number, type = {}) => (await ask(user, { amount, ...type })).body.id as number
    const first = await asked(700)
    const bank = await asked(900, { type: 'bank', withdrawal_details: bankDetails })
    const later = await asked(1100)
    await approve(later)
    await sql`update withdrawals set created_at = created_at - interval '40 days' where id = ${first}`.execute(
      server.services.db,
    )
    const today = dayOf(server.clock.now())
    const idsOf = async (query: string) => {
      const { data, pagination, counts } = await list(query)
      const total = query.includes('status') ? counts.pending : counts.pending + counts.approved
      expect([pagination.total, total]).toEqual([data.length, data.length])
      return data.map((row: { id: number }) => row.id)
    }
    const mine = `search=${user.email}&sort=smallest`
    expect(await idsOf(mine)).toEqual([first, bank, later])
    expect(await idsOf(`${mine}&from=${addDays(today, -1)}`)).toEqual([bank, later])
    expect(await idsOf(`${mine}&to=${addDays(today, -1)}`)).toEqual([first])
    expect(await idsOf(`${mine}&from=${today}&to=${today}&status=pending`)).toEqual([bank])
    expect(await idsOf(`${mine}&least=900`)).toEqual([bank, later])
    expect(await idsOf(`${mine}&least=700.01&most=900.00`)).toEqual([bank])
    expect(await idsOf(`${mine}&type=upi`)).toEqual([first, later])
    expect(await idsOf(`to=${addDays(today, -39)}&from=${addDays(today, -41)}`)).toEqual([first])
    expect(await idsOf(`to=${addDays(today, -39)}&type=bank`)).toEqual([])
    for (const wrong of ['from=31.3.2026', 'least=ten', 'most=-1', 'most=1.005', 'type=cash'])
      expect((await server.call('GET', `/withdrawals?${wrong}`, { as: admin })).status, wrong).toBe(400)
  })

  test('narrowed to those that have waited for the setting’s hours or longer: neither newer nor decided ones', async () => {
    const user = await investor(20_000)
    const [late, newer, decided] = [
      (await ask(user, { amount: 700 })).body.id,
      (await ask(user, { amount: 800 })).body.id,
      (await ask(user, { amount: 900 })).body.id,
    ]
    await approve(decided)
    const { value: hours } = (await server.call('GET', '/settings/alert_queue_hours', { as: admin })).body
    const { db } = server.services
    const askedAgo = (id: number, ms: number) =>
      sql`update withdrawals set created_at = ${new Date(server.clock.now().getTime() - ms)} where id = ${id}`.execute(
        db,
      )
    await askedAgo(late, hours * 3_600_000)
    await askedAgo(newer, (hours * 3_600_000) / 2)
    await askedAgo(decided, hours * 3_600_000)
    for (const found of ['', `&search=${user.email}`]) {
      const { data, pagination, counts } = await list(`late=true&sort=smallest&per_page=100${found}`)
      const mine = data.filter((row: { user: { id: number } }) => row.user.id === user.id)
      expect(mine.map((row: { id: number }) => row.id)).toEqual([late])
      expect(pagination.total).toBe(counts.pending)
      expect(counts.approved).toBe(0)
    }
    const csv = await server.call('GET', `/withdrawals/export?late=true&search=${user.email}`, { as: admin })
    expect(csv.body.trim().split('\n')).toHaveLength(2) // the header and the late one
    expect((await server.call('GET', '/withdrawals?late=yes', { as: admin })).status).toBe(400)
  })

  test('found by its amount, as typed or as shown', async () => {
    const user = await investor()
    const { id } = (await ask(user, { amount: 1234.5 })).body
    for (const typed of ['1234.5', '1,234.50', '₹1,234.50']) {
      const { data } = await list(`search=${encodeURIComponent(typed)}`)
      expect(data.map((row: { id: number }) => row.id)).toContain(id)
    }
    expect((await list('search=1234.51')).data).toEqual([])
  })

  test('found by reference, payee or number; sorted; closed to users', async () => {
    const user = await investor()
    const reference = `UTR${Date.now()}`
    const { id } = (await ask(user, { amount: 700, withdrawal_details: { upi_id: `find.${user.id}@upi` } })).body
    await decide(id, { status: 'approved', transaction_id: reference })
    await ask(user, { amount: 900 })
    expect((await list(`search=${reference.toLowerCase()}`)).data).toMatchObject([{ id }])
    expect((await list(`search=find.${user.id}`)).data).toMatchObject([{ id }])
    expect((await list(`search=%23${id}`)).data.map((row: { id: number }) => row.id)).toContain(id)
    expect((await list(`search=${user.email}&sort=amount`)).data).toMatchObject([{ amount: 900 }, { amount: 700 }])
    expect((await list(`search=${user.email}&per_page=1&page=2&sort=oldest`)).data).toMatchObject([{ amount: 900 }])
    expect((await list('search=100%25_')).data).toEqual([])
    expect((await server.call('GET', '/withdrawals', { as: user })).status).toBe(403)
    expect((await server.call('GET', '/withdrawals?status=lost', { as: admin })).status).toBe(400)
  })
})
