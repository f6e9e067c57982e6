/** How a message leaves the program: a mail by SMTP or as an .eml file, a short message through an HTTP gateway. */
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { BRAND } from '@bittkosh/contract/brand'
import type { Transporter } from 'nodemailer'
import type { Config } from '../../config.ts'
import { syncFolder, writeDurably } from '../files/durable.ts'

export type Channel = 'mail' | 'sms'

export type DueMessage = {
  id: number
  channel: Channel
  recipient: string
  /** Null for a short message. */
  subject: string | null
  body: string
  createdAt: Date
  attempts: number
}

export type Post = {
  /** Resolves when the server or gateway has accepted the message, or the file is on disk; rejects otherwise. */
  send(message: DueMessage): Promise<void>
  close(): void
}

const ANSWER_WITHIN_MS = 10_000 // for connecting, and for an SMS gateway
const SEND_WITHIN_MS = 60_000 // some mail servers scan a message before they accept it

/** Where mails go without a mail server: one .eml file each. */
export function outboxFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'outbox')
}

/** Connects only when the first message is sent. */
export function makePost(config: Config): Post {
  let opened: Promise<Mailer> | undefined
  return {
    async send(message) {
      if (message.channel === 'sms') return sendText(config, message)
      opened ??= config.smtpUrl === null ? openFolder(config) : openSmtp(config, config.smtpUrl)
      const mailer = await opened
      await mailer.send(message)
    },
    close: () => void opened?.then((mailer) => mailer.close?.()),
  }
}

type Mailer = { send(mail: DueMessage): Promise<void>; close?(): void }

async function openSmtp(config: Config, smtpUrl: string): Promise<Mailer> {
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? sender(config)
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const transport: Transporter = createTransport({
    url: url.href,
    pool: true,
    maxConnections: 1, // each sender has its own, for all mails of a run
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: SEND_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail({ ...asMail(config, mail, from), signal: AbortSignal.timeout(SEND_WITHIN_MS) })
    },
    close: () => transport.close(),
  }
}

async function openFolder(config: Config): Promise<Mailer> {
  const folder = outboxFolder(config)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(asMail(config, mail, sender(config)))
      if (!Buffer.isBuffer(message)) throw new Error('the mail was written as a stream')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The name is derived from the mail, so a second attempt after a crash replaces the first file.
      const name = `${mail.createdAt.toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`
      const draft = join(folder, `.${name}.${process.pid}`)
      await writeDurably(draft, message)
      await rename(draft, join(folder, name))
      await syncFolder(folder)
    },
  }
}

function asMail(config: Config, mail: DueMessage, from: string) {
  const host = new URL(config.publicUrl).hostname
  return {
    from: { name: BRAND, address: from },
    to: { name: '', address: mail.recipient },
    subject: mail.subject ?? '',
    text: mail.body,
    textEncoding: 'quoted-printable' as const, // mostly readable as text
    date: mail.createdAt,
    // The same for every attempt, so that a mailbox can recognise a duplicate.
    messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${host}>`,
  }
}

function sender(config: Config): string {
  return `no-reply@${new URL(config.publicUrl).hostname}`
}

/**
 * POST SMS_URL with {to, message} as JSON. Anything else that a gateway requires (its key, India's DLT entity and
 * template ids) is part of SMS_URL's query.
 */
async function sendText({ smsUrl }: Config, { recipient, body }: DueMessage): Promise<void> {
  if (smsUrl === null) throw new Error('a short message without a gateway')
  const answer = await fetch(smsUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: recipient, message: body }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: 'error',
  })
  await answer.body?.cancel()
  if (!answer.ok) throw Object.assign(new Error('the SMS gateway refused'), { code: `HTTP ${answer.status}` })
}
