/** Confirmations that arrive while another one runs, and are judged and written in one transaction. */
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import type { Answer, TestUser } from '../../../tests/support/server.ts'
import { isAlone, isTogether, lineBehind, newKey, statuses } from '../../../tests/support/line.ts'
import { transfersOn, wrongOf } from '../../../tests/support/transfers.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const lead = async () => {
  const leader = await opened()
  return { user: leader.sender, ask: () => confirm(leader) }
}
const { server, inLine, textsOf, withAnother, struck } = await lineBehind(await testDatabase(), {
  lead,
  places: 6, // begin, claim, lock, gather, write, commit
})
const { db } = server.services
const admin = await server.makeUser({ role: 'admin' })
const bittpay = transfersOn(server)

type Opened = { sender: TestUser; receiver: TestUser; id: number; code: string }
const confirm = ({ sender, id, code }: Opened, key = newKey()) => bittpay.verify(sender, id, code, key)

/** A sender's transfer that waits for its code; the receiver may be given. */
async function opened({ to, sender, amount = 500 }: { to?: TestUser; sender?: TestUser; amount?: number } = {}) {
  const from = sender ?? (await server.makeUser({ walletRupees: 1_000_000, name: 'Imran Shaikh' }))
  const receiver = to ?? (await server.makeUser())
  const { body } = await bittpay.initiate(from, { recipient: receiver.email, amount })
  return { sender: from, receiver, id: body.transfer_id as number, code: await bittpay.codeFor(from) }
}
const several = (count: number, options?: { to?: TestUser; amount?: number }) =>
  Promise.all(Array.from({ length: count }, () => opened(options)))

/** Leaves ₹400 in their wallet, less than a transfer takes. */
const spend = (as: TestUser) => server.call('POST', '/flexible/deposit', { as, body: { amount: 999_600 } })
const wallets = (users: readonly TestUser[]) => Promise.all(users.map(bittpay.wallet))

test('share one transaction, and each is answered, notified and stored as if it were alone', async () => {
  const transfers = await several(5)
  const own = transfers.map(() => newKey())
  const { answers, together, alone } = await inLine(transfers.map((transfer, n) => () => confirm(transfer, own[n])))
  expect({ together, alone }).toEqual({ together: 1, alone: 0 })
  for (const [n, { sender, receiver, id, code }] of transfers.entries()) {
    expect(answers[n]).toMatchObject({
      status: 200,
      body: { transfer: { id, number: expect.any(String), receiver_name: 'Asha Rao', amount: 500, fee: 15 } },
    })
    expect(await wallets([sender, receiver])).toEqual([1_000_000_00n - 515_00n, 500_00n])
    const notes = await server.call('GET', '/notifications', { as: receiver })
    expect(notes.body.data).toMatchObject([{ title: 'Money received' }])
    const again = await bittpay.verify(sender, id, code, own[n])
    expect([again.status, again.body]).toEqual([200, answers[n]?.body])
  }
})

test('one that arrives when none runs has its own transaction, as before', async () => {
  const transfer = await opened()
  const { result, texts } = await textsOf(() => confirm(transfer))
  expect(result.status).toBe(200)
  expect([texts.filter(isTogether), texts.filter(isAlone).length]).toEqual([[], 1])
})

test('a refused one does not affect the others, and is answered and counted as if it were alone', async () => {
  const [good, wrong, foreign, poor, fine] = await several(5)
  if (!good || !wrong || !foreign || !poor || !fine) throw new Error('five were opened')
  await spend(poor.sender)
  const { answers, together, alone } = await inLine([
    () => confirm(good),
    () => confirm({ ...wrong, code: wrongOf(wrong.code) }),
    () => confirm({ ...foreign, id: good.id }),
    () => confirm(poor),
    () => confirm(fine),
  ])
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [422, 'otp_wrong'],
    [404, 'not_found'],
    [422, 'insufficient_balance'],
    [200, undefined],
  ])
  expect({ together, alone }).toEqual({ together: 1, alone: 3 })
  const { rows } = await sql<{ id: number; wrong_codes: number; status: string }>`
    select id, wrong_codes, status from balance_transfers
     where id = any (${[wrong.id, foreign.id, poor.id]}::integer[]) order by id`.execute(db)
  expect(Object.fromEntries(rows.map((row) => [row.id, [row.wrong_codes, row.status]]))).toEqual({
    [wrong.id]: [1, 'pending'],
    [foreign.id]: [0, 'pending'],
    [poor.id]: [0, 'failed'],
  })
  expect(await wallets([wrong.sender, poor.receiver, good.receiver])).toEqual([1_000_000_00n, 0n, 500_00n])
})

