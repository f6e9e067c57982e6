import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { transaction } from './database.ts'
import { type Mail, queueMail, sendMails } from './mail.ts'
import { outboxFolder } from './post.ts'
import { sql } from './sql.ts'

type Received = { to: string[]; raw: string }

let smtp: SMTPServer
let received: Received[]
/** What the mail server says to a recipient, or to a whole mail. */
let answer: { recipient?: (address: string) => Error | undefined; data?: Error }
let server: TestServer

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(answer.recipient?.(address)),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        if (!answer.data) received.push({ to, raw: Buffer.concat(parts).toString() })
        done(answer.data)
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  const { port } = smtp.server.address() as AddressInfo
  server = await testServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://khata.example' } })
})
beforeEach(() => {
  received = []
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

async function rowOf(recipient: string) {
  const { rows } = await sql<{ body: string; attempts: number; sent: boolean; given_up: boolean }>`
    select body, attempts, sent_at is not null as sent, given_up_at is not null as given_up
      from mails where recipient = ${recipient}`.execute(server.services.db)
  return rows[0]
}

const to = (recipient: string) => received.filter((mail) => mail.to.includes(recipient))

function pass(ms: number) {
  server.clock.moveTo(new Date(server.clock.now().getTime() + ms))
}

test('a mail arrives as it was written, once, and its body is emptied', async () => {
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

test('a rolled back transaction sends nothing', async () => {
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

test('a mail server that refuses is asked again later and later, until it takes the mail', async () => {
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

test('one mail that is refused does not hold up another', async () => {
  const [refused, fine] = [someone(), someone()]
  answer.recipient = (address) => (address === refused ? new Error('no') : undefined)
  await queue({ to: refused })
  await queue({ to: fine })
  await send()
  expect(to(fine)).toHaveLength(1)
  expect(await rowOf(refused)).toMatchObject({ sent: false })
})

test('a code that has died is not sent any more, nor kept', async () => {
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
  expect(to(recipient)).toEqual([])
  expect(await rowOf(recipient)).toMatchObject({ sent: false, given_up: true, body: '' })
})

test('two processes at once send each mail once', async () => {
  const recipients = Array.from({ length: 30 }, someone)
  for (const recipient of recipients) await queue({ to: recipient })
  await Promise.all([send(), send(), send()])
  for (const recipient of recipients) expect(to(recipient)).toHaveLength(1)
})

test('a process that died while sending costs at most a duplicate, never the mail', async () => {
  const recipient = someone()
  await queue({ to: recipient })
  // As a process leaves it that was killed with the mail in hand: lent out, not marked.
  await sql`
    update mails set attempts = 1, send_after = ${new Date(server.clock.now().getTime() + 120_000)}
     where recipient = ${recipient}`.execute(server.services.db)
  await send()
  expect(to(recipient)).toEqual([])
  pass(121_000)
  await send()
  expect(to(recipient)).toHaveLength(1)
})

test('without a mail server each mail is one file that reads as it is', async () => {
  const recipient = someone()
  const services = { ...server.services, config: { ...server.services.config, smtpUrl: null } }
  const link = `https://khata.example/reset-password?token=${'a'.repeat(43)}`
  await queue({ to: recipient, subject: '₹500', body: `Hello\n\n${link}\n` })
  await send(services)
  const folder = outboxFolder(services.config)
  const files = await readdir(folder)
  expect(files.every((name) => /^[\dTZ-]+-\d+\.eml$/.test(name))).toBe(true)
  const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  const [mail = '', ...more] = texts.filter((eml) => eml.includes(`To: ${recipient}\r\n`))
  expect(more).toEqual([])
  expect(mail).toContain(`\r\n${link}\r\n`)
  expect(await PostalMime.parse(mail)).toMatchObject({ subject: '₹500', to: [{ address: recipient }] })
})
