import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setFourEyes } from '../../../tests/support/guardedActs.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { bankDetails, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'
import { invariants } from './invariants.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
]
const { investor, ask, balances, approve, reject, cancel, claim, release } = withdrawalsOn(server, meera)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

let user: TestUser
beforeEach(async () => {
  user = await investor()
})

const bank = (details: object = {}) => ({ type: 'bank', withdrawal_details: { ...bankDetails, ...details } })
const asked = async (body: object = bank(), by = user): Promise<{ id: number; number: string }> =>
  (await ask(by, body)).body
const make = (withdrawal_ids: number[], as = meera, key: string = randomUUID()) =>
  server.call('POST', '/payout-batches', { as, body: { withdrawal_ids }, key })
const batchOf = async (id: number, as = meera) => (await server.call('GET', `/payout-batches/${id}`, { as })).body
const file = (id: number, query = 'way=neft&format=csv', as = meera) =>
  server.call('GET', `/payout-batches/${id}/file?${query}`, { as })
const takeOut = (id: number, withdrawal_id: number, as = meera) =>
  server.call('POST', `/payout-batches/${id}/take-out`, { as, body: { withdrawal_id }, key: randomUUID() })
const takeOver = (id: number, take_over_from: number, as = ravi, key: string = randomUUID()) =>
  server.call('POST', `/payout-batches/${id}/take-over`, { as, body: { take_over_from }, key })
const trail = async (subject: string, id: number): Promise<string[]> => {
  const { body } = await server.call('GET', `/audit?subject=${encodeURIComponent(subject)}&subject_id=${id}`, {
    as: meera,
  })
  return body.data.map((entry: { action: string }) => entry.action)
}
const freeze = () => sql`update users set frozen_at = ${server.clock.now()} where id = ${user.id}`.execute(db)
const thaw = () => sql`update users set frozen_at = null where id = ${user.id}`.execute(db)
const candidate = async (id: number, as = meera) => {
  for (let cursor = ''; ;) {
    const { body } = await server.call('GET', `/payout-batches/candidates${cursor}`, { as })
    const found = body.data.find((row: { withdrawal_id: number }) => row.withdrawal_id === id)
    if (found || body.next_cursor === null) return found
    cursor = `?cursor=${body.next_cursor}`
  }
}

