import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../../tests/support/server.ts'
import { transaction } from '../database/database.ts'
import { openPool } from '../database/open.ts'
import { startJobs } from '../jobs/schedule.ts'
import {
  endMessagesAhead,
  giveUpMessages,
  type Mail,
  queueMail,
  queueText,
  sendMails,
  sendTexts,
  whileLeased,
} from './outbox.ts'
import { outboxFolder } from './post.ts'
import { sweepMails } from './sweeping.ts'
import { sql } from '../database/sql.ts'

type Received = { to: string[]; raw: string }

let smtp: SMTPServer
let received: Received[]
/** The mail server's answer to a recipient, or to a whole mail. */
let answer: {
  recipient?: (address: string) => Error | undefined
  data?: Error
  silent?: () => void
  /** Sends the answer when `say` is called. */
  hold?: (say: () => void, address: string, connection: string) => void
}
/** Connections that are closed. */
let closed: string[]
let server: TestServer

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, { id }, done) => {
      const say = () => done(answer.recipient?.(address))
      if (answer.hold) answer.hold(say, address, id)
      else say()
    },
    onClose: ({ id }) => void closed.push(id),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        if (!answer.data) received.push({ to, raw: Buffer.concat(parts).toString() })
        if (answer.silent) answer.silent()
        else done(answer.data)
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  const { port } = smtp.server.address() as AddressInfo
  server = await testServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://khata.example' } })
})
beforeEach(() => {
  received = []
  closed = []
  answer = {}
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((closed) => smtp.close(() => closed()))
})

const someone = () => `asha-${randomUUID()}@example.test`

async function queue(mail: Partial<Mail> & { to: string }, { at = server.clock.now() } = {}): Promise<void> {
  await transaction(server.services.db, (tx) => queueMail(tx, at, { subject: 'Hello', body: 'Text\n', ...mail }))
}

async function send(services = server.services): Promise<void> {
  await sendMails.run(services, services.clock.now())
}

async function giveUp(services = server.services): Promise<void> {
  await giveUpMessages.run(services, services.clock.now())
}

/** A process on a machine whose clock differs by `byMs`; the database is the same. */
function apart(byMs: number): TestServer['services'] {
  const { clock } = server
  return { ...server.services, clock: { ...clock, now: () => new Date(clock.now().getTime() + byMs) } }
}

async function rowOf(recipient: string) {
  const { rows } = await sql<{ body: string; attempts: number; sent: boolean; given_up: boolean }>`
    select body, attempts, sent_at is not null as sent, given_up_at is not null as given_up
      from outbox where recipient = ${recipient}`.execute(server.services.db)
  return rows[0]
}

const to = (recipient: string) => received.filter((mail) => mail.to.includes(recipient))

function pass(ms: number) {
  server.clock.moveTo(new Date(server.clock.now().getTime() + ms))
}

test('a mail arrives unchanged, once, and its stored body is emptied', async () => {
  const recipient = someone()
  const body =
    'Namaste ₹500\n\nhttps://khata.example/reset-password?token=abc=def_ghi-jkl&long=' + 'x'.repeat(120) + '\n'
  await queue({ to: recipient, subject: 'आपका कोड', body })
  await send()
  await send()
  const [mail, ...more] = to(recipient)
  expect(more).toEqual([])
  const parsed = await PostalMime.parse(mail?.raw ?? '')
  expect(parsed).toMatchObject({ subject: 'आपका कोड', from: { name: 'BittKosh', address: 'no-reply@khata.example' } })
  expect(parsed.text?.trim()).toBe(body.trim())
  expect(await rowOf(recipient)).toMatchObject({ sent: true, body: '' })
})

test('a rolled-back transaction sends nothing', async () => {
  const recipient = someone()
  await transaction(server.services.db, async (tx) => {
    await queueMail(tx, server.clock.now(), { to: recipient, subject: 'Hello', body: 'Text' })
    throw new Error('changed my mind')
  }).catch(() => {})
  await send()
  expect(to(recipient)).toEqual([])
})

test.each([
  ['recipient', { to: 'a@example.test\r\nBcc: b@example.test' }],
  ['subject', { to: 'a@example.test', subject: 'Hello\nBcc: b@example.test' }],
])('a line break in the %s is refused', async (_case, mail) => {
  await expect(queue(mail)).rejects.toThrow('line break')
})

