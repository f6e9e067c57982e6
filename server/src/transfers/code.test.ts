/** The one-time code of a transfer: how often, how long and for what it is valid. */
import { paise } from '@bittkosh/contract/money'
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { testServer } from '../../../tests/support/server.ts'
import { transfersOn, wrongOf } from '../../../tests/support/transfers.ts'
import { transaction } from '../platform/database/database.ts'
import { newCode } from '../platform/identity/codes.ts'
import { codeMatches, hashCode } from './otp.ts'
import { sql } from '../platform/database/sql.ts'
import { endTransfersAhead, lockConfirmations } from './queries.ts'

const server = await testServer()
let admin = await server.makeUser({ role: 'admin' })
const bittpay = transfersOn(server)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const minutes = (count: number) => new Date(server.clock.now().getTime() + count * 60_000)

describe('the code', () => {
  test('works once, even for twenty concurrent calls', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    const answers = await Promise.all(Array.from({ length: 20 }, () => bittpay.verify(sender, id, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await bittpay.verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'otp_wrong' } })
    expect([await bittpay.wallet(sender), await bittpay.wallet(receiver)]).toEqual([485_00n, 500_00n])
  })

  test('shows its remaining time and tries until the moment it expires', async () => {
    const { sender, id, code } = await bittpay.opened()
    const open = async () => (await server.call('GET', '/balance-transfer/terms', { as: sender })).body.open_transfer
    await bittpay.verify(sender, id, wrongOf(code))
    const { expires_at: end, seconds_left: left, tries_left: tries } = await open()
    expect([left > 290 && left <= 300, tries]).toEqual([true, 4])
    server.clock.moveTo(new Date(Date.parse(end) - 1_000))
    expect((await open()).seconds_left).toBe(1)
    server.clock.moveTo(new Date(end))
    expect(await open()).toBeNull()
    const { rows } = await sql`select from outbox where recipient = ${sender.phone}`.execute(server.services.db)
    expect(rows).toEqual([]) // there is no gateway for short messages
  })

  test('with one Idempotency-Key gets the first answer again', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    const answers = await Promise.all(Array.from({ length: 20 }, () => bittpay.verify(sender, id, code, 'k')))
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await bittpay.wallet(receiver)).toBe(500_00n)
    expect((await bittpay.verify(sender, id, wrongOf(code), 'k')).body.code).toBe('key_reused')
  })

  test('an initiate repeated with its key is the same transfer and sends one code', async () => {
    const { sender, receiver } = await bittpay.pair()
    const body = { recipient: receiver.email, amount: 10 }
    const answers = await Promise.all(Array.from({ length: 20 }, () => bittpay.initiate(sender, body, 'again')))
    expect(new Set(answers.map((answer) => answer.body.transfer_id)).size).toBe(1)
    const { rows } = await sql`select from outbox where recipient = ${sender.email}`.execute(server.services.db)
    expect(rows).toHaveLength(1)
  })

  test('a key is free again once its reply has expired, and after a refused attempt', async () => {
    let { sender, receiver } = await bittpay.pair()
    const begin = (amount: number) => bittpay.initiate(sender, { recipient: receiver.email, amount }, 'mine')
    expect((await begin(1_000_000)).body.code).toBe('insufficient_balance')
    const first = await begin(10)
    expect(first.status).toBe(201)
    expect((await begin(20)).body.code).toBe('key_reused')
    server.clock.moveTo(minutes(8 * 24 * 60 + 1))
    admin = await server.signedInAgain(admin)
    sender = await server.signedInAgain(sender)
    const next = await begin(20)
    expect(next).toMatchObject({ status: 201, body: { amount: 20 } })
    expect(next.body.transfer_id).not.toBe(first.body.transfer_id)
    expect((await begin(20)).body).toEqual(next.body)
  })

  test('if wrong, counts once although its answer is lost and the call repeated', async () => {
    const { sender, id, code } = await bittpay.opened()
    const [first, ...repeats] = await Promise.all(
      Array.from({ length: 6 }, () => bittpay.verify(sender, id, wrongOf(code), 'typed-once')),
    )
    expect(first).toMatchObject({ status: 422, body: { code: 'otp_wrong' } })
    for (const { status, body } of repeats) expect({ status, body }).toEqual({ status: 422, body: first?.body })
    expect(await bittpay.verify(sender, id, code)).toMatchObject({ status: 200 })
  })

  test('ends the transfer after five wrong ones, and the right one comes too late', async () => {
    const { sender, id, code } = await bittpay.opened()
    for (let n = 0; n < 5; n++) {
      expect(await bittpay.statusOf(id, admin)).toBe('pending')
      expect(await bittpay.verify(sender, id, wrongOf(code), `try-${n}`)).toMatchObject({
        status: 422,
        body: { code: 'otp_wrong', message: 'Invalid OTP or transfer expired' },
      })
    }
    expect(await bittpay.statusOf(id, admin)).toBe('failed')
    expect((await bittpay.verify(sender, id, code)).body.code).toBe('otp_wrong')
    expect(await bittpay.wallet(sender)).toBe(1_000_00n)
  })

  test('pauses BittPay for a day after ten wrong ones within a day, with a mail; then it works again', async () => {
    const { sender, receiver } = await bittpay.pair()
    for (let n = 0; n < 2; n++) {
      const { body } = await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })
      const wrong = wrongOf(await bittpay.codeFor(sender))
      await Promise.all(Array.from({ length: 8 }, () => bittpay.verify(sender, body.transfer_id, wrong)))
    }
    const counted = await sql`select from transfer_wrong_codes where sender_id = ${sender.id}`.execute(
      server.services.db,
    )
    expect(counted.rows).toHaveLength(10)
    expect((await bittpay.lastMail(sender)).subject).toBe('BittPay is paused for 24 hours')
    expect(await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })).toMatchObject({
      status: 422,
      body: { code: 'bittpay_frozen' },
    })
    const terms = await server.call('GET', '/balance-transfer/terms', { as: sender })
    expect(terms.body.frozen_until).not.toBeNull()
    server.clock.moveTo(minutes(24 * 60))
    expect((await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })).status).toBe(201)
    admin = await server.signedInAgain(admin)
  })

  test('shows as the last try the one whose failure pauses BittPay', async () => {
    const { sender, receiver } = await bittpay.pair()
    const begin = async () => (await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })).body
    for (let n = 0; n < 2; n++) {
      const { transfer_id: id } = await begin()
      const wrong = wrongOf(await bittpay.codeFor(sender))
      for (let tries = 0; tries < 4; tries++) await bittpay.verify(sender, id, wrong)
    }
    const { transfer_id: id, tries_left: atFirst } = await begin()
    const left = async () => {
      const { body } = await server.call('GET', '/balance-transfer/terms', { as: sender })
      return body.open_transfer?.tries_left
    }
    expect([atFirst, await left()]).toEqual([2, 2])
    const wrong = wrongOf(await bittpay.codeFor(sender))
    await bittpay.verify(sender, id, wrong)
    expect(await left()).toBe(1)
    await bittpay.verify(sender, id, wrong)
    const { body: terms } = await server.call('GET', '/balance-transfer/terms', { as: sender })
    expect([terms.open_transfer, terms.frozen_until]).toEqual([null, expect.any(String)])
  })

  test('is valid for five minutes by the server’s clock, and shows as expired without any job', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    const other = await bittpay.opened()
    server.clock.moveTo(minutes(5))
    expect(await bittpay.statusOf(id, admin)).toBe('expired')
    const history = await server.call('GET', '/transactions', { as: sender })
    expect(history.body.transactions[0]).toMatchObject({ type: 'balance_transfer_sent', status: 'expired' })
    expect((await server.call('GET', '/balance-transfer/terms', { as: sender })).body.open_transfer).toBeNull()
    expect(await bittpay.verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'otp_wrong' } })
    expect([await bittpay.wallet(sender), await bittpay.wallet(receiver)]).toEqual([1_000_00n, 0n])
    expect((await bittpay.initiate(other.sender, { recipient: receiver.email, amount: 1 })).status).toBe(201)
  })

  test('is invalidated by a newer transfer of the same sender', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    const newer = await bittpay.initiate(sender, { recipient: receiver.email, amount: 2 })
    expect(await bittpay.statusOf(id, admin)).toBe('expired')
    expect((await bittpay.verify(sender, id, code)).body.code).toBe('otp_wrong')
    expect((await bittpay.verify(sender, newer.body.transfer_id, await bittpay.codeFor(sender))).status).toBe(200)
  })

  test('fifty concurrent initiates leave one open transfer', async () => {
    const { sender, receiver } = await bittpay.pair()
    await Promise.all(
      Array.from({ length: 50 }, () => bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })),
    )
    const { rows } = await sql`
      select from balance_transfers where sender_id = ${sender.id} and status = 'pending'`.execute(server.services.db)
    expect(rows).toHaveLength(1)
  })

  test('of another transfer, or of another sender, is invalid', async () => {
    const mine = await bittpay.opened()
    const theirs = await bittpay.opened()
    expect((await bittpay.verify(mine.sender, theirs.id, theirs.code)).status).toBe(404)
    if (mine.code !== theirs.code)
      expect((await bittpay.verify(mine.sender, mine.id, theirs.code)).body.code).toBe('otp_wrong')
    expect((await bittpay.verify(mine.receiver, mine.id, mine.code)).status).toBe(404)
  })

  test('must be six digits, as text', async () => {
    const { sender, id } = await bittpay.opened()
    for (const otp of ['12345', '1234567', '12 456', '１２３４５６', 123456])
      expect(await bittpay.verify(sender, id, otp as string)).toMatchObject({
        status: 422,
        body: { errors: { otp: expect.any(String) } },
      })
    expect(await bittpay.statusOf(id, admin)).toBe('pending')
  })

  test('does not expire under a confirmation, even if it was sent by a clock that ran ahead', async () => {
    const { id, sender } = await bittpay.opened()
    const { db } = server.services
    const ahead = new Date(server.clock.now().getTime() - 86_400_000)
    let ending: Promise<void> | undefined
    await transaction(db, async (tx) => {
      await lockConfirmations(tx, [{ sender: sender.id, transfer: id }])
      ending = transaction(db, (other) => endTransfersAhead(other, { now: server.clock.now(), ahead }))
      await untilOneWaits(db)
      const { rows } = await sql`select status from balance_transfers where id = ${id} for update nowait`.execute(tx)
      expect(rows).toEqual([{ status: 'pending' }])
    })
    await ending
    expect(await bittpay.statusOf(id, (admin = await server.signedInAgain(admin)))).toBe('expired')
  })

  test('is nowhere in the database after its use', async () => {
    const { id, sender, code } = await bittpay.opened()
    await bittpay.verify(sender, id, code)
    const { rows } = await sql<{ otp_hash: Buffer | null }>`
      select otp_hash from balance_transfers where id = ${id}`.execute(server.services.db)
    expect(rows[0]?.otp_hash).toBeNull()
  })

  test('confirms nothing but its own transfer, sender, receiver, amount and fee', () => {
    const confirmed = { id: 1, sender: 2, receiver: 3, amount: paise(500n), fee: paise(15n) }
    const { config } = server.services
    const hash = hashCode(config, '123456', confirmed)
    expect(codeMatches(config, '123456', { ...confirmed, hash })).toBe(true)
    for (const change of [{ id: 2 }, { sender: 9 }, { receiver: 9 }, { amount: paise(501n) }, { fee: paise(14n) }])
      expect(codeMatches(config, '123456', { ...confirmed, ...change, hash })).toBe(false)
    expect(codeMatches(config, '123457', { ...confirmed, hash })).toBe(false)
    expect(codeMatches(config, '123456', { ...confirmed, hash: null })).toBe(false)
    for (let n = 0; n < 1_000; n++) expect(newCode()).toMatch(/^\d{6}$/)
  })
})
