/** Mails and short messages: written in the transaction that causes them, sent right after its commit. */
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../database/database.ts'
import { type Job, wake } from '../jobs/jobs.ts'
import type { Person } from '../personal.ts'
import { type Channel, type DueMessage, makePost, type Post } from './post.ts'
import { SWEEP_MAILS } from './sweeping.ts'
import type { Services } from '../services.ts'
import { codeOf } from '../start-error.ts'
import { type Sql, sql } from '../database/sql.ts'
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

const MAILS = 'mails'
const TEXTS = 'short messages'
const GIVEN_UP_MS = 3 * 24 * 3_600_000
/** A message is leased for this long, which is the longest delay if its process dies. */
const LEASE_MS = 12_000
const RENEW_EVERY_MS = 3_000 // several times within a lease, for slow mail servers
const RETRY_FIRST_MS = 15_000
const RETRY_MAX_MS = 30 * 60_000
const DUE = sql`'-infinity'` // at once, whatever the clock of any machine says

/** Queues a mail; it exists if and only if the transaction commits. Throws if a header contains a line break. */
export async function queueMail(tx: Tx, at: Date, mail: Mail): Promise<void> {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error('queueMail: a line break in recipient or subject')
  await sql`
    insert into outbox (channel, recipient, subject, body, created_at, send_after, useless_after, about,
                        kind, record_kind, record_id)
    values ('mail', ${mail.to}, ${mail.subject}, ${mail.body}, ${at}, ${DUE}, ${mail.uselessAfter ?? null},
            ${mail.about ?? null}, ${mail.named?.kind ?? null}, ${mail.named?.record.kind ?? null},
            ${mail.named?.record.id ?? null})`.execute(tx)
  await wake(tx, MAILS)
}

/** Queues a short message; it exists if and only if the transaction commits. */
export async function queueText(tx: Tx, at: Date, text: ShortText): Promise<void> {
  await sql`
    insert into outbox (channel, recipient, body, created_at, send_after, useless_after, kind, record_kind, record_id)
    values ('sms', ${text.to}, ${text.body}, ${at}, ${DUE}, ${text.uselessAfter}, ${text.named?.kind ?? null},
            ${text.named?.record.kind ?? null}, ${text.named?.record.id ?? null})`.execute(tx)
  await wake(tx, TEXTS)
}

export const sendMails = sendDue('mail', { name: MAILS, atOnce: 2 }) // each run has a connection to the mail server
export const sendTexts = sendDue('sms', { name: TEXTS, atOnce: 4 })

/**
 * Sends what is due in one channel. A message is leased to one process before it is sent and marked afterwards; a crash in
 * between sends it again when the lease has expired: at most one duplicate for each crash, and no message is ever lost.
 */
function sendDue(channel: Channel, { name, atOnce }: Required<Pick<Job, 'name' | 'atOnce'>>): Job {
  return {
    name,
    cron: '*/3 * * * * *', // together with the lease: a code is at most 15 s late if a process died with it
    shared: true,
    atOnce,
    async run(services) {
      if (channel === 'sms' && services.config.smsUrl === null) return
      const post = makePost(services.config)
      try {
        await sendAllDue(services, post, { channel, job: name })
      } finally {
        post.close()
      }
    },
  }
}

async function sendAllDue(
  { db, clock, log, traces }: Services,
  post: Post,
  { channel, job }: { channel: Channel; job: string },
): Promise<void> {
  for (;;) {
    const message = await lease({ db, clock }, channel)
    if (!message) return
    try {
      const attributes = { 'bittkosh.attempt': message.attempts }
      const sending = () => whileLeased({ db, clock }, message, () => post.send(message))
      await spanned(traces?.begin(`send ${channel}`, { kind: 'client', attributes }), sending)
    } catch (error) {
      const code = codeOf(error) ?? 'unknown'
      log.warn({ job, channel, attempt: message.attempts, code }, 'a message could not be sent')
      await postpone({ db, clock }, message)
      continue
    }
    await markSent(db, message.id, clock.now())
  }
}

