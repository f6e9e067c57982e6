/** Mails of a whole program, as its receivers read them: a page of development shows the outbox. */
import { setTimeout as wait } from 'node:timers/promises'

const ARRIVES_WITHIN_MS = 60_000 // far above what it takes

type Read = () => Promise<string>

/** What the newest mail to an address that fits says in the group of `pattern`; waits until it is there. `read`: of /dev/mailbox. */
export async function mailedTo(read: Read, email: string, pattern: RegExp): Promise<string> {
  const until = Date.now() + ARRIVES_WITHIN_MS
  for (;;) {
    const mails = (await read()).split('<article>').filter((mail) => mail.includes(`To ${email},`))
    const found = mails.map((mail) => pattern.exec(mail)?.[1]).find((each) => each)
    if (found) return found
    if (Date.now() > until) throw new Error(`no mail to ${email} says ${pattern}`)
    await wait(20)
  }
}

/** The code that confirms a transfer. */
export function transferCode(read: Read, email: string): Promise<string> {
  return mailedTo(read, email, /(\d{6}) is your one-time code/)
}

/** The code that proves an address. */
export function emailCode(read: Read, email: string): Promise<string> {
  return mailedTo(read, email, /(\d{6}) is your code to confirm this e-mail address/)
}