test('after a refusal by the mail server a mail is retried at growing intervals until it is accepted', async () => {
  const recipient = someone()
  answer.recipient = () => Object.assign(new Error('try later'), { responseCode: 451 })
  await queue({ to: recipient })
  await send()
  await send()
  expect(await rowOf(recipient)).toMatchObject({ sent: false, attempts: 1, body: 'Text\n' })
  pass(16_000)
  await send()
  pass(16_000)
  await send()
  expect(await rowOf(recipient)).toMatchObject({ sent: false, attempts: 2 })
  answer = {}
  pass(31_000)
  await send()
  expect(await rowOf(recipient)).toMatchObject({ sent: true, attempts: 3, body: '' })
  expect(to(recipient)).toHaveLength(1)
})

test('a refused mail does not hold up another', async () => {
  const [refused, fine] = [someone(), someone()]
  answer.recipient = (address) => (address === refused ? new Error('no') : undefined)
  await queue({ to: refused })
  await queue({ to: fine })
  await send()
  expect(to(fine)).toHaveLength(1)
  expect(await rowOf(refused)).toMatchObject({ sent: false })
})

test('an expired code is neither sent nor kept', async () => {
  const recipient = someone()
  answer.data = new Error('down')
  await queue({
    to: recipient,
    body: 'Your code is 123456',
    uselessAfter: new Date(server.clock.now().getTime() + 60_000),
  })
  await send()
  answer = {}
  pass(61_000)
  await send()
  await giveUp()
  expect(to(recipient)).toEqual([])
  expect(await rowOf(recipient)).toMatchObject({ sent: false, given_up: true, body: '' })
})

test('two processes at once send each mail once', async () => {
  const recipients = Array.from({ length: 30 }, someone)
  for (const recipient of recipients) await queue({ to: recipient })
  await Promise.all([send(), send(), send()])
  for (const recipient of recipients) expect(to(recipient)).toHaveLength(1)
})

