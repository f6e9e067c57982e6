/** Mail leaves through an outbox: written in the transaction that caused it, sent after commit by a job. */
import { sql } from 'kysely'
import type { Tx } from './database.ts'

export type Mail = {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** A code or link that dies at this moment is not sent after it. */
  uselessAfter?: Date
}

/** Queues a mail; it exists exactly when the transaction commits. */
export async function queueMail(tx: Tx, at: Date, mail: Mail): Promise<void> {
  await sql`
    insert into mails (recipient, subject, body, created_at, send_after, useless_after)
    values (${mail.to}, ${mail.subject}, ${mail.body}, ${at}, ${at}, ${mail.uselessAfter ?? null})`.execute(tx)
}
