import readXlsx from 'read-excel-file/node'
import { kinds } from '@bittkosh/contract/movements'
import { type ReportName, reportNames } from '@bittkosh/contract/reports'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../../../scripts/demo/seed.ts'
import { platformTotals } from '../../../tests/support/ledger.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { advanceTotals } from '../ledger/totals.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { seedSamples } from '../../../tests/support/samples.ts'
import { invariants } from './invariants.ts'
import { keepDecisions } from './jobs.ts'

// Demo users with months of history, including reversed deposits: every figure is compared with the records themselves.
const now = new Date('2026-06-15T09:00:00Z')
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  server.clock.moveTo(now)
  admin = await server.makeUser({ role: 'admin', name: 'Meera Reports' })
  const { db, config } = server.services
  await seedSamples(db, now)
  await seedDemo(db, { total: 60, now, config })
  const { body } = await server.call('GET', '/deposits?status=approved&per_page=50', { as: admin })
  for (const { id } of body.data)
    await server.call('POST', `/deposits/${id}/reverse`, { as: admin, body: { reason: 'Booked twice' } })
  const paid = (await server.call('GET', '/withdrawals?status=approved&per_page=2', { as: admin })).body.data
  for (const { id } of paid)
    await server.call('POST', `/withdrawals/${id}/return`, { as: admin, body: { reason: 'Account closed' } })
  const { rows } = await sql<{ user_id: number; position: number }>`
    select user_id, position from kyc_records where status = 'approved' order by id limit 3`.execute(db)
  for (const { user_id, position } of rows)
    await server.call('POST', `/kyc/${user_id}/revoke`, { as: admin, body: { id_index: position, reason: 'Forged' } })
  return () => server.close()
})

const whole = '?from=2024-07-01&to=2026-06-30'
type Row = Record<string, number> & { month: string; matures: string; plan: string; admin: string; work: string }
async function rowsOf(report: ReportName, period = whole): Promise<Row[]> {
  const { status, body } = await server.call('GET', `/reports/${report}${period}`, { as: admin })
  expect(status).toBe(200)
  return body.rows
}
const paise = (rupees = 0) => Math.round(rupees * 100) + 0 // avoids negative zero
const sum = (rows: readonly Row[], column: string) => rows.reduce((total, row) => total + paise(row[column]), 0)
const one = async (query: ReturnType<typeof sql<{ n: bigint }>>) =>
  Number((await query.execute(server.services.db)).rows[0]?.n ?? 0n)

describe('profit and loss', () => {
  test('the demo has moved money in every way that affects the result', async () => {
    const { rows } = await sql<{ kind: string }>`select distinct kind from ledger_transfers`.execute(server.services.db)
    const moved = rows.map(({ kind }) => kind)
    expect(moved).toEqual(expect.arrayContaining(['withdrawal_payout', 'transfer', 'plan_claim', 'deposit_reversal']))
    expect(kinds).toEqual(expect.arrayContaining(moved))
  })

  test("its months add up to the platform's accounts, to the paisa", async () => {
    const accounts = await platformTotals(server.services.db)
    const lines = {
      withdrawal_fees: accounts.fee_withdrawal,
      transfer_fees: accounts.fee_transfer,
      plan_profit: accounts.expense_plan_profit,
      earn_interest: accounts.expense_flexible_interest,
      package_bonus: accounts.expense_package_bonus,
      welcome_bonus: accounts.expense_welcome_bonus,
      referral: accounts.expense_referral,
      adjustment: accounts.expense_adjustment,
    }
    const rows = await rowsOf('profit_and_loss')
    expect(rows).toHaveLength(24)
    for (const [line, balance] of Object.entries(lines))
      expect([line, sum(rows, line)]).toEqual([line, Number(balance)])
    expect(sum(rows, 'other')).toBe(0)
    expect(sum(rows, 'result')).toBe(Number(Object.values(lines).reduce((all, balance) => all + balance, 0n)))
    expect(sum(rows, 'result')).not.toBe(0)
  })

  test('is the same once the sums are stored', async () => {
    const before = await rowsOf('profit_and_loss')
    expect(await advanceTotals(server.services.db)).toBe(true)
    expect(await rowsOf('profit_and_loss')).toEqual(before)
  })

  test('a fee is booked in the Indian month of its timestamp', async () => {
    const [from, to] = ['2026-01-01', '2026-05-01']
    for (const row of await rowsOf('profit_and_loss', `?from=${from}&to=${to}`)) {
      const booked = await one(sql`
        select sum(e.amount) as n
          from ledger_entries e
          join ledger_accounts a on a.id = e.account_id
         where a.kind in ('fee_withdrawal', 'fee_transfer') and e.at >= ${`${row.month}T00:00:00+05:30`}::timestamptz
           and e.at < (${row.month}::date + interval '1 month')::timestamp at time zone 'Asia/Kolkata'`)
      expect(paise(row.withdrawal_fees) + paise(row.transfer_fees)).toBe(booked)
    }
  })
})

