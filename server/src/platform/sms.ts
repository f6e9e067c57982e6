/**
 * Short messages through any HTTP gateway: POST SMS_URL with {to, message} as JSON. What a gateway wants besides
 * (its key, India's DLT entity and template ids) stands in SMS_URL's own query. Written in the transaction that
 * caused it, sent right after the commit.
 */
import type { Db, Tx } from './database.ts'
import { type Job, wake } from './jobs.ts'
import { sql } from './sql.ts'

const SEND_TEXTS = 'texts'
const SEND_WITHIN_MS = 10_000
const LENT_MS = 30_000 // above SEND_WITHIN_MS, so that no two processes send the same one

/** E.164 recipient; `uselessAfter` is when its code or link dies. */
export type ShortText = { to: string; body: string; uselessAfter: Date }

/** Queues a short message; it exists exactly when the transaction commits. */
export async function queueText(tx: Tx, at: Date, text: ShortText): Promise<void> {
  await sql`
    insert into texts (recipient, body, created_at, send_after, useless_after)
    values (${text.to}, ${text.body}, ${at}, ${at}, ${text.uselessAfter})`.execute(tx)
  await wake(tx, SEND_TEXTS)
}

export const sendTexts: Job = {
  name: SEND_TEXTS,
  cron: '* * * * *',
  async run({ db, config, clock, log }, at) {
    await sql`update texts set body = '' where sent_at is null and useless_after <= ${at} and body <> ''`.execute(db)
    if (config.smsUrl === null) return
    for (;;) {
      const text = await borrow(db, clock.now())
      if (!text) return
      try {
        await send(config.smsUrl, text)
        await sql`update texts set sent_at = ${clock.now()}, body = '' where id = ${text.id}`.execute(db)
      } catch (error) {
        // the loan runs out and the next run tries again
        log.warn({ job: SEND_TEXTS, attempt: text.attempts, err: error }, 'a short message could not be sent')
      }
    }
  },
}

type DueText = { id: number; recipient: string; body: string; attempts: number }

async function borrow(db: Db, at: Date): Promise<DueText | undefined> {
  const { rows } = await sql<DueText>`
    update texts set attempts = attempts + 1, send_after = ${new Date(at.getTime() + LENT_MS)}
     where id = (select id from texts
                  where sent_at is null and send_after <= ${at} and useless_after > ${at}
                  order by send_after
                  limit 1
                    for update skip locked)
    returning id, recipient, body, attempts`.execute(db)
  return rows[0]
}

async function send(url: string, { recipient, body }: DueText): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: recipient, message: body }),
    signal: AbortSignal.timeout(SEND_WITHIN_MS),
    redirect: 'error',
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
}