test('money received in the same transaction cannot be sent in it', async () => {
  const poor = await opened()
  await spend(poor.sender)
  const rich = await opened({ to: poor.sender, amount: 5_000 })
  const { answers, together, alone } = await inLine([() => confirm(rich), () => confirm(poor)])
  expect(answers[0]?.status).toBe(200)
  expect({ together, alone }).toEqual({ together: 1, alone: 1 }) // and alone it is there or not yet
  expect(await bittpay.wallet(poor.sender)).toBe(answers[1]?.status === 200 ? 4_885_00n : 5_400_00n)
})

test('two who pay each other, and several who pay one', async () => {
  const [one, other] = [await server.makeUser({ walletRupees: 1_000 }), await server.makeUser({ walletRupees: 1_000 })]
  const there = await opened({ sender: one, to: other, amount: 100 })
  const back = await opened({ sender: other, to: one, amount: 300 })
  const all = [there, back, ...(await several(3, { to: one }))]
  const { answers, together, alone } = await inLine(all.map((transfer) => () => confirm(transfer)))
  expect(statuses(answers)).toEqual([200, 200, 200, 200, 200])
  expect({ together, alone }).toEqual({ together: 1, alone: 0 })
  expect(await wallets([one, other])).toEqual([2_697_00n, 791_00n])
})

describe('one sender', () => {
  test('who calls twice with one key moves money once and is answered the same', async () => {
    const [transfer, other] = [await opened(), await opened()]
    const key = newKey()
    const { answers, together } = await inLine([
      () => confirm(transfer, key),
      () => confirm(other),
      () => confirm(transfer, key),
    ])
    expect(together).toBe(1)
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect(answers[2]?.body).toEqual(answers[0]?.body)
    expect(await bittpay.wallet(transfer.receiver)).toBe(500_00n)
  })

  test('who confirms one transfer under two keys moves money once', async () => {
    const [transfer, other] = [await opened(), await opened()]
    const { answers } = await inLine([() => confirm(transfer), () => confirm(other), () => confirm(transfer)])
    expect(statuses(answers)).toEqual([200, 200, 422])
    expect(await bittpay.wallet(transfer.receiver)).toBe(500_00n)
  })

  test('whose key is already used gets its reply, or the refusal that it was another call', async () => {
    const [done, other, third] = await several(3)
    if (!done || !other || !third) throw new Error('three were opened')
    const key = newKey()
    const first = await confirm(done, key)
    const { answers, together, alone } = await inLine([
      () => confirm(done, key),
      () => confirm(other),
      () => confirm(third),
    ])
    expect(answers[0]?.body).toEqual(first.body)
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect({ together, alone }).toEqual({ together: 1, alone: 1 })
    const reused = await inLine([() => confirm({ ...done, id: 1 }, key), async () => confirm(await opened())])
    expect(reused.answers.map(({ body }) => body.code)).toEqual(['key_reused', undefined])
  })
})