test('exposure is what the unclaimed plans hold and promise', async () => {
  const rows = await rowsOf('exposure', '')
  const invested = await one(sql`select sum(balance) as n from ledger_accounts where kind = 'invested'`)
  const profit = await one(sql`select sum(profit) as n from investments where claimed_at is null`)
  expect(invested).toBeGreaterThan(0)
  expect([sum(rows, 'principal'), sum(rows, 'profit'), sum(rows, 'to_pay')]).toEqual([
    invested,
    profit,
    invested + profit,
  ])
  expect(new Set(rows.map(({ matures, plan }) => `${matures} ${plan}`)).size).toBe(rows.length)
  expect(rows.map(({ matures }) => matures)).toEqual(rows.map(({ matures }) => matures).toSorted())
})

test('inflow is the approved deposits, minus those reversed', async () => {
  const rows = await rowsOf('inflow')
  const came = (type: string) =>
    one(sql`select sum(approved_amount) as n from deposits where approved_amount is not null and type = ${type}`)
  expect([sum(rows, 'upi'), sum(rows, 'bank'), sum(rows, 'crypto')]).toEqual([
    await came('upi'),
    await came('bank'),
    await came('crypto'),
  ])
  const reversed = await one(sql`select sum(approved_amount) as n from deposits where reversed_at is not null`)
  expect(reversed).toBeGreaterThan(0)
  expect(sum(rows, 'reversed')).toBe(-reversed)
  const stands = await one(sql`select sum(approved_amount) as n from deposits where status = 'approved'`)
  expect(sum(rows, 'inflow')).toBe(stands)
})

test('referral cost is the posted rewards and shares', async () => {
  const rows = await rowsOf('referral_cost')
  const rewards = await one(sql`select sum(amount) as n from referral_rewards`)
  const shares = await one(sql`select sum(posted) as n from referral_shares`)
  expect(rewards + shares).toBeGreaterThan(0)
  expect([sum(rows, 'rewards'), sum(rows, 'shares'), sum(rows, 'cost')]).toEqual([rewards, shares, rewards + shares])
  const invited = await one(sql`select count(*) as n from users where referred_by is not null`)
  expect(rows.reduce((all, row) => all + row.invited!, 0)).toBe(invited)
})

test('throughput counts every decision once, with the median wait', async () => {
  const rows = await rowsOf('throughput')
  const decisions = (work: string) =>
    rows.filter((row) => row.work === work).reduce((all, row) => all + row.decisions!, 0)
  expect(decisions('deposits')).toBe(await one(sql`select count(*) as n from deposits where decided_at is not null`))
  expect(decisions('withdrawals')).toBe(
    await one(sql`select count(*) as n from withdrawals where decided_by is not null`),
  )
  expect(decisions('kyc')).toBe(await one(sql`select count(*) as n from kyc_records where decided_at is not null`))
  const reversals = rows.filter((row) => row.work === 'reversals')
  expect(reversals.filter(({ admin: name }) => name === 'Meera Reports').map(({ month }) => month)).toEqual([
    '2026-06-01',
  ])
  const taken = await Promise.all([
    one(sql`select count(*) as n from deposits where status = 'reversed'`),
    one(sql`select count(*) as n from withdrawals where status = 'returned'`),
    one(sql`select count(*) as n from kyc_records where revoked_at is not null`),
  ])
  for (const n of taken) expect(n).toBeGreaterThan(0)
  expect(decisions('reversals')).toBe(taken.reduce((all, n) => all + n, 0))
  for (const row of rows) expect(row.p90_seconds).toBeGreaterThanOrEqual(row.median_seconds!)
})

