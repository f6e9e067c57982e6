/** Mails and short messages: written in the transaction that causes them, sent right after its commit. */
import type { Db, Tx } from '../database/database.ts'
import { type Job, wake } from '../jobs/jobs.ts'
import type { Person } from '../personal.ts'
import { type Channel, channelsOf, type DueMessage, makePost, type Post } from './post.ts'
import { SWEEP_MAILS } from './sweeping.ts'
import type { Services } from '../services.ts'
import { sql } from '../database/sql.ts'
import { spanned } from '../traces/traces.ts'

export type Mail = {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** A code or link that expires at this moment is not sent after it. */
  uselessAfter?: Date | undefined
  /** A user whom the mail names besides its recipient: closing that account erases the mail. */
  about?: number | undefined
  /** Its kind, and the record that it is about: they stay when its text is emptied. */
  named?: Named | undefined
}

type Named = { kind: string; record: { kind: string; id: number } }

/** E.164 recipient; `uselessAfter` is when its code or link expires. */
export type ShortText = { to: string; body: string; uselessAfter: Date; named?: Named | undefined }

const SEND = 'outbox'
const AT_ONCE_MAX = 4 // of each channel
const GIVEN_UP_MS = 3 * 24 * 3_600_000
/** A message is leased for this long, which is the longest delay if its process dies. */
const LEASE_MS = 12_000
const RENEW_EVERY_MS = 3_000 // several times within a lease, for slow mail servers
const RETRY_FIRST_MS = 15_000
const RETRY_MAX_MS = 30 * 60_000

/** Queues a mail; it exists if and only if the transaction commits. Throws if a header contains a line break. */
export async function queueMail(tx: Tx, at: Date, mail: Mail): Promise<void> {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error('queueMail: a line break in recipient or subject')
  await sql`
    insert into outbox (channel, recipient, subject, body, created_at, send_after, useless_after, about,
                        kind, record_kind, record_id)
    values ('mail', ${mail.to}, ${mail.subject}, ${mail.body}, ${at}, ${at}, ${mail.uselessAfter ?? null},
            ${mail.about ?? null}, ${mail.named?.kind ?? null}, ${mail.named?.record.kind ?? null},
            ${mail.named?.record.id ?? null})`.execute(tx)
  await wake(tx, SEND)
}

/** Queues a short message; it exists if and only if the transaction commits. */
export async function queueText(tx: Tx, at: Date, text: ShortText): Promise<void> {
  await sql`
    insert into outbox (channel, recipient, body, created_at, send_after, useless_after, kind, record_kind, record_id)
    values ('sms', ${text.to}, ${text.body}, ${at}, ${at}, ${text.uselessAfter}, ${text.named?.kind ?? null},
            ${text.named?.record.kind ?? null}, ${text.named?.record.id ?? null})`.execute(tx)
  await wake(tx, SEND)
}

/**
 * Sends what is due. A message is leased to one process before it is sent and marked afterwards; a crash in between sends
 * it again when the lease has expired: at most one duplicate for each crash, and no message is ever lost.
 */
export const sendOutbox: Job = {
  name: SEND,
  cron: '*/3 * * * * *', // together with the lease: a code is at most 15 s late if a process died with it
  shared: true,
  async run(services, at) {
    await giveUp(services.db, at)
    const post = makePost(services.config)
    const senders = channelsOf(services.config).flatMap((channel) =>
      Array.from({ length: AT_ONCE_MAX }, () => sendAllDue(services, post, channel)),
    )
    try {
      await Promise.all(senders)
    } finally {
      post.close()
    }
  },
}

async function sendAllDue({ db, clock, log, traces }: Services, post: Post, channel: Channel): Promise<void> {
  for (;;) {
    const message = await lease(db, channel, clock.now())
    if (!message) return
    try {
      const attributes = { 'bittkosh.attempt': message.attempts }
      const sending = () => whileLeased({ db, clock }, message, () => post.send(message))
      await spanned(traces?.begin(`send ${channel}`, { kind: 'client', attributes }), sending)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      log.warn({ job: SEND, channel, attempt: message.attempts, code }, 'a message could not be sent')
      await postpone(db, message, clock.now())
      continue
    }
    await markSent(db, message.id, clock.now())
  }
}

/** Renews the lease of a message until `work` ends, so that no second attempt overlaps this one. */
export async function whileLeased<T>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: Pick<DueMessage, 'id'>,
  work: () => Promise<T>,
  everyMs = RENEW_EVERY_MS,
): Promise<T> {
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    // A failed renewal does no harm if the next one succeeds.
    renewing = renewing.then(() => renew(db, id, clock.now())).catch(() => {})
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing // so that it does not overwrite the next statement's result
  }
}

async function renew(db: Db, id: number, at: Date): Promise<void> {
  await sql`update outbox set send_after = ${new Date(at.getTime() + LEASE_MS)} where id = ${id}`.execute(db)
}

async function lease(db: Db, channel: Channel, at: Date): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`
    update outbox set attempts = attempts + 1, send_after = ${new Date(at.getTime() + LEASE_MS)}
     where id = (select id from outbox
                  where channel = ${channel} and sent_at is null and given_up_at is null and send_after <= ${at}
                    and (useless_after is null or useless_after > ${at})
                  order by send_after
                  limit 1
                    for update skip locked)
    returning id, channel, recipient, subject, body, created_at as "createdAt", attempts`.execute(db)
  return rows[0]
}

async function postpone(db: Db, { id, attempts }: DueMessage, at: Date): Promise<void> {
  const waitMs = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_MAX_MS)
  await sql`update outbox set send_after = ${new Date(at.getTime() + waitMs)} where id = ${id}`.execute(db)
}

async function markSent(db: Db, id: number, at: Date): Promise<void> {
  await sql`update outbox set sent_at = ${at}, body = '' where id = ${id}`.execute(db)
}

/** Gives up messages that are useless by now, and empties them so that no code or link remains. */
async function giveUp(db: Db, at: Date): Promise<void> {
  await sql`
    update outbox set given_up_at = ${at}, body = ''
     where sent_at is null and given_up_at is null
       and (useless_after <= ${at} or created_at <= ${new Date(at.getTime() - GIVEN_UP_MS)})`.execute(db)
}

/** Deletes the messages to a person and those that name them; their files are deleted right after the commit. */
export async function eraseMessages(tx: Tx, { id, contacts }: Person): Promise<void> {
  await sql`delete from outbox where recipient = any (${contacts}::text[]) or about = ${id}`.execute(tx)
  await wake(tx, SWEEP_MAILS)
}
