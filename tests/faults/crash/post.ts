/** The mails that were sent into DATA_DIR/outbox, read as their receivers do. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { formatRupees, paise } from '@bittkosh/contract/money'

export type Post = {
  /** The one-time code of the newest mail about sending this many rupees; waits until it is there. */
  codeFor(about: { to: string; amount: number }): Promise<string>
  /** The code that proves an address. */
  emailCodeFor(to: string): Promise<string>
}

export function readPost(dataDir: string): Post {
  const folder = join(dataDir, 'outbox')
  const read = new Set<string>()
  const codes = new Map<string, string>()

  async function readNew(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.eml') && !one.startsWith('.') && !read.has(one))) {
      read.add(name)
      const { to: receivers, text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
      const to = receivers?.[0]?.address
      const [, code, amount] = /^(\d{6}) is your one-time code to send (\S+) to/m.exec(text) ?? []
      if (to && code && amount) codes.set(`${to} ${amount}`, code)
      const [, proof] = /^(\d{6}) is your code to confirm/m.exec(text) ?? []
      if (to && proof) codes.set(to, proof)
    }
  }

  async function code(about: string): Promise<string> {
    for (;;) {
      await readNew()
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