/** Starts a process that sends waiting messages, and kills it once the mail server has accepted mails from it. */
async function killSender(taken: Promise<void>): Promise<void> {
  const { smtpUrl, publicUrl, databaseUrl, dataDir } = server.services.config
  const env = { SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const offset = String(server.clock.now().getTime() - Date.now())
  const sender = spawn(process.execPath, ['tests/faults/jobs.ts', 'mails', offset], {
    env: { ...process.env, ...env, DEV_TOOLS: '' } as NodeJS.ProcessEnv,
    stdio: 'ignore',
  })
  await taken
  sender.kill('SIGKILL')
  await once(sender, 'exit')
}

test('a process that is killed while sending delays the mail by its lease and costs at most a duplicate', async () => {
  const recipient = someone()
  const taken = new Promise<void>((resolve) => (answer.silent = resolve))
  await queue({ to: recipient })
  const begunMs = performance.now()
  await killSender(taken)
  answer = {}
  await send()
  expect(to(recipient)).toHaveLength(1) // sent by the killed process, which could not record it
  expect(await rowOf(recipient)).toMatchObject({ sent: false, attempts: 1 })
  pass(performance.now() - begunMs) // the most by which the sender's running clock can be ahead
  pass(12_000)
  await send()
  await send()
  expect(to(recipient)).toHaveLength(2)
  const ids = to(recipient).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  expect(new Set(ids).size).toBe(1)
  expect(await rowOf(recipient)).toMatchObject({ sent: true, attempts: 2, body: '' })
})

test('through ten minutes of refusals no mail is lost and none comes twice', async () => {
  const recipients: string[] = []
  answer.recipient = () => Object.assign(new Error('try later'), { responseCode: 451 })
  for (let minute = 0; minute < 10; minute++) {
    for (let n = 0; n < 5; n++) recipients.push(someone())
    for (const recipient of recipients.slice(-5)) await queue({ to: recipient })
    for (let each = 0; each < 20; each++) {
      pass(3_000) // as often as the job's cron
      await send()
    }
  }
  expect(recipients.flatMap(to)).toEqual([])
  answer = {}
  let seconds = 0
  while (recipients.some((recipient) => to(recipient).length === 0) && seconds < 1_800) {
    pass(3_000)
    seconds += 3
    await send()
  }
  expect(recipients.map((recipient) => to(recipient).length)).toEqual(recipients.map(() => 1))
  expect(seconds).toBeLessThan(16 * 60) // the longest pause between two attempts by then
})

test('while a mail server delays its answer, money still moves, and the delayed mails arrive once', async () => {
  const recipients = [someone(), someone(), someone(), someone()]
  const held: (() => void)[] = []
  answer.hold = (say) => void held.push(say)
  for (const recipient of recipients) await queue({ to: recipient })
  const sending = Promise.all([send(), send()])
  await expect.poll(() => held.length).toBe(2) // each has a connection to it
  const saver = await server.makeUser({ walletRupees: 10_000 })
  for (let n = 0; n < 20; n++) {
    const reply = await server.call('POST', '/flexible/deposit', { as: saver, body: { amount: 100 } })
    expect(reply.status).toBe(201)
  }
  expect(recipients.flatMap(to)).toEqual([])
  answer = {}
  for (const say of held) say()
  await sending
  expect(recipients.map((recipient) => to(recipient).length)).toEqual([1, 1, 1, 1])
})

test('while a mail server and a gateway hang, a start goes on, and other messages are sent', async () => {
  const [hung, other] = [someone(), someone()]
  const held: (() => void)[] = []
  let hanging = ''
  answer.hold = (say, address, connection) => {
    if (address !== hung) return say()
    hanging = connection
    held.push(say)
  }
  const texts: string[] = []
  const gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { message } = JSON.parse(text)
      if (message === 'hangs') held.push(() => response.end())
      else response.end()
      texts.push(message)
    })
  })
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`
  const services = { ...server.services, config: { ...server.services.config, smsUrl } }
  const queueTextOf = (body: string) => {
    const at = server.clock.now()
    const uselessAfter = new Date(at.getTime() + 300_000)
    return transaction(services.db, (tx) => queueText(tx, at, { to: '+919800000001', body, uselessAfter }))
  }
  await queue({ to: hung })
  await queueTextOf('hangs')
  const pool = openPool(services.config.databaseUrl ?? '', 1)
  const running = await startJobs(services, [sendMails, sendTexts], { pool })
  await running.caughtUp
  await expect.poll(() => held.length).toBe(2)
  await queue({ to: other })
  await queueTextOf('is sent')
  await expect.poll(() => to(other).length).toBe(1)
  await expect.poll(() => texts).toContain('is sent')
  expect(closed).not.toContain(hanging) // it still waits for its answer
  for (const say of held) say()
  await expect.poll(() => to(hung).length).toBe(1)
  await running.stop()
  await pool.end()
  gateway.closeAllConnections()
  gateway.close()
})

test('processes that are killed while they send cost each mail at most one duplicate for each of them, and lose none', async () => {
  const KILLS = 5
  const recipients = Array.from({ length: 30 }, someone)
  for (const recipient of recipients) await queue({ to: recipient })
  for (let kill = 0; kill < KILLS; kill++) {
    const begunMs = performance.now()
    const before = received.length
    let taken = () => {}
    const several = new Promise<void>((resolve) => (taken = resolve))
    answer.silent = () => received.length - before > 1 && taken() // two connections hang after their mails were accepted
    await killSender(several)
    answer = {}
    pass(performance.now() - begunMs)
    pass(12_000)
  }
  await send()
  await send()
  const counts = recipients.map((recipient) => to(recipient).length)
  expect(Math.min(...counts)).toBe(1)
  expect(counts.filter((count) => count > 1).length).toBeGreaterThan(0)
  const ids = new Map(received.map(({ raw, to: [recipient] }) => [/^Message-ID: (.*)$/im.exec(raw)?.[1], recipient]))
  expect(ids.size).toBe(recipients.length) // a duplicate is recognised by its Message-ID
  expect(received.length - recipients.length).toBeLessThanOrEqual(KILLS * 2) // two connections at once
})

test('a lease is renewed while a slow mail server takes its time', async () => {
  const recipient = someone()
  await queue({ to: recipient })
  const { db } = server.services
  const row = async () => {
    const { rows } = await sql<{ id: number; send_after: Date }>`
      select id, send_after from outbox where recipient = ${recipient}`.execute(db)
    return rows[0]!
  }
  const { id } = await row()
  await whileLeased(
    server.services,
    { id },
    async () => {
      pass(11_000)
      await expect.poll(async () => (await row()).send_after > server.clock.now()).toBe(true)
      await send()
    },
    5,
  )
  expect(to(recipient)).toEqual([])
  pass(13_000)
  await send()
  expect(to(recipient)).toHaveLength(1)
})

test('a machine whose clock is eight days ahead neither gives up what another has queued nor delays it', async () => {
  const [person, reader, other] = [someone(), someone(), someone()]
  const wrong = apart(8 * 24 * 3_600_000)
  const uselessAfter = new Date(server.clock.now().getTime() + 300_000)
  await queue({ to: person, body: 'Your code is 123456', uselessAfter })
  await queue({ to: reader })
  await giveUp(wrong)
  expect(await rowOf(person)).toMatchObject({ given_up: false, body: 'Your code is 123456' })
  expect(await rowOf(reader)).toMatchObject({ given_up: false, body: 'Text\n' })
  answer.recipient = () => new Error('try later')
  await send(wrong)
  expect(await rowOf(person)).toMatchObject({ attempts: 1 })
  answer = {}
  pass(16_000)
  await queue({ to: other }, { at: wrong.clock.now() })
  await send()
  expect([person, reader, other].map((recipient) => to(recipient).length)).toEqual([1, 1, 1])
})

test('a machine whose clock is behind sends its own codes', async () => {
  const recipient = someone()
  const behind = apart(-600_000)
  const uselessAfter = new Date(behind.clock.now().getTime() + 300_000)
  await queue({ to: recipient, uselessAfter }, { at: behind.clock.now() })
  await send(behind)
  expect(to(recipient)).toHaveLength(1)
})

test.each([
  ['the clock of its sender is 20 seconds behind', -20_000, 0],
  ['the clock of another process is 20 seconds ahead', 0, 20_000],
])('while a mail is being sent, no other process sends it, even if %s', async (_case, first, second) => {
  const recipient = someone()
  const held: (() => void)[] = []
  answer.hold = (say) => void (held.length === 0 ? held.push(say) : say())
  await queue({ to: recipient })
  const sending = send(apart(first))
  await expect.poll(() => held.length).toBe(1)
  await send(apart(second))
  for (const say of held) say()
  await sending
  expect(to(recipient)).toHaveLength(1)
  expect(await rowOf(recipient)).toMatchObject({ sent: true, attempts: 1 })
})

test('once a clock that was ahead is right, codes of that time are given up, and nothing waits until then', async () => {
  const [person, reader] = [someone(), someone()]
  const DAYS_MS = 8 * 24 * 3_600_000
  answer.recipient = () => new Error('try later')
  pass(DAYS_MS)
  await queue({ to: person, uselessAfter: new Date(server.clock.now().getTime() + 300_000) })
  await queue({ to: reader })
  await send()
  answer = {}
  pass(-DAYS_MS)
  const now = server.clock.now()
  const ahead = new Date(now.getTime() + 3_600_000)
  await transaction(server.services.db, (tx) => endMessagesAhead(tx, { now, ahead }))
  expect(await rowOf(person)).toMatchObject({ given_up: true, body: '' })
  await send() // not yet: a process might be sending it
  expect(to(reader)).toEqual([])
  pass(13_000)
  await send()
  expect([person, reader].map((recipient) => to(recipient).length)).toEqual([0, 1])
})

test('after three days a mail is given up and emptied', async () => {
  const recipient = someone()
  answer.data = new Error('down')
  await queue({ to: recipient })
  pass(3 * 24 * 3_600_000)
  await giveUp()
  expect(await rowOf(recipient)).toMatchObject({ sent: false, given_up: true, body: '' })
})

test('without a mail server each mail is one readable file', async () => {
  const recipient = someone()
  const services = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
  const link = `https://khata.example/reset-password?token=${'a'.repeat(43)}`
  await queue({ to: recipient, subject: '₹500', body: `Hello\n\n${link}\n` })
  await send(services)
  const folder = outboxFolder(services.config)
  const files = await readdir(folder)
  expect(files.every((name) => /^[\dTZ-]+-\d+\.eml$/.test(name))).toBe(true)
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(`${folder}/${name}`))))
  const [mail, ...more] = mails.filter((one) => one.to?.[0]?.address === recipient)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '₹500', text: `Hello\n\n${link}\n` })
})

test('the folder of mails may be missing when old ones are deleted, but not unreadable', async () => {
  const dataDir = join(server.services.config.dataDir, randomUUID())
  await mkdir(dataDir)
  const services = { ...server.services, config: { ...server.services.config, dataDir } }
  const sweep = () => sweepMails.run(services, server.clock.now())
  await expect(sweep()).resolves.toBeUndefined()
  await writeFile(outboxFolder(services.config), 'not a folder')
  await expect(sweep()).rejects.toMatchObject({ code: 'ENOTDIR' })
})