test('cohorts: who registered in a month, and how many of them have deposited since', async () => {
  const rows = await rowsOf('cohorts')
  const people = await one(sql`select count(*) as n from users where role = 'user'`)
  expect(rows.reduce((all, row) => all + row.registered!, 0)).toBe(people)
  for (const { month, registered, share_0, money_0 } of rows.filter((row) => row.registered! > 0)) {
    const until = sql`(${month}::date + interval '1 month')::timestamp at time zone 'Asia/Kolkata'`
    const early = sql`
      from deposits d
      join users u on u.id = d.user_id
     where d.status = 'approved' and d.decided_at < ${until} and u.created_at < ${until}
       and u.created_at >= ${month}::timestamp at time zone 'Asia/Kolkata'`
    const depositors = await one(sql`select count(distinct d.user_id) as n ${early}`)
    expect(share_0).toBe(Math.round((depositors * 1000) / registered!) / 10)
    expect(paise(money_0)).toBe(await one(sql`select sum(d.approved_amount) as n ${early}`))
  }
  expect(rows.find(({ month }) => month === '2026-06-01')).toMatchObject({ share_1: null, money_12: null })
})

describe('the stored figures of reports', () => {
  const kept = async () => (await keptNow()).map(({ month, work }) => `${month} ${work}`)
  async function keptNow() {
    const { rows } = await sql<{ month: string; work: string }>`
      select month, work from decided_months order by month, work`.execute(server.services.db)
    return rows
  }
  const keepAll = () => keepDecisions.run(server.services, server.clock.now())
  const amiss = async () => (await Promise.all(invariants.map(({ find }) => find(server.services.db)))).flat()

  test('cover past months, with the same rows as counted before', async () => {
    const counted = await rowsOf('throughput')
    await keepAll()
    expect((await kept()).at(-1)).toBe('2026-05-01 withdrawals')
    expect(new Set(await kept()).size).toBe((await kept()).length)
    expect(await rowsOf('throughput')).toEqual(counted)
    expect(await amiss()).toEqual([])
  })

  test('lose a month when one of its records changes, until the job has run again', async () => {
    await keepAll()
    const { db } = server.services
    const { rows } = await sql<{ id: number; month: string }>`
      select k.id, india_month(k.decided_at) as month from kyc_records k
       where k.status = 'approved' and k.decided_at < '2026-05-31T18:30:00Z' order by k.id desc limit 1`.execute(db)
    const { id, month } = rows[0]!
    const of = async () => (await kept()).filter((name) => name.startsWith(month))
    expect(await of()).toHaveLength(4)
    await sql`delete from kyc_records where id = ${id}`.execute(db)
    expect(await of()).toEqual([`${month} deposits`, `${month} withdrawals`])
    const counted = await rowsOf('throughput')
    await keepAll()
    expect(await of()).toHaveLength(4)
    expect(await rowsOf('throughput')).toEqual(counted)
    expect(await amiss()).toEqual([])
  })

  test('include a month only later if somebody is still changing it', async () => {
    const { db } = server.services
    const move = (tx: Tx) =>
      sql`
      update deposits set decided_at = decided_at + interval '1 second'
       where id = (select id from deposits where status = 'rejected' and decided_at < '2026-05-31T18:30:00Z' order by decided_at desc limit 1)
      returning india_month(decided_at) as month`.execute(tx)
    const month = await transaction(db, async (tx) => {
      const { rows } = await move(tx)
      await keepAll()
      return (rows[0] as { month: string }).month
    })
    expect(await kept()).not.toContain(`${month} deposits`)
    await keepAll()
    expect(await kept()).toContain(`${month} deposits`)
    expect(await amiss()).toEqual([])
  })

  test('count one of two concurrent first deposits of a person; if it is reversed, the other', async () => {
    const { db } = server.services
    const asha = await server.makeUser()
    const { rows: methods } = await sql<{ id: number }>`select id from deposit_methods where type = 'upi'`.execute(db)
    const filed = ['UTR once', 'UTR twice'].map(async (transaction_id) => {
      const body = { amount: 1_000, transaction_id, payment_method: methods[0]?.id }
      return (await server.call('POST', '/deposits', { as: asha, body })).body.id as number
    })
    const [one, two] = (await Promise.all(filed)) as [number, number]
    const approve = (tx: Tx, id: number) =>
      sql`
      update deposits set status = 'approved', approved_amount = 100000, decided_at = ${now}, decided_by = ${admin.id}
       where id = ${id}`.execute(tx)
    let second: Promise<unknown> = Promise.resolve()
    await transaction(db, async (tx) => {
      await approve(tx, one)
      second = transaction(db, (other) => approve(other, two))
      await untilOneWaits(db)
    })
    await second
    expect(await amiss()).toEqual([])
    for (const id of [one, two]) {
      await sql`
        update deposits set status = 'reversed', reversed_at = ${now}, reversal_reason = 'Booked twice'
         where id = ${id}`.execute(db)
      expect(await amiss()).toEqual([])
    }
  })

  test('are checked: one that was changed by hand is found', async () => {
    const { db } = server.services
    await keepAll()
    await sql`
      update decided_months set admins = jsonb_set(admins, '{0,decisions}', '0')
       where month = '2026-05-01' and work = 'deposits'`.execute(db)
    await sql`update deposit_cohorts set people = people + 1 where approved = '2026-05-01'`.execute(db)
    const found = await amiss()
    expect(found).toContainEqual(expect.stringMatching(/^in the month of 2026-05-01 admins decided deposits as /))
    expect(found).toContainEqual(expect.stringMatching(/^of the people of .* in 2026-05-01 deposits of /))
  })
})

