/** Mails and short messages by kind and values, in the recipient's language. */
import { isReleased } from '@bittkosh/contract/contact'
import type { Language } from '@bittkosh/contract/language'
import { mailWords, textWords } from '@bittkosh/contract/words/mails'
import { type MailKind, type MailValues, type TextKind, type TextValues } from '@bittkosh/contract/mails'
import type { LifeKind } from '@bittkosh/contract/life'
import type { MessageKind } from '@bittkosh/contract/words/life'
import type { Tx } from '../platform/database/database.ts'
import { queueMail, queueText } from '../platform/outbox/outbox.ts'

type Mail<K extends MailKind> = {
  to: { email: string; language: Language }
  kind: K
  values: MailValues[K]
  /** A code or link that expires at this moment is not sent after it. */
  uselessAfter?: Date
  /** The user whom it mentions besides its recipient. */
  about?: number | undefined
} & AboutRecord<K>

/** A kind that appears in a record's life requires that record (contract/words/life.ts); other kinds have none. */
type AboutRecord<K extends MailKind | TextKind> = K extends MessageKind
  ? { record: { kind: LifeKind; id: number } }
  : { record?: never }

/** Mails one person, only if the transaction commits. An account that lost its address gets no mail. */
export async function mail<K extends MailKind>(
  tx: Tx,
  at: Date,
  { to, kind, values, record, ...when }: Mail<K>,
): Promise<void> {
  if (isReleased(to.email)) return
  await queueMail(tx, at, {
    to: to.email,
    ...mailWords[to.language][kind](values),
    named: record && { kind, record },
    ...when,
  })
}

type Text<K extends TextKind> = {
  to: { phone: string; language: Language }
  kind: K
  values: TextValues[K]
  uselessAfter: Date
} & AboutRecord<K>

/** Sends one person a short message once the transaction has committed. An account that lost its number gets none. */
export async function text<K extends TextKind>(
  tx: Tx,
  at: Date,
  { to, kind, values, record, ...when }: Text<K>,
): Promise<void> {
  if (isReleased(to.phone)) return
  await queueText(tx, at, {
    to: to.phone,
    body: textWords[to.language][kind](values),
    named: record && { kind, record },
    ...when,
  })
}
