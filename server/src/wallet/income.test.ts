import { paise } from '@bittkosh/contract/money'
import { maskIdNumber } from '@bittkosh/contract/kyc'
import { isPermitted } from '@bittkosh/contract/permissions'
import { roleNames } from '@bittkosh/contract/roles'
import { startOfDay } from '@bittkosh/contract/time'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../../../scripts/demo/seed.ts'
import { kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { balanceAdjusted, interestPosted, planBought, planClaimed, welcomeBonus } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { seedSamples } from '../../../tests/support/samples.ts'
import { incomeOf, readIncome } from './income.ts'

const line = (income: ReturnType<typeof incomeOf>, name: string) =>
  income.lines.find((one) => one.line === name)?.credited

describe('what is income', () => {
  test.each([
    ['interest', 'flexible_interest', 'earn_interest'],
    ['the profit of a claimed plan', 'plan_claim', 'plan_profit'],
    ['a referral', 'referral_income', 'referral'],
    ['a bonus of a package', 'package_bonus', 'package_bonus'],
    ['a bonus that a reversal took back, below zero', 'deposit_reversal', 'package_bonus'],
    ['a welcome bonus', 'welcome_bonus', 'welcome_bonus'],
    ['one that was taken back, below zero', 'welcome_bonus_taken_back', 'welcome_bonus'],
  ] as const)('%s', (_, kind, name) => {
    const amount = paise(kind === 'deposit_reversal' || kind === 'welcome_bonus_taken_back' ? -7n : 7n)
    const income = incomeOf([{ kind, amount }])
    expect([line(income, name), income.total, income.corrections]).toEqual([amount, amount, 0n])
  })

  test('a manual correction is separate', () => {
    expect(incomeOf([{ kind: 'adjustment', amount: paise(-5n) }])).toMatchObject({ total: 0n, corrections: -5n })
  })

  test('somebody’s own money is not income', () => {
    const moved = ['deposit', 'withdrawal_payout', 'transfer', 'plan_purchase', 'flexible_deposit'] as const
    expect(incomeOf(moved.map((kind) => ({ kind, amount: paise(9n) }))).total).toBe(0n)
  })
})

describe('as a document', () => {
  let server: TestServer
  let user: TestUser

  beforeAll(async () => {
    server = await testServer()
    user = await server.makeUser({ name: 'Asha Rao' })
    const { id } = user
    await book('2025-03-31T06:00:00Z', balanceAdjusted({ id: -1, user: id, change: paise(5_000_00n) }))
    await book('2025-03-31T06:00:00Z', planBought({ id, user: id, amount: paise(1_000_00n) }))
    await book('2025-03-31T18:29:59.999Z', interest('2025-03-31', 11n)) // 31 March in India
    await book('2025-04-01T18:29:59.999Z', interest('2025-04-01', 22n))
    await book('2025-05-10T05:00:00Z', planClaimed({ id, user: id, amount: paise(1_000_00n), profit: paise(100_01n) }))
    await book('2025-06-01T05:00:00Z', welcomeBonus({ user: id, amount: paise(500_00n) }))
    await book('2026-03-31T18:30:00Z', interest('2026-04-01', 33n))
    return () => server.close()
  })
  const interest = (day: string, amount: bigint) =>
    interestPosted({ day, credits: [{ user: user.id, amount: paise(amount) }] })
  const book = (at: string, movement: Parameters<typeof post>[2]) =>
    transaction(server.services.db, (tx) => post(tx, new Date(at), movement))
  const year = 'from=2025-04-01&to=2026-03-31&document=income'
  async function csv(path: string, as = user) {
    const { status, body } = await server.call('GET', path, { as })
    expect(status).toBe(200)
    return String(body).slice(1).trim().split('\r\n')
  }

  test('a financial year has the bookings from 1 April to 31 March in India, and no tax', async () => {
    expect(await csv(`/statement?${year}&format=csv`)).toEqual([
      'Name,PAN,From,To,Income,Credited,TDS deducted,TDS section',
      'Asha Rao,,2025-04-01,2026-03-31,Earn interest,0.22,0.00,',
      'Asha Rao,,2025-04-01,2026-03-31,Plan profit,100.01,0.00,',
      'Asha Rao,,2025-04-01,2026-03-31,Referral income,0.00,0.00,',
      'Asha Rao,,2025-04-01,2026-03-31,Package bonuses,0.00,0.00,',
      'Asha Rao,,2025-04-01,2026-03-31,Welcome bonus,500.00,0.00,',
    ])
  })

  test('the PDF has the sums, the total, and states that nothing is withheld, in both languages', async () => {
    for (const [language, words] of [
      ['en', ['Income statement for tax', 'withholds no tax', 'none approved here', 'Asha Rao']],
      ['hi', ['TDS', 'PAN']],
    ] as const) {
      const reply = await server.app.inject({
        url: `/api/statement?${year}&format=pdf&language=${language}`,
        headers: { authorization: `Bearer ${user.token}` },
      })
      expect(reply.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="bittkosh-income-2025-04-01-to-2026-03-31.pdf"',
      })
      const pages = await extractText(await getDocumentProxy(new Uint8Array(reply.rawPayload)))
      expect(pages.totalPages).toBe(1)
      for (const word of [...words, '₹0.22', '₹100.01', '₹600.23', '₹0.00'])
        expect(pages.text.join(' ')).toContain(word)
    }
  })

  test('the PAN is shown masked once it is approved, and not before', async () => {
    const admin = await server.makeUser({ role: 'admin' })
    const form = await kycFormOf(server, user)
    expect(form.govt_id_type).toBe('pan')
    await submit(server, user, form)
    expect((await csv(`/statement?${year}&format=csv`))[1]).toContain('Asha Rao,,')
    await server.call('POST', `/kyc/${user.id}/verify`, { as: admin, body: { id_index: 0, status: 'approved' } })
    const [, row = ''] = await csv(`/statement?${year}&format=csv`)
    expect(row.split(',')[1]).toBe(maskIdNumber('pan', form.govt_id_number))
    expect(row).not.toContain(form.govt_id_number)
  })

  test('an admin can download the same, logged by its name', async () => {
    const admin = await server.makeUser({ role: 'admin' })
    const own = await csv(`/statement?${year}&format=csv`)
    expect(await csv(`/admin/users/${user.id}/statement?${year}&format=csv`, admin)).toEqual(own)
    const { body } = await server.call('GET', '/audit?action=statement%20exported', { as: admin })
    expect(body.data[0].after).toEqual({ file: 'bittkosh-income-2025-04-01-to-2026-03-31.csv' })
  })

  test('admins who may download statements may see masked numbers', () => {
    const takers = roleNames.filter((role) => isPermitted([role], 'exports.money'))
    expect(takers.filter((role) => !isPermitted([role], 'kyc.read'))).toEqual([])
  })
})