describe('limits that senders share', () => {
  const set = (key: string, value: number) => server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })

  test('what one may receive in a day', async () => {
    const receiver = await server.makeUser()
    const transfers = await several(7, { to: receiver, amount: 90_000 })
    await set('transfer_daily_received_limit', 500_000)
    const { answers, together, alone } = await inLine(transfers.map((transfer) => () => confirm(transfer)))
    await set('transfer_daily_received_limit', 2_500_000)
    expect(answers.map(({ body }) => body.code)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'receiver_limit',
      'receiver_limit',
    ])
    expect({ together, alone }).toEqual({ together: 1, alone: 2 })
    expect(await bittpay.wallet(receiver)).toBe(450_000_00n)
  })

  test('what all users may send in a day', async () => {
    const transfers = await several(3, { amount: 40_000 })
    const { rows } = await sql<{ sent: bigint }>`
      select coalesce(sum(amount), 0)::bigint as sent from transfer_days`.execute(db)
    const sent = Number(rows[0]?.sent ?? 0n) / 100 + 500 // plus the one that they wait behind
    await set('transfer_daily_limit_of_all', sent + 100_000)
    const { answers, together, alone } = await inLine(transfers.map((transfer) => () => confirm(transfer)))
    await set('transfer_daily_limit_of_all', 100_000_000)
    expect(answers.map(({ body }) => body.code)).toEqual([undefined, undefined, 'transfers_full'])
    expect({ together, alone }).toEqual({ together: 1, alone: 1 })
  })
})

test('a sender who is deactivated or frozen in the meantime sends nothing, and receives nothing', async () => {
  const [fine, gone, stopped, toGone] = await several(4)
  if (!fine || !gone || !stopped || !toGone) throw new Error('four were opened')
  const { answers, together } = await inLine(
    [fine, gone, stopped, toGone].map((transfer) => () => confirm(transfer)),
    {
      async meanwhile() {
        for (const { id } of [gone.sender, toGone.receiver])
          await server.call('POST', `/users/${id}/toggle-status`, { as: admin })
        await sql`update users set frozen_at = ${server.clock.now()} where id = ${stopped.sender.id}`.execute(db)
      },
    },
  )
  expect(together).toBe(1)
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [401, 'unauthorized'],
    [403, 'money_frozen'],
    [422, 'recipient_unknown'],
  ])
  expect(await wallets([gone.receiver, stopped.receiver, toGone.receiver])).toEqual([0n, 0n, 0n])
})

test('a receiver whose row is being changed does not block other payments', async () => {
  const [fine, locked, other] = await several(3)
  if (!fine || !locked || !other) throw new Error('three were opened')
  let held: Promise<Answer> | undefined
  await transaction(db, async (tx) => {
    await sql`update users set frozen_at = ${server.clock.now()} where id = ${locked.sender.id}`.execute(tx)
    const { answers } = await inLine([
      () => confirm(fine),
      async () => {
        held = confirm(locked)
        return { status: 0, body: null, headers: {} } // it comes later
      },
      () => confirm(other),
    ])
    expect(statuses(answers)).toEqual([200, 0, 200])
  })
  expect((await held)?.body.code).toBe('money_frozen')
  expect(await bittpay.wallet(locked.receiver)).toBe(0n)
})

test('on two processes at once, everybody gets an answer, and nothing deadlocks', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, () => server.makeUser({ walletRupees: 1_000 })))
  const transfers = await Promise.all(
    people.map((sender, n) => opened({ sender, to: people[(n * 7 + 5) % people.length]!, amount: 100 })),
  )
  const answers = await withAnother((other) => {
    const programs = [bittpay, transfersOn(other)]
    return Promise.all(transfers.map(({ sender, id, code }, n) => programs[n % 2]!.verify(sender, id, code, newKey())))
  })
  expect(statuses(answers)).toEqual(people.map(() => 200))
  expect(await wallets(people)).toEqual(people.map(() => 997_00n))
})

test.each(struck)(
  '$fault at statement $place of several: each runs alone, and nothing happens twice',
  async ({ place, fault }) => {
    const transfers = await several(3)
    let hits = 0
    const asks = transfers.map((transfer) => () => confirm(transfer))
    const { answers } = await inLine(asks, { strike: (n) => (n === place && hits++ === 0 ? fault : null) })
    expect(hits).toBeGreaterThan(0)
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect(await wallets(transfers.map(({ receiver }) => receiver))).toEqual([500_00n, 500_00n, 500_00n])
  },
)
