/** The mails that were sent, into DATA_DIR/outbox or by SMTP, read as their receivers do. */
import { readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { formatRupees, paise } from '@bittkosh/contract/money'

export type Post = {
  /** The one-time code of the newest mail about sending this many rupees; waits until it is there. */
  codeFor(about: { to: string; amount: number }): Promise<string>
  /** The code that verifies an address. */
  emailCodeFor(to: string): Promise<string>
}

/** `takeNew` passes the mails that arrived since the last call. */
function postOf(takeNew: (take: (mail: Uint8Array) => Promise<void>) => Promise<void>): Post {
  const codes = new Map<string, string>()

  async function take(mail: Uint8Array): Promise<void> {
    const { to: receivers, text = '' } = await PostalMime.parse(mail)
    const to = receivers?.[0]?.address
    const [, code, amount] = /^(\d{6}) is your one-time code to send (\S+) to/m.exec(text) ?? []
    if (to && code && amount) codes.set(`${to} ${amount}`, code)
    const [, proof] = /^(\d{6}) is your code to confirm/m.exec(text) ?? []
    if (to && proof) codes.set(to, proof)
  }

  async function code(about: string): Promise<string> {
    for (;;) {
      await takeNew(take)
      const found = codes.get(about)
      if (found) return found
      await wait(20)
    }
  }

  return {
    codeFor: ({ to, amount }) => code(`${to} ${formatRupees(paise(BigInt(Math.round(amount * 100))))}`),
    emailCodeFor: code,
  }
}

/** Deletes each mail that it has read, as each look lists the whole folder. */
export function readPost(dataDir: string): Post {
  const folder = join(dataDir, 'outbox')
  const read = new Set<string>()
  return postOf(async (take) => {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.eml') && !one.startsWith('.'))) {
      if (read.has(name)) continue
      read.add(name)
      await take(await readFile(join(folder, name)))
      await rm(join(folder, name))
    }
  })
}

/** A mail server of its own, which keeps each mail only until it is read. */
export async function receivePost(): Promise<{ post: Post; smtpUrl: string; close(): Promise<void> }> {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts))
        done()
      })
    },
  })
  server.on('error', () => {}) // a broken connection: the program sends the mail again
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    post: postOf(async (take) => {
      for (const mail of received.splice(0)) await take(mail)
    }),
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
