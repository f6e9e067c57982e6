/** Mails of a whole program as their receivers read them: a development page shows the outbox. */
import { setTimeout as wait } from 'node:timers/promises'

const ARRIVES_WITHIN_MS = 60_000 // far above what it takes

type Read = () => Promise<string>

/** The group of `pattern` in the newest matching mail to an address; waits until it is there. `read` fetches /dev/mailbox. */
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

/** The code that verifies an address. */
export function emailCode(read: Read, email: string): Promise<string> {
  return mailedTo(read, email, /(\d{6}) is your code to confirm this e-mail address/)
}
