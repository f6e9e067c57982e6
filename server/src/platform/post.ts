/** How a mail leaves the program: by SMTP, or as one .eml file in DATA_DIR/outbox where no mail server is set. */
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { BRAND } from '@bittkosh/contract/brand'
import type { Config } from '../config.ts'
import { syncFolder, writeDurably } from './durable.ts'
import type { DueMail } from './mail.ts'

export type Post = {
  /** Resolves once the server has taken the mail, or the file is on the disk; rejects otherwise. */
  send(mail: DueMail): Promise<void>
  close(): void
}

const SEND_WITHIN_MS = 60_000 // below the loan of a mail, so that no second attempt overlaps this one

export function outboxFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'outbox')
}

export function makePost(config: Config): Post {
  return config.smtpUrl === null ? filePost(config) : smtpPost(config, config.smtpUrl)
}

function smtpPost(config: Config, smtpUrl: string): Post {
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? sender(config)
  url.searchParams.delete('from')
  const connected = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url: url.href,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    async send(mail) {
      const transport = await connected
      await transport.sendMail({
        from: { name: BRAND, address: from },
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        date: mail.createdAt,
        messageId: messageId(config, mail),
        signal: AbortSignal.timeout(SEND_WITHIN_MS),
      })
    },
    close: () => void connected.then((transport) => transport.close()),
  }
}

function filePost(config: Config): Post {
  const folder = outboxFolder(config)
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The name is the mail's own, so a second attempt after a crash replaces the first.
      const name = `${mail.createdAt.toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`
      const draft = join(folder, `.${name}.${process.pid}`)
      await writeDurably(draft, asEml(config, mail))
      await rename(draft, join(folder, name))
      await syncFolder(folder)
    },
    close: () => {},
  }
}

/** The mail as RFC 5322 text in UTF-8, unfolded, so that people and scripts read its links as they are. */
function asEml(config: Config, mail: DueMail): string {
  const lines = [
    `From: ${BRAND} <${sender(config)}>`,
    `To: ${mail.recipient}`,
    `Subject: ${headerText(mail.subject)}`,
    `Date: ${mail.createdAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId(config, mail)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...mail.body.split(/\r?\n/),
  ]
  return lines.join('\r\n')
}

function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  // An encoded word has at most 75 characters: 45 bytes, cut between characters.
  const pieces = ['']
  for (const character of text) {
    const last = pieces.at(-1) ?? ''
    if (Buffer.byteLength(last + character) <= 45) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join(' ')
}

function sender(config: Config): string {
  return `no-reply@${new URL(config.publicUrl).hostname}`
}

// The same for every attempt, so that a mailbox can tell a duplicate.
function messageId(config: Config, mail: DueMail): string {
  return `<mail-${mail.id}-${mail.createdAt.getTime()}@${new URL(config.publicUrl).hostname}>`
}