describe('a request', () => {
  test.each([
    ['more than two years', '?from=2024-06-30&to=2026-06-01', 'from', 'Choose at most 24 months.'],
    ['backwards', '?from=2026-06-01&to=2026-05-31', 'to', 'The end is before the beginning.'],
    ['no day', '?from=2026-06', 'from', 'Enter a date'],
  ])('%s', async (_, query, field, sentence) => {
    for (const path of ['/reports/inflow', '/reports/inflow/export']) {
      const format = path.endsWith('export') ? '&format=csv' : ''
      const { status, body } = await server.call('GET', `${path}${query}${format}`, { as: admin })
      expect([status, body.errors[field]]).toEqual([400, sentence])
    }
  })

  test('defaults to the last twelve months, or to the present for a report without a period', async () => {
    const { body } = await server.call('GET', '/reports/profit_and_loss', { as: admin })
    expect(body).toMatchObject({ report: 'profit_and_loss', period: { from: '2025-07-01', to: '2026-06-01' } })
    expect((await server.call('GET', '/reports/exposure', { as: admin })).body.period).toBeNull()
  })

  test('for the months before an early one begins with the first that there is', async () => {
    const { body } = await server.call('GET', '/reports/inflow?to=1900-05-01', { as: admin })
    expect(body.period).toEqual({ from: '1900-01-01', to: '1900-05-01' })
  })

  test('by a viewer may read reports but not export them', async () => {
    const viewer = await server.makeUser({ role: 'admin', roles: ['viewer'] })
    expect((await server.call('GET', '/reports/cohorts', { as: viewer })).status).toBe(200)
    const { status, body } = await server.call('GET', '/reports/cohorts/export?format=csv', { as: viewer })
    expect([status, body.code]).toEqual([403, 'not_permitted'])
  })
})

describe('files', () => {
  test.each(reportNames)('%s: the CSV and the XLSX have the rows of the table', async (report) => {
    const rows = await rowsOf(report)
    const csv = await server.call('GET', `/reports/${report}/export${whole}&format=csv`, { as: admin })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const name = `bittkosh-${report.replaceAll('_', '-')}-\\d{4}-\\d\\d-\\d\\d`
    expect(csv.headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="${name}\\.csv"$`))
    const lines = String(csv.body)
      .slice(1, -2)
      .split('\r\n')
      .map((line) => line.split(','))
    const [head = [], ...written] = lines
    expect(head).toEqual(Object.keys(rows[0]!))
    const cell = (value: string | number | null) =>
      typeof value === 'string' ? value.replace(/-01$/, '') : (value ?? '')
    expect(written.map((cells) => cells.map((text) => (/^-?[\d.]+$/.test(text) ? Number(text) : text)))).toEqual(
      rows.map((row) => Object.values(row).map(cell)),
    )

    const file = await server.app.inject({
      url: `/api/reports/${report}/export${whole}&format=xlsx`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(file.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const [sheet] = await readXlsx(file.rawPayload)
    expect(sheet?.data).toEqual([
      head,
      ...rows.map((row) => Object.values(row).map((value) => (value === null ? null : cell(value)))),
    ])
  })

  test('are logged with their query', async () => {
    await server.call('GET', '/reports/inflow/export?from=2026-01-01&to=2026-02-01&format=xlsx', { as: admin })
    const { body } = await server.call('GET', '/audit?action=exported%20reports', { as: admin })
    expect(body.data[0]).toMatchObject({
      action: 'exported reports',
      subject: 'reports',
      admin: { id: admin.id },
      after: { report: 'inflow', from: '2026-01-01', to: '2026-02-01', format: 'xlsx' },
    })
  })
})
