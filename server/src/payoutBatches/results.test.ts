/** The bank's results for a batch: paid, refused, unknown, with each withdrawal decided by itself. */
import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setFourEyes } from '../../../tests/support/guardedActs.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { bankDetails, utr, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
]
const { investor, ask, balances, approve, reject, cancel, claim, release, mine } = withdrawalsOn(server, meera)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

let user: TestUser
beforeEach(async () => {
  user = await investor()
})

type Asked = { id: number; number: string }
const asked = async (): Promise<Asked> => (await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body
const batchOf = (...withdrawals: Asked[]): Promise<number> => batchBy(meera, ...withdrawals)
const batchBy = async (as: TestUser, ...withdrawals: Asked[]): Promise<number> => {
  const body = { withdrawal_ids: withdrawals.map(({ id }) => id) }
  return (await server.call('POST', '/payout-batches', { as, body, key: randomUUID() })).body.id
}
const state = async (batch: number) => {
  const { body } = await server.call('GET', `/payout-batches/${batch}`, { as: meera })
  return body.payouts.map((payout: { state: string }) => payout.state)
}
type Line = { of: Asked; status?: string; utr?: string; amount?: string; reason?: string; account?: string }
const HEAD = 'Reference,Amount,Status,UTR,Reason,Beneficiary Account Number'
const csvOf = (...lines: Line[]) =>
  [
    HEAD,
    ...lines.map(({ of, status = 'Success', utr: reference = '', amount = '930.00', reason = '', account = '' }) =>
      [of.number, amount, status, reference, reason, account].join(','),
    ),
  ].join('\n')
const content = (file: string | Uint8Array) => Buffer.from(file).toString('base64')
const preview = (batch: number, file: string | Uint8Array, as = meera) =>
  server.call('POST', `/payout-batches/${batch}/result/preview`, { as, body: { content: content(file) } })
const apply = (batch: number, file: string, refused: object[] = [], as = meera) =>
  server.call('POST', `/payout-batches/${batch}/result`, { as, body: { content: content(file), refused } })
const takeOut = async (batch: number, { id }: Asked) => {
  const body = { withdrawal_id: id }
  expect((await server.call('POST', `/payout-batches/${batch}/take-out`, { as: meera, body })).status).toBe(200)
}
const actsOn = async (id: number) => {
  const { body } = await server.call('GET', `/audit?subject=withdrawal&subject_id=${id}`, { as: meera })
  return body.data.map((entry: { action: string }) => entry.action)
}
const latest = async () => (await mine(user))[0]
/** The open reports of the bank, as the record of the withdrawal shows them. */
const reported = async ({ id }: Asked) => {
  const { body } = await server.call('GET', `/withdrawals?search=%23${id}`, { as: meera })
  return body.data[0].reported_payments
}
const dismiss = (id: number, as = meera, reason: string = 'The bank has no such payment') =>
  server.call('POST', `/reported-payments/${id}/dismiss`, { as, body: { reason }, key: randomUUID() })
/** The bank's later word that it failed gives nothing back, by neither choice, and neither does a decision by hand. */
async function expectNotGivenBack(batch: number, of: Asked, as = meera) {
  const failed = csvOf({ of, status: 'Failed', reason: 'Duplicate customer reference' })
  const { rows } = (await preview(batch, failed, as)).body
  expect(rows[0]).toMatchObject({ act: 'problem', problem: 'refused_after_report', is_reported: false })
  expect(rows[0].reported_payments).toEqual(await reported(of))
  for (const choice of ['reject', 'retry'])
    expect((await apply(batch, failed, [{ withdrawal_id: of.id, choice }], as)).body.outcomes).toEqual([])
  expect(await reject(of.id, as)).toMatchObject({ status: 409, body: { code: 'payment_reported' } })
  expect(await release(of.id, as)).toMatchObject({ status: 409, body: { code: 'with_bank' } })
}
/** It can neither be taken out, released or rejected nor appear in another file, which would pay it twice. */
async function expectKeptWithBank(batch: number, { id }: Asked, code = 'with_bank') {
  const body = { withdrawal_id: id }
  const out = await server.call('POST', `/payout-batches/${batch}/take-out`, { as: meera, body })
  expect(out).toMatchObject({ status: 409, body: { code: 'with_bank' } })
  expect(await release(id)).toMatchObject({ status: 409, body: { code: 'with_bank' } })
  expect(await reject(id)).toMatchObject({ status: 409, body: { code } })
  const { body: queue } = await server.call('GET', `/withdrawals?search=%23${id}`, { as: meera })
  expect(queue.data[0].open_batch).toMatchObject({ id: batch, is_with_bank: true })
  const file = await server.call('GET', `/payout-batches/${batch}/file?way=neft&format=csv`, { as: meera })
  expect(file).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
}

describe('a file with unknown headings', () => {
  test('is read by chosen columns, and the next one with the same headings by the same columns', async () => {
    const [first, second] = [await asked(), await asked()]
    const batch = await batchOf(first, second)
    const fileOf = ({ number }: Asked) => `Our No,Bank No,Rupees,Outcome\n${number},${utr()},930.00,Paid`
    const [one, other] = [fileOf(first), fileOf(second)]
    const unread = await preview(batch, one)
    expect(unread).toMatchObject({
      status: 200,
      body: { headings: ['Our No', 'Bank No', 'Rupees', 'Outcome'], is_readable: false, rows: [], missing: 2 },
    })
    expect(await apply(batch, one)).toMatchObject({ status: 422, body: { code: 'result_without_rows' } })
    const columns = { reference: 'Our No', utr: 'Bank No', amount: 'Rupees', status: 'Outcome' }
    const chosen = { content: content(one), columns }
    const path = `/payout-batches/${batch}/result`
    expect((await server.call('POST', `${path}/preview`, { as: meera, body: chosen })).body).toMatchObject({
      is_readable: true,
      rows: [{ number: first.number, act: 'pay' }],
      missing: 1,
    })
    expect((await preview(batch, other)).body.is_readable).toBe(false) // nothing is stored before the confirmation
    const taken = await server.call('POST', path, { as: meera, body: { ...chosen, refused: [] } })
    expect(taken.body.outcomes).toMatchObject([{ outcome: 'paid' }])
    expect((await preview(batch, other)).body).toMatchObject({ columns, is_readable: true, rows: [{ act: 'pay' }] })
    expect((await apply(batch, other)).body.outcomes).toMatchObject([{ outcome: 'paid' }])
    expect(await state(batch)).toEqual(['paid', 'paid'])
  })
})

test.each(['\0', '\u0007', '\ud800'])(
  'chosen columns with the character %j are refused before anybody is paid',
  async (odd) => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    const body = {
      content: content(`Our No,Bank No,Rupees,Outcome\n${withdrawal.number},${utr()},930.00,Paid`),
      columns: { reference: 'Our No', utr: 'Bank No', amount: 'Rupees', status: 'Outcome', reason: `Why${odd}` },
      refused: [],
    }
    expect(await server.call('POST', `/payout-batches/${batch}/result`, { as: meera, body })).toMatchObject({
      status: 422,
      body: { errors: { 'columns.reason': 'Remove the invisible characters' } },
    })
    expect(await state(batch)).toEqual(['waiting'])
  },
)