test('the income of all demo users equals what the platform’s accounts spent, to the paisa', async () => {
  const now = new Date('2025-06-15T09:00:00Z')
  const server = await testServer()
  try {
    const { db, config } = server.services
    const admin = await server.makeUser({ role: 'admin' })
    await seedSamples(db, now)
    await seedDemo(db, { total: 60, now, config })
    const { body } = await server.call('GET', '/deposits?status=approved&per_page=50', { as: admin })
    for (const { id } of body.data)
      await server.call('POST', `/deposits/${id}/reverse`, { as: admin, body: { reason: 'Booked twice' } })
    const range = { from: startOfDay('2000-01-01'), until: startOfDay('2100-01-01') }
    const people = await sql<{ id: number }>`select id from users where role = 'user'`.execute(db)
    const incomes = await Promise.all(people.rows.map(({ id }) => readIncome(db, id, range)))
    const spent = await sql<{ kind: string; amount: bigint }>`
      select a.kind, -sum(e.amount)::bigint as amount
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
       where a.kind like 'expense%'
       group by a.kind`.execute(db)
    const accounts = {
      earn_interest: 'expense_flexible_interest',
      plan_profit: 'expense_plan_profit',
      referral: 'expense_referral',
      package_bonus: 'expense_package_bonus',
      welcome_bonus: 'expense_welcome_bonus',
    }
    for (const [name, account] of Object.entries(accounts)) {
      const credited = incomes.reduce((sum, income) => sum + (line(income, name) ?? 0n), 0n)
      expect([name, credited]).toEqual([name, spent.rows.find(({ kind }) => kind === account)?.amount ?? 0n])
      expect([name, credited > 0n]).toEqual([name, true])
    }
  } finally {
    await server.close()
  }
})
