/**
 * Visitors, and people whose account is deactivated: their messages reach the team once the address is proven, and
 * answers go to that address (docs/rules.md#support, docs/decisions/0295-visitors-write-by-mail.md).
 */
import * as calls from '@bittkosh/contract/support'
import { CONTACT_LINK_HOURS } from '@bittkosh/contract/support'
import type { Config } from '../config.ts'
import { mail } from '../mails/actions.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, type DbOf, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { accept, type MayRefuse, refuse } from '../platform/http/refuse.ts'
import { hashToken, newToken } from '../platform/identity/sessions.ts'
import { MESSAGES_PAGE } from './handlers.ts'
import { idIn, opensThread } from './links.ts'
import { countUnclosed, insertConversation, insertMessage, lockConversation, messagesPage } from './queries.ts'
import { judgeStart, mayMailLink, stateAfter } from './rules.ts'
import { shownMessage } from './serialize.ts'
import {
  addressOfLink,
  dropRequests,
  insertRequest,
  linkMailedAt,
  lockAddress,
  requestsOf,
  visitorConversation,
} from './visitorQueries.ts'

export const visitorRoutes: Route[] = [
  write(calls.contactSupport, contactSupport),
  read(calls.waitingContact, waitingContact),
  write(calls.confirmContact, confirmContact),
  read(calls.readContact, readContact),
  write(calls.replyToContact, replyToContact),
]

export const LINK_LIFE_MS = CONTACT_LINK_HOURS * 3_600_000
/** How long after the last message a mailed link still opens its conversation. */
const THREAD_LIFE_MS = 90 * 24 * 3_600_000
/** Waiting messages without a mailed link: filling these up displaces no message with a link. */
const WAITING_MAX = 10

/** Gives the same answer whoever has the address, and whether a link was mailed just now or within the hour before. */
export async function contactSupport(
  { body, at, language, services: { config } }: Call<typeof calls.contactSupport>,
  tx: TxOf<typeof calls.contactSupport>,
): Promise<Answer<typeof calls.contactSupport>> {
  const { name, email, message } = body
  await lockAddress(tx, email)
  const token = mayMailLink({ mailedAt: await linkMailedAt(tx, email), now: at }) ? newToken() : null
  const tokenHash = token === null ? null : hashToken(token)
  await insertRequest(tx, at, { email, name, text: message, language, tokenHash, most: WAITING_MAX })
  if (token !== null) {
    await mail(tx, at, {
      to: { email, language },
      kind: 'contact_confirm',
      values: { link: `${config.publicUrl}/contact?confirm=${token}` },
      uselessAfter: new Date(at.getTime() + LINK_LIFE_MS),
    })
  }
  return { email }
}

export async function waitingContact(
  { body, at }: Call<typeof calls.waitingContact>,
  db: DbOf<typeof calls.waitingContact>,
): Promise<Answer<typeof calls.waitingContact>> {
  const email = (await provenAddress(db, body.token, at)) ?? refuse(db, 'contact_link_dead')
  const rows = await requestsOf(db, email)
  return { email, data: rows.map(({ id, name, text, created_at }) => ({ id, name, text, created_at })) }
}

export async function confirmContact(
  { body, at }: Call<typeof calls.confirmContact>,
  tx: TxOf<typeof calls.confirmContact>,
): Promise<Answer<typeof calls.confirmContact>> {
  const email = (await provenAddress(tx, body.token, at)) ?? refuse(tx, 'contact_link_dead')
  await lockAddress(tx, email)
  const chosen = (await requestsOf(tx, email)).filter(({ id }) => body.messages.includes(id))
  for (const { name, text, language } of chosen) {
    accept(tx, judgeStart({ open: await countUnclosed(tx, { email }) }))
    const conversation = await insertConversation(tx, at, { name, email, language }, null)
    await insertMessage(tx, at, { conversation, admin: null, text, pictures: [] }, stateAfter({ by: 'person' }))
  }
  await dropRequests(tx, email)
  return { sent: chosen.length }
}

export async function readContact(
  call: Call<typeof calls.readContact>,
  db: DbOf<typeof calls.readContact>,
): Promise<Answer<typeof calls.readContact>> {
  const { id, status } = await openThread(call, db)
  const rows = await messagesPage(db, id, { before: undefined, limit: 2 * MESSAGES_PAGE })
  const shown = { config: call.services.config, viewer: null, at: call.at }
  return { state: status, data: rows.map((message) => shownMessage(message, shown)) }
}

export async function replyToContact(
  call: Call<typeof calls.replyToContact>,
  tx: TxOf<typeof calls.replyToContact>,
): Promise<Answer<typeof calls.replyToContact>> {
  const { id } = await openThread(call, tx)
  if (!(await lockConversation(tx, id))) refuse(tx, 'contact_link_dead')
  const message = { conversation: id, admin: null, text: call.body.text, pictures: [] }
  const written = await insertMessage(tx, call.at, message, stateAfter({ by: 'person' }))
  return shownMessage(written, { config: call.services.config, viewer: null, at: call.at })
}

function provenAddress(db: Db, token: string, at: Date): Promise<string | undefined> {
  return addressOfLink(db, { tokenHash: hashToken(token), since: new Date(at.getTime() - LINK_LIFE_MS) })
}

type ThreadCall = { body: { token: string }; at: Date; services: { config: Config } }

async function openThread({ body, at, services }: ThreadCall, db: Db & MayRefuse<'contact_link_dead'>) {
  const id = idIn(body.token)
  const since = new Date(at.getTime() - THREAD_LIFE_MS)
  const row = id === null ? undefined : await visitorConversation(db, id, since)
  const email = row?.visitor_email
  if (!row || !email || !opensThread(services.config, body.token, { id: row.id, email }))
    return refuse(db, 'contact_link_dead')
  return row
}