type Clocked = Pick<Services, 'db' | 'clock'>

/** Renews the lease of a message until `work` ends, so that no second attempt overlaps this one. */
export async function whileLeased<T>(
  services: Clocked,
  { id }: Pick<DueMessage, 'id'>,
  work: () => Promise<T>,
  everyMs = RENEW_EVERY_MS,
): Promise<T> {
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    // A failed renewal does no harm if the next one succeeds.
    renewing = renewing.then(() => renew(services, id)).catch(() => {})
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing // so that it does not overwrite the next statement's result
  }
}

async function renew({ db, clock }: Clocked, id: number): Promise<void> {
  await sql`update outbox set send_after = ${later(clock, LEASE_MS)} where id = ${id}`.execute(db)
}

async function lease({ db, clock }: Clocked, channel: Channel): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`
    update outbox set attempts = attempts + 1, send_after = ${later(clock, LEASE_MS)}
     where id = (select id from outbox
                  where channel = ${channel} and sent_at is null and given_up_at is null
                    and send_after <= ${clock.database()}
                    and (useless_after is null or useless_after > ${earlier(clock)})
                  order by send_after
                  limit 1
                    for update skip locked)
    returning id, channel, recipient, subject, body, created_at as "createdAt", attempts`.execute(db)
  return rows[0]
}

async function postpone({ db, clock }: Clocked, { id, attempts }: DueMessage): Promise<void> {
  const waitMs = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_MAX_MS)
  await sql`update outbox set send_after = ${later(clock, waitMs)} where id = ${id}`.execute(db)
}

async function markSent(db: Db, id: number, at: Date): Promise<void> {
  await sql`update outbox set sent_at = ${at}, body = '' where id = ${id}`.execute(db)
}

/** Leases and pauses are measured by the database's clock, because those of two processes may differ. */
function later(clock: Clock, ms: number): Sql {
  return sql`${clock.database()} + ${ms}::integer * interval '1 millisecond'`
}

/**
 * The earlier one of the program's clock and the database's: a machine whose clock is ahead must not give up what others
 * have queued, and one that is behind still sends its own codes.
 */
function earlier(clock: Clock): Sql {
  return sql`least(${clock.now()}::timestamptz, ${clock.database()})`
}

/** Gives up messages that are useless by now, and empties them so that no code or link remains. */
export const giveUpMessages: Job = {
  name: 'messages given up',
  cron: '* * * * *',
  byDate: true,
  async run({ db, clock }, at) {
    await sql`
      update outbox set given_up_at = ${at}, body = ''
       where sent_at is null and given_up_at is null
         and (useless_after <= ${earlier(clock)}
              or created_at <= ${earlier(clock)} - ${GIVEN_UP_MS}::integer * interval '1 millisecond')`.execute(db)
  },
}

/**
 * After the clock ran ahead: gives up codes and links of that time, which are invalid, and sends what would wait until
 * then. Not before a lease has passed, as a process may be sending it.
 */
export async function endMessagesAhead(tx: Tx, { now, ahead }: { now: Date; ahead: Date }): Promise<void> {
  await sql`
    update outbox set given_up_at = ${now}, body = ''
     where sent_at is null and given_up_at is null and useless_after is not null and created_at > ${ahead}`.execute(tx)
  await sql`
    update outbox set send_after = ${new Date(now.getTime() + LEASE_MS)}
     where sent_at is null and given_up_at is null and send_after > ${ahead}`.execute(tx)
}

/** Deletes the messages to a person and those that name them; their files are deleted right after the commit. */
export async function eraseMessages(tx: Tx, { id, contacts }: Person): Promise<void> {
  await sql`delete from outbox where recipient = any (${contacts}::text[]) or about = ${id}`.execute(tx)
  await wake(tx, SWEEP_MAILS)
}