describe('a result', () => {
  test('pays, retries, rejects and leaves waiting, each by itself; the same file again changes nothing', async () => {
    const [paid, retried, rejected, open] = [await asked(), await asked(), await asked(), await asked()]
    const batch = await batchOf(paid, retried, rejected, open)
    const reference = utr()
    const file = csvOf(
      { of: paid, utr: reference, account: 'XXXX4417' },
      { of: retried, status: 'Returned', reason: 'Bank holiday' },
      { of: rejected, status: 'Failed', reason: 'Account closed' },
      { of: open, status: 'In process' },
    )
    const seen = await preview(batch, file)
    expect(seen).toMatchObject({ status: 200, body: { missing: 0 } })
    expect(seen.body.rows.map(({ act }: { act: string }) => act)).toEqual(['pay', 'refuse', 'refuse', 'wait'])
    expect(await state(batch)).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])

    const choices = [
      { withdrawal_id: retried.id, choice: 'retry' },
      { withdrawal_id: rejected.id, choice: 'reject' },
    ]
    const taken = await apply(batch, file, choices)
    expect(taken).toMatchObject({ status: 200, body: { batch: { waiting: 1, paid: 1, unpaid: 2 } } })
    expect(taken.body.outcomes).toEqual([
      { withdrawal_id: paid.id, outcome: 'paid' },
      { withdrawal_id: retried.id, outcome: 'retried' },
      { withdrawal_id: rejected.id, outcome: 'rejected' },
      { withdrawal_id: open.id, outcome: 'unknown' },
    ])
    expect(await state(batch)).toEqual(['paid', 'refused', 'rejected', 'unknown'])
    await expectKeptWithBank(batch, open)
    // the paid and the rejected withdrawal are no longer held
    expect(await balances(user)).toMatchObject({ wallet: 7_000_00n, held: 2_000_00n })
    const own = await mine(user)
    const byId = (id: number) => own.find((one: { id: number }) => one.id === id)
    expect(byId(paid.id)).toMatchObject({ status: 'approved', transaction_id: reference })
    expect(byId(retried.id)).toMatchObject({ status: 'pending', being_paid: false })
    expect(byId(rejected.id)).toMatchObject({ status: 'rejected' })
    expect(byId(rejected.id).admin_note).toMatch(/^The bank refused these account details\..*Account closed/)
    expect(await actsOn(paid.id)).toContain('withdrawal approved')
    expect(await actsOn(retried.id)).toEqual(
      expect.arrayContaining(['withdrawal refused by bank', 'withdrawal released']),
    )

    const acts = await actsOn(paid.id)
    expect((await apply(batch, file, choices)).body.outcomes).toEqual([])
    expect(await state(batch)).toEqual(['paid', 'refused', 'rejected', 'unknown'])
    expect(await actsOn(paid.id)).toEqual(acts)

    // the retried withdrawal is paid by another batch, and the first batch stays as it was
    const next = await batchOf(retried)
    expect((await apply(next, csvOf({ of: retried, utr: utr() }))).body.outcomes).toMatchObject([{ outcome: 'paid' }])
    expect(await state(batch)).toEqual(['paid', 'refused', 'rejected', 'unknown'])
    // what the bank had is given back once the bank itself refuses it
    const failed = csvOf({ of: open, status: 'Failed' })
    const back = [{ withdrawal_id: open.id, choice: 'reject' }]
    expect((await apply(batch, failed, back)).body.batch).toMatchObject({ waiting: 0, paid: 1, unpaid: 3 })
    expect(await balances(user)).toMatchObject({ wallet: 8_000_00n, held: 0n })
  })

  test('sent again with its key returns the first reply, with what became of each row', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    const key = randomUUID()
    const body = { content: content(csvOf({ of: withdrawal, utr: utr() })), refused: [] }
    const send = (sent: object) =>
      server.call('POST', `/payout-batches/${batch}/result`, { as: meera, body: sent, key })
    const first = await send(body)
    expect(first.body.outcomes).toEqual([{ withdrawal_id: withdrawal.id, outcome: 'paid' }])
    expect(await send(body)).toMatchObject({ status: 200, body: first.body })
    const other = { ...body, content: content(csvOf({ of: withdrawal, utr: utr() })) }
    expect(await send(other)).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })

  test('sent twice concurrently pays once', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    const file = csvOf({ of: withdrawal, utr: utr() })
    const replies = await Promise.all([apply(batch, file), apply(batch, file)])
    const outcomes = replies.flatMap(({ body }) => body.outcomes.map((one: { outcome: string }) => one.outcome))
    expect(outcomes.filter((one) => one === 'paid')).toHaveLength(1)
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 0n })
  })

  test('sent twice concurrently with one key gives both the same reply, and a later repeat too', async () => {
    const withdrawals = [await asked(), await asked(), await asked()]
    const batch = await batchOf(...withdrawals)
    const file = content(csvOf(...withdrawals.map((of) => ({ of, utr: utr() }))))
    const sending = { as: meera, body: { content: file, refused: [] }, key: randomUUID() }
    const send = () => server.call('POST', `/payout-batches/${batch}/result`, sending)
    const [one, other] = await Promise.all([send(), send()])
    expect(one).toMatchObject({ status: 200, body: other.body })
    expect(other).toMatchObject({ status: 200, body: one.body })
    expect((await send()).body).toEqual(one.body)
  })

  test('leaves a refused payment as it is if nothing was chosen', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    expect((await apply(batch, csvOf({ of: withdrawal, status: 'Failed' }))).body.outcomes).toEqual([])
    expect(await state(batch)).toEqual(['waiting'])
  })

  test.each<[string, (of: Asked) => Line, string]>([
    ['whose amount differs', (of) => ({ of, utr: utr(), amount: '1000.00' }), 'amount_differs'],
    ['whose account differs', (of) => ({ of, utr: utr(), account: '999999999999' }), 'account_differs'],
    ['without a reference of the bank', (of) => ({ of }), 'no_utr'],
    ['with words instead of one', (of) => ({ of, utr: 'N/A' }), 'no_utr'],
  ])('row %s is shown and refused', async (_case, line, problem) => {
    const [bad, good] = [await asked(), await asked()]
    const batch = await batchOf(bad, good)
    const wrong = line(bad)
    const file = csvOf(wrong, { of: good, utr: utr() })
    const shown = { act: 'problem', problem, with_bank: true, is_reported: true, expected: 930 }
    expect((await preview(batch, file)).body.rows[0]).toMatchObject(shown)
    expect((await apply(batch, file)).body.outcomes).toEqual([
      { withdrawal_id: bad.id, outcome: 'reported' },
      { withdrawal_id: good.id, outcome: 'paid' },
    ])
    expect(await state(batch)).toEqual(['unknown', 'paid'])
    await expectKeptWithBank(batch, bad, 'payment_reported')
    expect((await apply(batch, csvOf(wrong))).body.outcomes).toEqual([]) // known by now
    await expectNotGivenBack(batch, bad)
    expect((await apply(batch, csvOf({ of: bad, utr: utr() }))).body.outcomes).toMatchObject([{ outcome: 'paid' }])
  })

  test('on two rows is kept with the bank once', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    const file = csvOf({ of: withdrawal, utr: utr() }, { of: withdrawal, utr: utr() })
    expect((await apply(batch, file)).body.outcomes).toEqual([{ withdrawal_id: withdrawal.id, outcome: 'reported' }])
    expect(await reported(withdrawal)).toHaveLength(2)
    await expectNotGivenBack(batch, withdrawal)
  })

  test('with a reference that another payment has is refused, also if it is used in the meantime', async () => {
    const [first, second, third] = [await asked(), await asked(), await asked()]
    const batch = await batchOf(first, second)
    const reference = utr()
    await approve(third.id, meera, reference)
    const file = csvOf({ of: first, utr: reference })
    expect((await preview(batch, file)).body.rows[0]).toMatchObject({ problem: 'utr_used' })
    expect((await apply(batch, file)).body.outcomes).toEqual([{ withdrawal_id: first.id, outcome: 'reported' }])
    await expectNotGivenBack(batch, first)
    // both rows pass the check and collide in the database
    const one = utr()
    const replies = await Promise.all([
      apply(batch, csvOf({ of: first, utr: one })),
      apply(batch, csvOf({ of: second, utr: one })),
    ])
    const outcomes = replies.flatMap(({ body }) => body.outcomes.map((each: { outcome: string }) => each.outcome))
    expect(outcomes.filter((each) => each === 'paid')).toHaveLength(1)
  })

  test('that reports as paid what was paid by hand, or ended, is a warning on its record and changes nothing else', async () => {
    const [byHand, ended] = [await asked(), await asked()]
    const batch = await batchOf(byHand, ended)
    await approve(byHand.id)
    await takeOut(batch, ended)
    await cancel(ended.id, user)
    const [one, other] = [utr(), utr()]
    const file = csvOf({ of: byHand, utr: one }, { of: ended, utr: other })
    const { rows } = (await preview(batch, file)).body
    expect(rows.map(({ problem }: { problem: string }) => problem)).toEqual(['paid_twice', 'paid_after_end'])
    expect((await apply(batch, file)).body.outcomes).toEqual([
      { withdrawal_id: byHand.id, outcome: 'reported' },
      { withdrawal_id: ended.id, outcome: 'reported' },
    ])
    expect(await state(batch)).toEqual(['paid', 'taken_out'])
    expect(await reported(byHand)).toMatchObject([{ utr: one, batch, by: { name: 'Meera' } }])
    expect(await reported(ended)).toMatchObject([{ utr: other, batch }])
    expect((await apply(batch, file)).body.outcomes).toEqual([])
  })

  test('that reports a payout as paid that was taken out or put back records the payment', async () => {
    const [out, back] = [await asked(), await asked()]
    const batch = await batchOf(out, back)
    await takeOut(batch, out)
    const refusal = csvOf({ of: back, status: 'Failed' })
    await apply(batch, refusal, [{ withdrawal_id: back.id, choice: 'retry' }])
    expect(await state(batch)).toEqual(['taken_out', 'refused'])
    const [one, other] = [utr(), utr()]
    const file = csvOf({ of: out, utr: one }, { of: back, utr: other })
    expect((await apply(batch, file)).body).toMatchObject({
      outcomes: [{ outcome: 'paid' }, { outcome: 'paid' }],
      batch: { waiting: 0, paid: 2, unpaid: 0 },
    })
    expect((await mine(user)).map((own: { transaction_id: string }) => own.transaction_id)).toEqual([other, one])
    expect((await apply(batch, refusal)).body.outcomes).toEqual([])
    expect((await apply(batch, file)).body.outcomes).toEqual([])
  })

  test('that cannot be applied keeps such a payout with the bank, in the batch in which it waits now', async () => {
    const [alone, moved] = [await asked(), await asked()]
    const batch = await batchOf(alone, moved)
    await takeOut(batch, alone)
    await takeOut(batch, moved)
    const next = await batchOf(moved)
    const file = csvOf({ of: alone }, { of: moved })
    expect((await preview(batch, file)).body.rows).toMatchObject([
      { problem: 'no_utr', with_bank: true },
      { problem: 'no_utr', with_bank: true },
    ])
    expect((await apply(batch, file)).body.outcomes).toMatchObject([{ outcome: 'reported' }, { outcome: 'reported' }])
    expect([await state(batch), await state(next)]).toEqual([['unknown', 'taken_out'], ['unknown']])
    await expectKeptWithBank(next, moved, 'payment_reported')
    const again = { withdrawal_ids: [alone.id] }
    expect((await server.call('POST', '/payout-batches', { as: meera, body: again, key: randomUUID() })).status).toBe(
      409,
    )
    expect(await cancel(alone.id, user)).toMatchObject({ status: 409, body: { code: 'being_paid' } })
    expect((await mine(user)).map((own: { being_paid: boolean }) => own.being_paid)).toEqual([true, true])
    expect(await claim(alone.id, ravi)).toMatchObject({ status: 409, body: { code: 'claimed_by_other' } })
    expect(await actsOn(alone.id)).toContain('withdrawal claimed')
  })

  test('that reports a payout as paid that was taken out before its owner was frozen records it as paid before', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await takeOut(batch, withdrawal)
    await server.travelTo(new Date(server.clock.now().getTime() + 60_000))
    await sql`update users set frozen_at = ${server.clock.now()} where id = ${user.id}`.execute(db)
    expect((await apply(batch, csvOf({ of: withdrawal, utr: utr() }))).body.outcomes).toMatchObject([
      { outcome: 'paid' },
    ])
    await expectInvariants(server)
    await sql`update users set frozen_at = null where id = ${user.id}`.execute(db)
  })

  test('records a payment to an owner who was frozen in the meantime as paid before', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await sql`update users set frozen_at = ${server.clock.now()} where id = ${user.id}`.execute(db)
    expect((await apply(batch, csvOf({ of: withdrawal, utr: utr() }))).body.outcomes).toMatchObject([
      { outcome: 'paid' },
    ])
    const { rows } = await sql<{ paid_before_stop: boolean }>`
      select paid_before_stop from withdrawals where id = ${withdrawal.id}`.execute(db)
    expect(rows).toEqual([{ paid_before_stop: true }])
    await sql`update users set frozen_at = null where id = ${user.id}`.execute(db)
  })

  test('records such a payment also after another admin has taken over the batch', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await server.travelTo(new Date(server.clock.now().getTime() + 60_000))
    await sql`update users set frozen_at = ${new Date(server.clock.now().getTime() - 10_000)} where id = ${user.id}`.execute(
      db,
    )
    const body = { take_over_from: meera.id }
    const taken = await server.call('POST', `/payout-batches/${batch}/take-over`, { as: ravi, body, key: randomUUID() })
    expect(taken.status).toBe(200)
    const file = csvOf({ of: withdrawal, utr: utr() })
    expect((await apply(batch, file, [], ravi)).body.outcomes).toMatchObject([{ outcome: 'paid' }])
    await expectInvariants(server)
    await sql`update users set frozen_at = null where id = ${user.id}`.execute(db)
  })

  test('sent by an admin who does not pay it shows who does', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    const file = csvOf({ of: withdrawal, utr: utr() })
    expect((await preview(batch, file, ravi)).body.rows[0]).toMatchObject({ problem: 'claimed_by_other' })
    expect((await apply(batch, file, [], ravi)).body.outcomes).toEqual([
      { withdrawal_id: withdrawal.id, outcome: 'reported' },
    ])
    await claim(withdrawal.id, ravi, { take_over_from: meera.id })
    expect((await apply(batch, file, [], ravi)).body.outcomes).toMatchObject([{ outcome: 'paid' }])
  })

  test('whose payment another admin cannot record is not given back by the result of another batch, until it is dismissed', async () => {
    const withdrawal = await asked()
    const first = await batchOf(withdrawal)
    await takeOut(first, withdrawal)
    const second = await batchBy(ravi, withdrawal)
    const reference = utr()
    const paid = csvOf({ of: withdrawal, utr: reference })
    expect((await preview(first, paid)).body.rows[0]).toMatchObject({ problem: 'claimed_by_other', is_reported: true })
    expect((await apply(first, paid)).body.outcomes).toEqual([{ withdrawal_id: withdrawal.id, outcome: 'reported' }])
    expect((await preview(first, paid)).body.rows[0]).toMatchObject({ is_reported: false }) // known by now
    const shown = [{ utr: reference, batch: first, by: { id: meera.id, name: 'Meera' } }]
    expect(await reported(withdrawal)).toMatchObject(shown)
    const { body } = await server.call('GET', `/payout-batches/${second}`, { as: ravi })
    expect(body.payouts).toMatchObject([{ state: 'unknown', reported_payments: shown }])
    await expectNotGivenBack(second, withdrawal, ravi)
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
    expect(await actsOn(withdrawal.id)).toContain('payout result taken')

    const [report] = await reported(withdrawal)
    expect(await dismiss(report.id, ravi)).toMatchObject({ status: 200, body: report })
    expect(await dismiss(report.id, ravi)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await actsOn(withdrawal.id)).toContain('payment report dismissed')
    expect(await reported(withdrawal)).toEqual([])
    expect(await state(second)).toEqual(['unknown'])
    expect(await reject(withdrawal.id, ravi)).toMatchObject({ body: { code: 'with_bank' } })
    // the bank still says that it was paid: reported again
    await apply(first, paid)
    await expectNotGivenBack(second, withdrawal, ravi)
    expect((await dismiss((await reported(withdrawal))[0].id, ravi)).status).toBe(200)
    const failed = csvOf({ of: withdrawal, status: 'Failed' })
    const choice = [{ withdrawal_id: withdrawal.id, choice: 'reject' }]
    expect((await apply(second, failed, choice, ravi)).body.outcomes).toMatchObject([{ outcome: 'rejected' }])
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
  })

  test('whose payment was reported is marked as paid with the same reference, and warns of another one', async () => {
    const withdrawal = await asked()
    const first = await batchOf(withdrawal)
    await takeOut(first, withdrawal)
    const second = await batchBy(ravi, withdrawal)
    const [one, other] = [utr(), utr()]
    await apply(first, csvOf({ of: withdrawal, utr: one }))
    const same = await preview(second, csvOf({ of: withdrawal, utr: one }), ravi)
    expect(same.body.rows[0]).toMatchObject({ act: 'pay', reported_payments: [] })
    const twice = csvOf({ of: withdrawal, utr: other })
    expect((await preview(second, twice, ravi)).body.rows[0]).toMatchObject({
      act: 'pay',
      reported_payments: [{ utr: one }],
    })
    expect((await approve(withdrawal.id, ravi, one)).status).toBe(200)
    expect(await reported(withdrawal)).toEqual([])
    expect((await preview(second, twice, ravi)).body.rows[0]).toMatchObject({
      problem: 'paid_twice',
      is_reported: true,
    })
    await apply(second, twice, [], ravi)
    expect(await reported(withdrawal)).toMatchObject([{ utr: other, batch: second }])
  })

  test('that reports a payment while another one gives it back leaves the report with the withdrawal', async () => {
    const withdrawal = await asked()
    const first = await batchOf(withdrawal)
    await takeOut(first, withdrawal)
    const second = await batchBy(ravi, withdrawal)
    const failed = csvOf({ of: withdrawal, status: 'Failed' })
    const choice = [{ withdrawal_id: withdrawal.id, choice: 'reject' }]
    await Promise.all([apply(first, csvOf({ of: withdrawal, utr: utr() })), apply(second, failed, choice, ravi)])
    expect(await reported(withdrawal)).toHaveLength(1)
    const { held } = await balances(user)
    expect(held === 0n ? ['rejected'] : ['unknown']).toEqual(await state(second))
  })

  test('cannot be dismissed by an admin who invited its owner, nor if it does not exist', async () => {
    const inviter = await server.makeUser({ role: 'admin' })
    user = await investor(10_000, { referredBy: inviter.id })
    const withdrawal = await asked()
    await apply(await batchOf(withdrawal), csvOf({ of: withdrawal }))
    const [report] = await reported(withdrawal)
    expect(report).toMatchObject({ utr: '' })
    expect(await dismiss(report.id, inviter)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect(await dismiss(report.id, meera, ' ')).toMatchObject({ status: 422 })
    expect(await reported(withdrawal)).toEqual([report])
    expect((await dismiss(2_000_000_000)).status).toBe(404)
  })

  test('makes a proposal of each payment while four eyes is on', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await setFourEyes(server, 0)
    const reference = utr()
    const file = csvOf({ of: withdrawal, utr: reference })
    try {
      expect((await apply(batch, file)).body.outcomes).toEqual([{ withdrawal_id: withdrawal.id, outcome: 'proposed' }])
      expect(await state(batch)).toEqual(['proposed'])
      expect(await reported(withdrawal)).toEqual([]) // the proposal shows it
      expect((await apply(batch, file)).body.outcomes).toEqual([])
      const again = async (paidWith: string) =>
        (await preview(batch, csvOf({ of: withdrawal, utr: paidWith }))).body.rows[0]
      expect(await again(reference)).toMatchObject({ act: 'done', problem: null })
      expect(await again(utr())).toMatchObject({ act: 'problem', problem: 'paid_twice' })
      const find = `/admin/proposals?subject=withdrawal&subject_id=${withdrawal.id}`
      const open = await server.call('GET', find, { as: ravi })
      const approving = `/admin/proposals/${open.body.data[0].id}/approve`
      expect((await server.call('POST', approving, { as: ravi, key: randomUUID() })).status).toBe(200)
    } finally {
      await setFourEyes(server, null)
    }
    expect(await state(batch)).toEqual(['paid'])
    expect(await latest()).toMatchObject({ status: 'approved', transaction_id: reference })
  })

  test('keeps a payment with the bank that is proposed by hand, whatever becomes of that proposal', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await setFourEyes(server, 0)
    try {
      await approve(withdrawal.id, meera, utr())
      const file = csvOf({ of: withdrawal, status: 'In process' })
      expect((await apply(batch, file)).body.outcomes).toEqual([{ withdrawal_id: withdrawal.id, outcome: 'unknown' }])
      const find = `/admin/proposals?subject=withdrawal&subject_id=${withdrawal.id}`
      const { data } = (await server.call('GET', find, { as: ravi })).body
      const declining = `/admin/proposals/${data[0].id}/decline`
      await server.call('POST', declining, { as: ravi, body: { reason: 'Another UTR' }, key: randomUUID() })
      await expectKeptWithBank(batch, withdrawal)
    } finally {
      await setFourEyes(server, null)
    }
  })

  test('keeps its owner from cancelling what the bank has, also if its claim was released before', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    expect((await release(withdrawal.id)).status).toBe(200)
    expect((await apply(batch, csvOf({ of: withdrawal, status: 'Pending' }))).body.outcomes).toMatchObject([
      { outcome: 'unknown' },
    ])
    expect(await cancel(withdrawal.id, user)).toMatchObject({ status: 409, body: { code: 'being_paid' } })
    expect(await actsOn(withdrawal.id)).toContain('payout result taken')
  })

  test('without a UTR of what was paid by hand says nothing new', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await approve(withdrawal.id)
    expect((await preview(batch, csvOf({ of: withdrawal }))).body.rows[0]).toMatchObject({ act: 'done', problem: null })
  })

  test('keeps a payment with the bank whose proposal is declined', async () => {
    const withdrawal = await asked()
    const batch = await batchOf(withdrawal)
    await setFourEyes(server, 0)
    try {
      const file = csvOf({ of: withdrawal, utr: utr() })
      expect((await apply(batch, file)).body.outcomes).toMatchObject([{ outcome: 'proposed' }])
      const find = `/admin/proposals?subject=withdrawal&subject_id=${withdrawal.id}`
      const { data } = (await server.call('GET', find, { as: ravi })).body
      const body = { reason: 'The bank has not confirmed this UTR.' }
      const declining = `/admin/proposals/${data[0].id}/decline`
      expect((await server.call('POST', declining, { as: ravi, body, key: randomUUID() })).status).toBe(200)
      expect(await state(batch)).toEqual(['unknown'])
      expect(await reported(withdrawal)).toHaveLength(1)
      await expectKeptWithBank(batch, withdrawal, 'payment_reported')
      await expectNotGivenBack(batch, withdrawal)
    } finally {
      await setFourEyes(server, null)
    }
  })

  test.each<[string, string | Uint8Array, string]>([
    ['another format', new Uint8Array([0, 1, 2, 3, 0, 0]), 'statement_unreadable'],
    ['a damaged spreadsheet', zipSync({ 'a.xml': strToU8('<a>') }), 'statement_unreadable'],
    ['no headings', 'a\n1', 'result_without_rows'],
    ['headings alone', HEAD, 'result_without_rows'],
  ])('in %s is refused', async (_case, file, code) => {
    const batch = await batchOf(await asked())
    expect(await preview(batch, file)).toMatchObject({ status: 422, body: { code } })
  })

  test('for a batch that does not exist is not found', async () => {
    expect((await preview(2_000_000_000, HEAD)).status).toBe(404)
    expect((await apply(2_000_000_000, HEAD)).status).toBe(404)
  })
})