describe('making a batch', () => {
  test('claims its withdrawals, stores their sum, and is in the log and the life of each', async () => {
    const [first, second] = [await asked(), await asked()]
    await claim(second.id)
    const made = await make([first.id, second.id])
    expect(made).toMatchObject({
      status: 201,
      body: { size: 2, amount: 1860, waiting: 2, paid: 0, unpaid: 0, made_by: { name: 'Meera' } },
    })
    expect(made.body.payouts).toMatchObject([
      { withdrawal_id: first.id, number: first.number, state: 'waiting', amount: 930, claimed_by: { name: 'Meera' } },
      { withdrawal_id: second.id, payee: 'HDFC Bank ••4417', is_stopped: false },
    ])
    expect(JSON.stringify(made.body)).not.toContain(bankDetails.account_number)
    expect(await trail('payout batch', made.body.id)).toEqual(['payout batch made'])
    expect(await trail('withdrawal', first.id)).toEqual(['withdrawal batched', 'withdrawal claimed'])
    const life = await server.call('GET', `/admin/records/withdrawal/${first.id}/life`, { as: meera })
    expect(life.body.data.map(({ text }: { text: string }) => text)).toContain('Withdrawal batched')
    expect(await cancel(first.id, user)).toMatchObject({ status: 409, body: { code: 'being_paid' } })
    expect(await batchOf(made.body.id, ravi)).toEqual(made.body)
    const list = await server.call('GET', '/payout-batches', { as: meera })
    expect(list.body.data[0]).toMatchObject({ id: made.body.id, amount: 1860, waiting: 2 })
    expect(list.body.data[0]).not.toHaveProperty('payouts')
  })

  test('with a repeated key makes one batch', async () => {
    const { id } = await asked()
    const first = await make([id], meera, 'once')
    expect((await make([id], meera, 'once')).body).toEqual(first.body)
    expect(await make([id])).toMatchObject({ status: 409, body: { code: 'withdrawal_in_batch' } })
  })

  test.each<[string, () => Promise<number>, object]>([
    ['a UPI payee', async () => (await ask(user)).body.id, { status: 422, body: { code: 'not_by_bank' } }],
    ['an unknown one', async () => 2_000_000_000, { status: 422, body: { code: 'unknown_withdrawal' } }],
    [
      'one that another admin pays',
      async () => {
        const { id } = await asked()
        await claim(id, ravi)
        return id
      },
      { status: 409, body: { code: 'claimed_by_other' } },
    ],
    [
      'one that was decided',
      async () => {
        const { id } = await asked()
        await reject(id)
        return id
      },
      { status: 409, body: { code: 'already_decided' } },
    ],
    [
      'one that the admin has proposed to pay',
      async () => {
        const { id } = await asked()
        await setFourEyes(server, 0)
        await approve(id)
        await setFourEyes(server, null)
        expect(await candidate(id)).toMatchObject({ hindrance: 'proposed' })
        return id
      },
      { status: 409, body: { code: 'already_proposed' } },
    ],
  ])('with %s is refused at that one, and nothing is claimed or stored', async (_case, bad, refusal) => {
    const { id } = await asked()
    const reply = await make([id, await bad()])
    expect(reply).toMatchObject(refusal)
    expect(Object.keys(reply.body.errors)).toEqual(['withdrawal_ids.1'])
    expect(await candidate(id)).toMatchObject({ hindrance: null, claimed_by: null })
    expect(await trail('withdrawal', id)).toEqual([])
  })

  test('is refused for a frozen owner or the admin’s own request', async () => {
    const { id } = await asked()
    await freeze()
    expect(await make([id])).toMatchObject({ status: 409, body: { code: 'requester_frozen' } })
    expect(await candidate(id)).toMatchObject({ hindrance: 'frozen' })
    await thaw()
    await sql`update users set referred_by = ${meera.id} where id = ${user.id}`.execute(db)
    expect(await make([id])).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect(await candidate(id)).toMatchObject({ hindrance: 'own_request' })
  })

  test('by two admins concurrently gives each withdrawal to one of them', async () => {
    const ids = [(await asked()).id, (await asked()).id, (await asked()).id]
    const replies = await Promise.all([make(ids), make(ids.toReversed(), ravi), make(ids)])
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 201))
      expect([status, body.code]).toEqual([409, expect.toBeOneOf(['claimed_by_other', 'withdrawal_in_batch'])])
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from batched_payouts where withdrawal_id = any (${ids}::integer[])`.execute(db)
    expect(rows[0]?.n).toBe(3)
  })

  test('lists the candidates, with what looks unusual', async () => {
    const { id } = await asked(bank({ account_name: 'Somebody Else', ifsc_code: 'XXXX0000001' }))
    expect(await candidate(id)).toMatchObject({
      hindrance: null,
      amount: 930,
      flags: expect.arrayContaining(['ifsc_unknown', 'name_differs']),
    })
    const above = (value: string) =>
      server.call('PUT', '/settings/unusual_amount_above', { as: meera, body: { value } })
    for (const [value, is_unusual] of [
      ['1000', false],
      ['999', true], // what was requested, with its fee
    ] as const) {
      expect((await above(value)).status).toBe(200)
      expect(await candidate(id)).toMatchObject({ is_unusual })
    }
    expect((await above('500000')).status).toBe(200)
    await claim(id, ravi)
    expect(await candidate(id)).toMatchObject({ hindrance: 'claimed_by_other', claimed_by: { name: 'Ravi' } })
    expect(await candidate(id, ravi)).toMatchObject({ hindrance: null })
  })
})

describe('its file', () => {
  test('has the full account numbers, and each download is logged', async () => {
    const withdrawal = await asked(bank({ account_number: '000123456789' }))
    const { id } = (await make([withdrawal.id])).body
    const csv = await file(id)
    expect(csv.status).toBe(200)
    expect(csv.body).toContain(`NEFT,Asha Rao,000123456789,HDFC0000001,HDFC Bank,930.00,${withdrawal.number}`)
    const downloadAt = (await batchOf(id)).downloads[0].at
    expect((await batchOf(id)).downloads).toEqual([{ by: { id: meera.id, name: 'Meera' }, at: downloadAt, rows: 1 }])
    expect((await file(id, 'way=imps&format=xlsx')).status).toBe(200)
    expect((await batchOf(id)).downloads[1].at).toBe(downloadAt)
    expect(await trail('payout batch', id)).toEqual([
      'payout file downloaded',
      'payout file downloaded',
      'payout batch made',
    ])
  })

  test('may be with the bank from then on: what it contains is released only by taking it out', async () => {
    const { id } = await asked()
    const openBatch = async () =>
      (await server.call('GET', `/withdrawals?search=%23${id}`, { as: meera })).body.data[0].open_batch
    expect(await openBatch()).toBeNull()
    const batch = (await make([id])).body.id
    expect(await openBatch()).toEqual({ id: batch, downloaded: null, is_with_bank: false })
    await file(batch)
    expect(await openBatch()).toMatchObject({ id: batch, downloaded: { by: { name: 'Meera' } }, is_with_bank: false })
    expect(await release(id)).toMatchObject({
      status: 409,
      body: { code: 'payout_file_downloaded', params: { batch } },
    })
    expect(await cancel(id, user)).toMatchObject({ status: 409, body: { code: 'being_paid' } })
    expect((await takeOut(batch, id)).status).toBe(200)
    expect(await openBatch()).toBeNull()
    expect((await cancel(id, user)).status).toBe(200)
  })

  test('and a concurrent release of what it contains leave it either claimed or out of the file', async () => {
    const [kept, given] = [await asked(), await asked()]
    const { id } = (await make([kept.id, given.id])).body
    const [{ body: text }, released] = await Promise.all([file(id), release(given.id)])
    expect(text.includes(given.number)).toBe(released.status === 409)
  })

  test('leaves out frozen owners, released claims and withdrawals paid by hand', async () => {
    const [kept, paid, given] = [await asked(), await asked(), await asked()]
    const { id } = (await make([kept.id, paid.id, given.id])).body
    await approve(paid.id)
    await release(given.id)
    const { body: text } = await file(id)
    expect(text).toContain(kept.number)
    expect(text).not.toContain(paid.number)
    expect(text).not.toContain(given.number)
    expect((await batchOf(id)).payouts.map(({ state }: { state: string }) => state)).toEqual([
      'waiting',
      'paid',
      'waiting',
    ])
    await freeze()
    expect(await file(id)).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    expect((await batchOf(id)).payouts[0]).toMatchObject({ is_stopped: true })
  })

  test('is refused for an admin who pays none of it, and for a batch that does not exist', async () => {
    const { id } = (await make([(await asked()).id])).body
    expect(await file(id, undefined, ravi)).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    expect((await file(2_000_000_000)).status).toBe(404)
    expect(await trail('payout batch', id)).toEqual(['payout batch made'])
  })
})

describe('taking one out', () => {
  test('releases it, so that it can be cancelled or batched again', async () => {
    const { id } = await asked()
    const first = (await make([id])).body
    expect(await takeOut(first.id, id, ravi)).toMatchObject({ status: 409, body: { code: 'claimed_by_other' } })
    expect(await takeOut(first.id, id)).toMatchObject({
      status: 200,
      body: { waiting: 0, unpaid: 1, payouts: [{ state: 'taken_out', claimed_by: null }] },
    })
    expect(await trail('withdrawal', id)).toEqual([
      'withdrawal taken from batch',
      'withdrawal released',
      'withdrawal batched',
      'withdrawal claimed',
    ])
    expect(await takeOut(first.id, id)).toMatchObject({ status: 409, body: { code: 'not_in_batch' } })
    const second = await make([id], ravi)
    expect(second.status).toBe(201)
    expect(await takeOut(first.id, id, ravi)).toMatchObject({ status: 409, body: { code: 'not_in_batch' } })
    await approve(id, ravi)
    expect(await batchOf(second.body.id)).toMatchObject({ waiting: 0, paid: 1 })
    expect(await batchOf(first.id)).toMatchObject({ paid: 0, unpaid: 1 })
    expect(await balances(user)).toMatchObject({ held: 0n })
  })

  test('is refused for a decided one, and in a batch that does not exist', async () => {
    const { id } = await asked()
    const batch = (await make([id])).body
    await reject(id)
    expect(await takeOut(batch.id, id)).toMatchObject({ status: 409, body: { code: 'not_in_batch' } })
    expect(await batchOf(batch.id)).toMatchObject({ unpaid: 1, payouts: [{ state: 'rejected' }] })
    expect((await takeOut(2_000_000_000, id)).status).toBe(404)
  })
})

describe('taking it over', () => {
  const holders = async (id: number) =>
    (await batchOf(id)).payouts.map(({ claimed_by: by }: { claimed_by: { name: string } | null }) => by?.name ?? null)

  test('hands over what waits and another admin pays, in one logged act', async () => {
    const [waits, paid, given] = [await asked(), await asked(), await asked()]
    const { id } = (await make([waits.id, paid.id, given.id])).body
    await approve(paid.id)
    await release(given.id)
    const taken = await takeOver(id, meera.id, ravi, 'over')
    expect(taken).toMatchObject({ status: 200, body: { waiting: 2, paid: 1 } })
    expect(await holders(id)).toEqual(['Ravi', 'Meera', null])
    expect((await takeOver(id, meera.id, ravi, 'over')).body).toEqual(taken.body)
    expect(await trail('payout batch', id)).toEqual(['payout batch taken over', 'payout batch made'])
    expect((await trail('withdrawal', waits.id))[0]).toBe('withdrawal claimed')
    const { body: log } = await server.call('GET', `/audit?subject=payout%20batch&subject_id=${id}`, { as: meera })
    expect(log.data[0]).toMatchObject({
      admin: { name: 'Ravi' },
      before: { claimed_by: 'Meera' },
      after: { claimed_by: 'Ravi', rows: 1 },
    })
    const { body: alerts } = await server.call('GET', '/admin/alerts?status=open', { as: meera })
    expect(alerts.data.filter(({ kind }: { kind: string }) => kind.endsWith('taken_over'))).toMatchObject([
      { kind: 'batch_taken_over', subject_id: id, by: { name: 'Ravi' } },
    ])
    expect((await file(id, undefined, ravi)).body).toContain(waits.number)
    expect(await file(id)).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    expect(await approve(waits.id)).toMatchObject({ status: 409, body: { code: 'claimed_by_other' } })
    expect((await approve(waits.id, ravi)).status).toBe(200)
  })

  test('includes owners who were stopped, so that a payment before the stop can be recorded', async () => {
    const [first, second] = [await asked(), await asked()]
    const { id } = (await make([first.id, second.id])).body
    await freeze()
    expect(await claim(first.id, ravi, { take_over_from: meera.id })).toMatchObject({
      status: 409,
      body: { code: 'requester_frozen' },
    })
    expect((await takeOver(id, meera.id)).status).toBe(200)
    expect(await holders(id)).toEqual(['Ravi', 'Ravi'])
    expect(await file(id, undefined, ravi)).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    await thaw()
  })

  test.each<[string, (id: number) => ReturnType<typeof takeOver>]>([
    ['oneself', (id) => takeOver(id, meera.id, meera)],
    ['an admin who pays none of it', (id) => takeOver(id, ravi.id, ravi)],
    ['an unknown admin', (id) => takeOver(id, 2_000_000_000)],
  ])('from %s is refused, and nothing changes', async (_case, act) => {
    const { id } = (await make([(await asked()).id])).body
    expect(await act(id)).toMatchObject({ status: 409, body: { code: 'nothing_to_take_over' } })
    expect(await holders(id)).toEqual(['Meera'])
    expect(await trail('payout batch', id)).toEqual(['payout batch made'])
  })

  test('is refused entirely with a request of a linked account, to a user, and in a batch that does not exist', async () => {
    const [first, second] = [await asked(), await asked(bank(), await investor())]
    const { id } = (await make([second.id, first.id])).body
    await sql`update users set referred_by = ${ravi.id} where id = ${user.id}`.execute(db)
    expect(await takeOver(id, meera.id)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect(await holders(id)).toEqual(['Meera', 'Meera'])
    expect((await takeOver(id, meera.id, user)).status).toBe(403)
    expect((await takeOver(2_000_000_000, meera.id)).status).toBe(404)
  })

  test('by two admins concurrently gives it to one of them', async () => {
    const asha = await server.makeUser({ role: 'admin', name: 'Asha' })
    const { id } = (await make([(await asked()).id, (await asked()).id])).body
    const replies = await Promise.all([takeOver(id, meera.id), takeOver(id, meera.id, asha)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(new Set(await holders(id)).size).toBe(1)
  })
})

describe('the stored rows', () => {
  test('are refused by the database if a withdrawal already waits in a batch', async () => {
    const { id } = await asked()
    const { body } = await make([id])
    const twice = sql`
      with other as (
        insert into payout_batches (size, amount, made_by, made_at)
        select 1, amount, made_by, made_at from payout_batches where id = ${body.id} returning id)
      insert into batched_payouts (batch_id, withdrawal_id, amount) select id, ${id}, 93000 from other`
    await expect(twice.execute(db)).rejects.toMatchObject({ constraint: 'withdrawal_in_batch' })
  })

  test.each<[string, (batch: number, by: bigint) => ReturnType<typeof sql>, RegExp]>([
    [
      'total differs from its rows',
      (batch, by) => sql`update payout_batches set amount = amount + ${by} where id = ${batch}`,
      /^payout batch \d+ was made of 1 withdrawals of 93001 paise and has 1 of 93000$/,
    ],
    [
      'row differs from its withdrawal',
      (batch, by) => sql`update batched_payouts set amount = amount + ${by} where batch_id = ${batch}`,
      /^payout batch \d+ pays 93001 paise of withdrawal \d+ \(bank, 93000\)$/,
    ],
  ])('are reported by verify if their %s', async (_case, change, finding) => {
    const batch = (await make([(await asked()).id])).body.id
    await change(batch, 1n).execute(db)
    const found = (await Promise.all(invariants.map(({ find }) => find(db)))).flat()
    await change(batch, -1n).execute(db)
    expect(found).toContainEqual(expect.stringMatching(finding))
  })
})
