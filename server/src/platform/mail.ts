/** Mail leaves through an outbox: written in the transaction that caused it, sent right after the commit. */
import type { Db, Tx } from './database.ts'
import { type Job, wake } from './jobs.ts'
import { makePost, type Post } from './post.ts'
import type { Services } from './services.ts'
import { sql } from './sql.ts'

export type Mail = {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** A code or link that dies at this moment is not sent after it. */
  uselessAfter?: Date
}

const SEND_MAILS = 'mails'
const AT_ONCE_MAX = 4
const GIVEN_UP_MS = 3 * 24 * 3_600_000
/** A mail is lent out for this long; a process that dies with it in hand gives it back by the passing of time. */
const LENT_MS = 2 * 60_000
const RETRY_FIRST_MS = 15_000
const RETRY_MAX_MS = 30 * 60_000

/** Queues a mail; it exists exactly when the transaction commits. Throws for a line break in a header. */
export async function queueMail(tx: Tx, at: Date, mail: Mail): Promise<void> {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error('queueMail: a line break in recipient or subject')
  await sql`
    insert into mails (recipient, subject, body, created_at, send_after, useless_after)
    values (${mail.to}, ${mail.subject}, ${mail.body}, ${at}, ${at}, ${mail.uselessAfter ?? null})`.execute(tx)
  await wake(tx, SEND_MAILS)
}

/**
 * Sends what is due. A mail is lent to one process before it is sent and marked after; a crash between the two
 * sends it again once the loan is over: one duplicate at most for each crash, and never a mail lost.
 */
export const sendMails: Job = {
  name: SEND_MAILS,
  cron: '* * * * *',
  async run(services, at) {
    await giveUp(services.db, at)
    const post = makePost(services.config)
    try {
      await Promise.all(Array.from({ length: AT_ONCE_MAX }, () => sendAllDue(services, post)))
    } finally {
      post.close()
    }
  },
}

async function sendAllDue({ db, clock, log }: Services, post: Post): Promise<void> {
  for (;;) {
    const mail = await borrowMail(db, clock.now())
    if (!mail) return
    try {
      await post.send(mail)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      log.warn({ job: SEND_MAILS, attempt: mail.attempts, code }, 'a mail could not be sent')
      await postpone(db, mail, clock.now())
      continue
    }
    await markSent(db, mail.id, clock.now())
  }
}

export type DueMail = {
  id: number
  recipient: string
  subject: string
  body: string
  createdAt: Date
  attempts: number
}

async function borrowMail(db: Db, at: Date): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update mails set attempts = attempts + 1, send_after = ${new Date(at.getTime() + LENT_MS)}
     where id = (select id from mails
                  where sent_at is null and given_up_at is null and send_after <= ${at}
                    and (useless_after is null or useless_after > ${at})
                  order by send_after
                  limit 1
                    for update skip locked)
    returning id, recipient, subject, body, created_at as "createdAt", attempts`.execute(db)
  return rows[0]
}

async function postpone(db: Db, mail: DueMail, at: Date): Promise<void> {
  const waitMs = Math.min(RETRY_FIRST_MS * 2 ** (mail.attempts - 1), RETRY_MAX_MS)
  await sql`update mails set send_after = ${new Date(at.getTime() + waitMs)} where id = ${mail.id}`.execute(db)
}

async function markSent(db: Db, id: number, at: Date): Promise<void> {
  await sql`update mails set sent_at = ${at}, body = '' where id = ${id}`.execute(db)
}

/** Empties the mails that are worth nothing any more, so that no code or link stays behind. */
async function giveUp(db: Db, at: Date): Promise<void> {
  await sql`
    update mails set given_up_at = ${at}, body = ''
     where sent_at is null and given_up_at is null
       and (useless_after <= ${at} or created_at <= ${new Date(at.getTime() - GIVEN_UP_MS)})`.execute(db)
}
