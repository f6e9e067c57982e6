import { randomInt, randomUUID } from 'node:crypto'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { paise } from '@bittkosh/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { balanceAdjusted } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { invariants as everyInvariant } from '../rooms.ts'
import { invariants } from './invariants.ts'

let server: TestServer
let meera: TestUser
let ravi: TestUser
let upi: number

beforeAll(async () => {
  server = await testServer()
  meera = await server.makeUser({ role: 'admin', name: 'Meera' })
  ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
  upi = await aMethod('UPI')
})
afterAll(async () => {
  // some are posted without their record
  await expectInvariants(
    server,
    everyInvariant.filter(({ name }) => !name.startsWith('no balance is adjusted without a record')),
  )
  await server.close()
})
/** Each test has its own day, at noon. */
beforeEach(() => passDays(1))

const today = () => dayOf(server.clock.now())
const yesterday = () => addDays(today(), -1)
const utr = () => String(randomInt(100_000_000_000, 999_999_999_999))

async function passDays(days: number) {
  await server.travelTo(new Date(startOfDay(addDays(today(), days)).getTime() + 12 * 3_600_000))
  meera = await server.signedInAgain(meera)
  ravi = await server.signedInAgain(ravi)
}

async function aMethod(name: string): Promise<number> {
  const body = { name, type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  return (await server.call('POST', '/deposit-methods', { as: meera, body })).body.id
}

type Row = { amount: number; reference?: string; narration?: string; day?: string; balance?: number }
async function importLines(rows: Row[], account: object = { method_id: upi }) {
  const lines = rows.map(({ amount, reference = utr(), narration = 'UPI', day = today(), balance = '' }) =>
    [day, narration, reference, amount < 0 ? -amount : '', amount < 0 ? '' : amount, balance].join(','),
  )
  const file = ['Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance', ...lines].join('\n')
  const body = { account, file_name: 'statement.csv', content: Buffer.from(file).toString('base64') }
  const made = await server.call('POST', '/bank-statements', { as: meera, body, key: randomUUID() })
  expect(made.status).toBe(201)
  return made.body
}

async function askDeposit(reference = utr(), amount = 1500, method = upi) {
  const owner = await server.makeUser()
  const body = { amount, transaction_id: reference, payment_method: method }
  return { id: (await server.call('POST', '/deposits', { as: owner, body })).body.id as number, reference }
}
const approveDeposit = async (id: number, approved_amount = 1500, admin_note = 'Checked with the bank') =>
  expect(
    await server.call('PUT', `/deposits/${id}`, {
      as: meera,
      body: { status: 'approved', approved_amount, admin_note },
    }),
  ).toMatchObject({ status: 200 })

const read = async (day: string, as = meera) => (await server.call('GET', `/reconciliation/days/${day}`, { as })).body
const sign = (day: string, as: TestUser, body: object) =>
  server.call('POST', `/reconciliation/days/${day}/sign`, { as, body, key: randomUUID() })
const signShown = async (day: string, as: TestUser, note = 'Looked at') =>
  sign(day, as, { digest: (await read(day)).digest, note })
async function close(day: string) {
  expect((await signShown(day, meera)).body).toMatchObject({ state: 'signed' })
  const closed = await signShown(day, ravi)
  expect(closed).toMatchObject({ status: 200, body: { state: 'closed' } })
  return closed.body
}
/** Closes the days that earlier tests have left open, so that this day is the next to close. */
async function closeUpTo(day: string) {
  for (;;) {
    const { close_first: first } = await read(day)
    if (first === null) return
    await close(first)
  }
}
type Shown = { id: number | null; method_id: number | null; name: string; difference: number; reasons: object[] }
const accountOf = (day: { accounts: Shown[] }, name = 'UPI') => {
  const found = day.accounts.find((account) => account.name === name)
  if (!found) throw new Error(`no account ${name}`)
  return found
}

describe('a day', () => {
  test('without any activity lists no accounts, and is running', async () => {
    expect(await read(today())).toMatchObject({ state: 'running', difference: 0, open_reasons: 0, signatures: [] })
  })

  test('is compared by statement and book, each difference with its line and its record', async () => {
    const proven = await askDeposit()
    const early = await askDeposit()
    await approveDeposit(early.id)
    await importLines([
      { amount: 1500, reference: proven.reference, balance: 2500 },
      { amount: 700, narration: 'NOBODY KNOWS', balance: 3200 },
      { amount: -250, narration: 'RENT', balance: 2950 },
    ])
    await approveDeposit(proven.id)
    await server.travelTo(server.clock.now())
    const day = await read(today())
    expect(accountOf(day)).toMatchObject({
      has_statement: true,
      opening: 1000,
      closing: 2950,
      sum_in: 2200,
      sum_out: 250,
      book_in: 3000,
      book_out: 0,
      difference: -1050,
      sums: [
        { kind: 'line_without_deposit', amount: 700, n: 1 },
        { kind: 'line_without_payout', amount: -250, n: 1 },
        { kind: 'deposit_without_line', amount: -1500, n: 1 },
      ],
      reasons: [
        { kind: 'line_without_deposit', line: { text: 'NOBODY KNOWS', amount: 700 }, record: null, is_open: true },
        { kind: 'line_without_payout', line: { text: 'RENT', amount: -250 } },
        { kind: 'deposit_without_line', line: null, record: { subject: 'deposit', id: early.id, amount: 1500 } },
      ],
    })
    expect(day).toMatchObject({ difference: -1050, open_reasons: 3, needs_note: true })
  })

  test('has its book from the ledger: also methods without a statement and payouts on no statement', async () => {
    const other = await aMethod(`Other ${utr()}`)
    const { investor, ask, approve } = withdrawalsOn(server, meera)
    const { body } = await ask(await investor())
    expect((await approve(body.id, meera)).status).toBe(200)
    const { id } = await askDeposit(utr(), 1500, other)
    await approveDeposit(id)
    const day = await read(today())
    const method = day.accounts.find((account: Shown) => account.method_id === other)
    expect(method).toMatchObject({ has_statement: false, difference: -1500 })
    const payouts = day.accounts.find((account: Shown) => account.id === null && account.method_id === null)
    expect(payouts.reasons).toMatchObject([{ kind: 'payout_without_line', record: { id: body.id } }])
    const { rows } = await sql<{ cash: bigint }>`
      select -sum(e.amount)::bigint as cash
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where a.kind::text like 'cash%' and e.at >= ${startOfDay(today())}`.execute(server.services.db)
    const booked = day.accounts.reduce(
      (sum: number, { book_in, book_out }: { book_in: number; book_out: number }) => sum + book_in - book_out,
      0,
    )
    expect(Math.round(booked * 100)).toBe(Number(rows[0]?.cash))
  })

  test('whose deposit was approved on the next day names that day, and vice versa', async () => {
    const { id, reference } = await askDeposit()
    await importLines([{ amount: 1500, reference }])
    await passDays(1)
    await approveDeposit(id)
    await server.travelTo(server.clock.now())
    expect(accountOf(await read(yesterday())).reasons).toMatchObject([
      { kind: 'timing', amount: 1500, other_day: today(), is_open: false, record: { id } },
    ])
    expect(accountOf(await read(today())).reasons).toMatchObject([
      { kind: 'timing', amount: -1500, other_day: yesterday(), is_open: false },
    ])
  })

  test('shows what a line and its booking of an earlier day differ by, and the earlier day does not', async () => {
    const { investor, ask, approve } = withdrawalsOn(server, meera)
    const [booked, arrived] = [await askDeposit(), await askDeposit()]
    const { id, amount, processing_fee: fee } = (await ask(await investor(), { amount: 2000 })).body
    const reference = utr()
    await approveDeposit(booked.id, 1500, '')
    await approve(id, meera, reference)
    await importLines([{ amount: 1450, reference: arrived.reference }])
    await passDays(1)
    await importLines([{ amount: 1400, reference: booked.reference }])
    await importLines([{ amount: fee - amount - 10, reference }], { name: 'Account that pays' })
    await approveDeposit(arrived.id, 1500, '')
    await server.travelTo(server.clock.now())
    const [before, now] = [await read(yesterday()), await read(today())]
    const timing = { kind: 'timing', is_open: false }
    expect(accountOf(before).reasons).toMatchObject([
      { ...timing, amount: -1500, other_day: today(), record: { id: booked.id } },
      { ...timing, amount: 1450, other_day: today(), record: { id: arrived.id } },
    ])
    expect(accountOf(before, 'Account that pays').reasons).toMatchObject([{ ...timing, amount: amount - fee }])
    const differs = { kind: 'other_amount', is_open: true, other_day: yesterday() }
    expect(accountOf(now).reasons).toMatchObject([
      { ...differs, amount: -100, record: { id: booked.id } },
      { ...differs, amount: -50, record: { id: arrived.id } },
      { ...timing, amount: 1500, other_day: yesterday(), record: { id: booked.id } },
      { ...timing, amount: -1450, other_day: yesterday(), record: { id: arrived.id } },
    ])
    expect(accountOf(now, 'Account that pays').reasons).toMatchObject([
      { ...differs, amount: -10 },
      { ...timing, amount: fee - amount },
    ])
  })

  test('whose deposit was reversed before its line came has nothing unexplained', async () => {
    const { id, reference } = await askDeposit()
    await approveDeposit(id)
    const body = { reason: 'The bank took it back' }
    expect((await server.call('POST', `/deposits/${id}/reverse`, { as: meera, body })).status).toBe(200)
    await importLines([{ amount: 1500, reference }])
    const day = await read(today())
    expect(accountOf(day).reasons).toMatchObject([{ kind: 'reversed', amount: 1500, is_open: false }])
    expect(day.open_reasons).toBe(0)
  })

  test.each([
    ['the deposit of that ID', true],
    ['another deposit', false],
  ])(
    'with two lines of one transaction ID has one of them explained once it has approved %s',
    async (_which, isOwn) => {
      const [first, other] = [await askDeposit(), await askDeposit()]
      const { reference } = first
      await importLines([
        { amount: 1500, reference, narration: 'ONE' },
        { amount: 1500, reference, narration: 'TWO' },
      ])
      const found = await server.call('GET', `/bank-statement-lines?view=mismatched&search=${reference}`, { as: meera })
      expect(found.body.data).toMatchObject([{ narration: 'TWO', reasons: expect.arrayContaining(['used']) }])
      const [{ id, reasons }] = found.body.data
      const body = { deposit_id: isOwn ? first.id : other.id }
      const done = await server.call('POST', `/bank-statement-lines/${id}/approve`, {
        as: meera,
        body,
        key: randomUUID(),
      })
      expect(done).toMatchObject({ status: 200, body: { state: 'matched' } })
      expect(done.body.reasons).toEqual(isOwn ? reasons.filter((reason: string) => reason !== 'used') : [])
      expect(accountOf(await read(today())).reasons).toMatchObject([
        { kind: 'line_without_deposit', amount: 1500, line: { text: 'ONE' } },
      ])
    },
  )

  test('on which a payout left and was returned, each with a line, has nothing to explain', async () => {
    const { investor, ask, approve, giveBack } = withdrawalsOn(server, meera)
    const { id, amount, processing_fee: fee } = (await ask(await investor(), { amount: 2000 })).body
    const reference = utr()
    await approve(id, meera, reference)
    const before = accountOf(await read(today()), '').difference
    await giveBack(id, ravi)
    await importLines(
      [
        { amount: fee - amount, reference },
        { amount: amount - fee, narration: `RETURN ${reference}` },
      ],
      { name: 'Account that pays' },
    )
    const { accounts } = await read(today())
    expect(before).toBe(amount - fee)
    expect(accountOf({ accounts }, 'Account that pays')).toMatchObject({
      sum_in: amount - fee,
      sum_out: amount - fee,
      book_in: amount - fee,
      book_out: amount - fee,
      difference: 0,
      reasons: [],
    })
  })

  test('without lines has the balance before it, even if an earlier file brought that line', async () => {
    const account = { name: `Overlapping ${utr()}` }
    const known = { amount: 500, reference: utr(), day: addDays(today(), -2), balance: 1500 }
    await importLines([known], account)
    await importLines([known, { amount: 100, balance: 1600 }], account)
    const shown = accountOf(await read(yesterday()), account.name)
    expect(shown).toMatchObject({ has_statement: true, opening: 1500, closing: 1500, sum_in: 0 })
  })

  test('without an imported statement does not match: it shows that and needs a note', async () => {
    const day = await read(today())
    expect(accountOf(day)).toMatchObject({ has_statement: false, difference: 0 })
    expect(day).toMatchObject({ open_reasons: 0, needs_note: true })
  })

  test('before the first statement of an account does not list it', async () => {
    const account = { name: `Opened later ${utr()}` }
    await importLines([{ amount: 500, day: yesterday() }], account)
    const namesOn = async (day: string) => (await read(day)).accounts.map(({ name }: Shown) => name)
    expect(await namesOn(addDays(today(), -2))).not.toContain(account.name)
    expect(await namesOn(yesterday())).toContain(account.name)
    expect(accountOf(await read(today()), account.name)).toMatchObject({ has_statement: false, difference: 0 })
  })

  test('that does not exist is not found', async () => {
    expect((await server.call('GET', '/reconciliation/days/2026-02-30', { as: meera })).status).toBe(404)
  })

  test('is forbidden for an admin without the permission', async () => {
    const support = await server.makeUser({ role: 'admin', roles: ['support'] })
    expect(await server.call('GET', `/reconciliation/days/${today()}`, { as: support })).toMatchObject({ status: 403 })
  })
})

describe('the close', () => {
  test('needs two admins, each with a note, and stores what they signed', async () => {
    await importLines([{ amount: 900, narration: 'UNKNOWN' }])
    await passDays(1)
    const day = yesterday()
    await closeUpTo(day)
    const { digest } = await read(day)
    expect(await sign(day, meera, { digest })).toMatchObject({ status: 422, body: { code: 'day_note_required' } })
    expect(await sign(day, meera, { digest: '0'.repeat(64), note: 'Seen' })).toMatchObject({
      body: { code: 'day_figures_changed' },
    })
    expect(await read(day)).toMatchObject({ state: 'open', signatures: [] })
    expect(await sign(day, meera, { digest, note: 'The bank was asked' })).toMatchObject({
      status: 200,
      body: { state: 'signed', signatures: [{ by: { name: 'Meera' }, note: 'The bank was asked' }] },
    })
    expect(await sign(day, meera, { digest, note: 'Again' })).toMatchObject({ body: { code: 'day_signed_already' } })
    expect(await sign(day, ravi, { digest, note: 'Agreed' })).toMatchObject({
      status: 200,
      body: {
        state: 'closed',
        digest,
        difference: 900,
        signatures: [{ by: { name: 'Meera' } }, { by: { name: 'Ravi' }, note: 'Agreed' }],
        ledger: { transfer: expect.stringMatching(/^\d+$/) },
      },
    })
    expect(await sign(day, ravi, { digest, note: 'Again' })).toMatchObject({ body: { code: 'day_closed' } })
  })

  test('waits for the end of the day, and proceeds day by day', async () => {
    await closeUpTo(yesterday())
    await close(yesterday())
    const { digest } = await read(today())
    expect(await sign(today(), meera, { digest, note: 'Seen' })).toMatchObject({ body: { code: 'day_not_over' } })
    await passDays(2)
    const shown = await read(yesterday())
    expect(shown.close_first).toBe(addDays(today(), -2))
    expect(await sign(yesterday(), meera, { digest: shown.digest, note: 'Seen' })).toMatchObject({
      status: 409,
      body: { code: 'day_out_of_order', params: { day: addDays(today(), -2) } },
    })
  })

  test('by two admins concurrently closes once, and by one admin concurrently signs once', async () => {
    await passDays(1)
    const day = yesterday()
    await closeUpTo(day)
    const { digest } = await read(day)
    const body = { digest, note: 'Seen' }
    const both = await Promise.all([sign(day, meera, body), sign(day, ravi, body), sign(day, meera, body)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await read(day)).toMatchObject({ state: 'closed' })
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from day_closings
       where day = ${day}::date and first_by <> second_by`.execute(server.services.db)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('starts over if the figures have changed since the first signature', async () => {
    await passDays(1)
    const day = yesterday()
    const listed = async () => {
      const { body } = await server.call('GET', '/reconciliation/days', { as: meera })
      return body.data.find((one: { day: string }) => one.day === day)
    }
    await closeUpTo(day)
    await signShown(day, meera)
    expect(await listed()).toMatchObject({ state: 'signed', signed_by: ['Meera'] })
    const { digest: old } = await read(day)
    await importLines([{ amount: 333, day }])
    const changed = await read(day)
    expect(changed).toMatchObject({ state: 'open', is_signature_outdated: true })
    expect(await listed()).toMatchObject({ state: 'open', signed_by: [] })
    expect(await sign(day, ravi, { digest: old, note: 'Seen' })).toMatchObject({
      body: { code: 'day_figures_changed' },
    })
    expect((await signShown(day, ravi)).body).toMatchObject({ state: 'signed', signatures: [{ by: { name: 'Ravi' } }] })
    expect(await listed()).toMatchObject({ state: 'signed', signed_by: ['Ravi'] })
    expect((await signShown(day, meera)).body).toMatchObject({ state: 'closed' })
  })

  test('waits for the interest of the day, which is booked with its date', async () => {
    const saver = await server.makeUser({ walletRupees: 5000 })
    await server.call('POST', '/flexible/deposit', { as: saver, body: { amount: 5000 } })
    await closeUpTo(yesterday())
    await close(yesterday())
    const day = today()
    server.clock.moveTo(new Date(startOfDay(addDays(day, 1)).getTime() + 3_600_000)) // no job has run yet
    meera = await server.signedInAgain(meera)
    const { digest } = await read(day)
    expect(await sign(day, meera, { digest, note: 'Seen' })).toMatchObject({ body: { code: 'day_interest_missing' } })
    await passDays(0)
    await close(day)
  })
})

describe('after the close', () => {
  const adjust = (user: TestUser, at: Date) =>
    transaction(server.services.db, (tx) =>
      post(tx, at, balanceAdjusted({ id: randomInt(1, 2_000_000_000), user: user.id, change: paise(500n) })),
    )

  test('the database accepts no posting into the day or earlier, but into the next day', async () => {
    const user = await server.makeUser()
    await closeUpTo(yesterday())
    const open = await sql`select from ledger_closed`.execute(server.services.db)
    expect(open.rows).toHaveLength(1)
    await close(yesterday())
    for (const at of [startOfDay(yesterday()), new Date(startOfDay(today()).getTime() - 1), new Date(0)]) {
      await expect(adjust(user, at)).rejects.toMatchObject({ refused: { code: 'date_doubted' } })
    }
    expect(await adjust(user, startOfDay(today()))).toHaveLength(1)
  })

  test('neither the day nor the recorded head of the ledger can be changed', async () => {
    const { db } = server.services
    await expect(sql`update ledger_closed set before = before - interval '1 day'`.execute(db)).rejects.toThrow('stays')
    await expect(sql`delete from ledger_closed`.execute(db)).rejects.toThrow('stays')
    await expect(sql`update day_closings set first_note = ''`.execute(db)).rejects.toThrow('closed')
    await expect(sql`delete from day_closings where second_by is not null`.execute(db)).rejects.toThrow('closed')
  })

  test('verify finds a posting that was forced in', async () => {
    const { db } = server.services
    const user = await server.makeUser()
    await closeUpTo(yesterday())
    await close(yesterday())
    const undone = transaction(db, async (tx) => {
      await sql`alter table ledger_transfers disable trigger ledger_transfers_closed_day`.execute(tx)
      await post(
        tx,
        startOfDay(yesterday()),
        balanceAdjusted({ id: randomInt(1, 2e9), user: user.id, change: paise(1n) }),
      )
      const found = await invariants[0]?.find(tx as never) // reads like a database
      throw new Error(String(found?.length))
    })
    await expect(undone).rejects.toThrow('1')
  })

  test('a late line changes no signed figures, and counts today', async () => {
    const { id, reference } = await askDeposit()
    await approveDeposit(id)
    await passDays(1)
    const day = yesterday()
    await closeUpTo(day)
    const signed = await close(day)
    await importLines([{ amount: 1500, reference, day }])
    const closed = await read(day)
    expect(closed).toMatchObject({
      digest: signed.digest,
      difference: signed.difference,
      late_lines: [{ amount: 1500, account: 'UPI', counts_on: today() }],
    })
    expect(accountOf(closed).reasons).toMatchObject([{ kind: 'deposit_without_line', is_settled: true }])
    expect(accountOf(await read(today()))).toMatchObject({
      late: 1500,
      sum_in: 0,
      difference: 1500,
      reasons: [{ kind: 'timing', amount: 1500, other_day: day, record: { id } }],
    })
  })

  test('a difference stays open although its method gets its first statement, for another day', async () => {
    const method = await aMethod('Paytm')
    const { id } = await askDeposit(utr(), 1500, method)
    await approveDeposit(id)
    await passDays(1)
    const day = yesterday()
    await closeUpTo(day)
    await close(day)
    await importLines([{ amount: 10 }], { method_id: method })
    expect(accountOf(await read(day), 'Paytm').reasons).toMatchObject([
      { kind: 'deposit_without_line', is_settled: false },
    ])
  })

  test('a deposit that is approved with a line of a closed day counts today', async () => {
    const { id, reference } = await askDeposit()
    await importLines([{ amount: 1500, reference }])
    await passDays(1)
    const day = yesterday()
    await closeUpTo(day)
    const signed = await close(day)
    expect(accountOf(signed).reasons).toMatchObject([{ kind: 'line_without_deposit', is_settled: false }])
    await approveDeposit(id)
    await server.travelTo(server.clock.now())
    expect(accountOf(await read(day)).reasons).toMatchObject([{ kind: 'line_without_deposit', is_settled: true }])
    expect(accountOf(await read(today())).reasons).toMatchObject([
      { kind: 'timing', amount: -1500, other_day: day, record: { id } },
    ])
  })

  test('a posting that began before the close does not wait, but the close waits for it', async () => {
    const user = await server.makeUser()
    await passDays(1)
    const day = yesterday()
    await closeUpTo(day)
    await signShown(day, meera)
    const { digest } = await read(day)
    let closing: ReturnType<typeof sign> | undefined
    await transaction(server.services.db, async (tx) => {
      await post(tx, startOfDay(day), balanceAdjusted({ id: randomInt(1, 2e9), user: user.id, change: paise(700n) }))
      closing = sign(day, ravi, { digest, note: 'Seen' })
      await untilOneWaits(server.services.db)
    })
    expect((await closing)?.body).toMatchObject({ state: 'closed' })
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ledger_transfers t, day_closings c
       where c.day = ${day}::date and t.at = ${startOfDay(day)} and t.id <= c.ledger_through`.execute(
      server.services.db,
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

test('the list of days goes back to the first one, with states and differences, page by page', async () => {
  const days: { day: string; state: string; difference: number; signed_by: string[] }[] = []
  await passDays(40)
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: { data: typeof days; next_cursor: string | null } } = await server.call(
      'GET',
      `/reconciliation/days${cursor ? `?cursor=${cursor}` : ''}`,
      { as: meera },
    )
    days.push(...body.data)
    cursor = body.next_cursor
  }
  expect(days[0]).toMatchObject({ day: today(), state: 'running' })
  expect(days.map(({ day }) => day)).toEqual(days.map((_, n) => addDays(today(), -n)))
  const closed = days.find(({ state }) => state === 'closed')
  if (!closed) throw new Error('no day is closed')
  expect(closed.signed_by).toHaveLength(2)
  expect(closed.difference).toBe((await read(closed.day)).difference)
  expect(await server.call('GET', '/reconciliation/days?cursor=WzFd', { as: meera })).toMatchObject({ status: 400 })
})
