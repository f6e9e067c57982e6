/** A person's own conversations with support (docs/rules.md#support). */
import * as calls from '@bittkosh/contract/support'
import { readNoticesAbout } from '../notifications/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import { pageByKey, readIdCursor, readMomentCursor } from '../platform/http/cursor.ts'
import { type Answer, type Call, type DbOf, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { keepPictures } from '../uploads/actions.ts'
import {
  conversationsPage,
  countUnclosed,
  insertConversation,
  insertMessage,
  isOwn,
  lockConversation,
  markRead,
  messagesPage,
  ownConversation,
} from './queries.ts'
import { judgeStart, stateAfter } from './rules.ts'
import { ownShown, shownMessage } from './serialize.ts'

export const routes: Route[] = [
  read(calls.listConversations, listConversations),
  read(calls.readConversation, readConversation),
  // The caller's row is locked first, so that concurrent new conversations are counted one after the other.
  write(calls.startConversation, startConversation, { changesCaller: true }),
  write(calls.writeMessage, writeMessage),
  write(calls.markConversationRead, markConversationRead),
]

const PAGE = 20
export const MESSAGES_PAGE = 50

export async function listConversations(
  { query, user }: Call<typeof calls.listConversations>,
  db: DbOf<typeof calls.listConversations>,
): Promise<Answer<typeof calls.listConversations>> {
  const before = readMomentCursor(query.cursor)
  const rows = await conversationsPage(db, { user: user.id, before, limit: PAGE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.last_at, row.id] })
  return { data: page.map(ownShown), next_cursor }
}

export async function readConversation(
  { params, query, user, at, services }: Call<typeof calls.readConversation>,
  db: DbOf<typeof calls.readConversation>,
): Promise<Answer<typeof calls.readConversation>> {
  const before = readIdCursor(query.cursor)
  const row = (await ownConversation(db, user.id, params.id)) ?? refuse(db, 'not_found')
  const rows = await messagesPage(db, row.id, { before, limit: MESSAGES_PAGE + 1 })
  const shown = { config: services.config, viewer: user.id, at }
  const { page, next_cursor } = pageByKey(rows, { size: MESSAGES_PAGE, key: (row) => [row.id] })
  return {
    conversation: ownShown(row),
    data: page.map((message) => shownMessage(message, shown)),
    next_cursor,
  }
}

export async function startConversation(
  { body, user, at }: Call<typeof calls.startConversation>,
  tx: TxOf<typeof calls.startConversation>,
): Promise<Answer<typeof calls.startConversation>> {
  accept(tx, judgeStart({ open: await countUnclosed(tx, { user: user.id }) }))
  const about = body.about ?? null
  // Somebody else's record looks like one that does not exist.
  if (about && !(await isOwn(tx, user.id, about)))
    return refuse(tx, { code: 'invalid', complaints: { about: { code: 'unknown_id' } } })
  const pictures = await keepSent(tx, user.id, body.pictures)
  const id = await insertConversation(tx, at, { user: user.id }, about)
  await insertMessage(
    tx,
    at,
    { conversation: id, admin: null, text: body.text, pictures },
    stateAfter({ by: 'person' }),
  )
  const started = await ownConversation(tx, user.id, id)
  if (!started) throw new Error(`conversation ${id} is gone`)
  return ownShown(started)
}

export async function writeMessage(
  { params, body, user, at, services }: Call<typeof calls.writeMessage>,
  tx: TxOf<typeof calls.writeMessage>,
): Promise<Answer<typeof calls.writeMessage>> {
  const row = (await lockConversation(tx, params.id, user.id)) ?? refuse(tx, 'not_found')
  const pictures = await keepSent(tx, user.id, body.pictures)
  const message = { conversation: row.id, admin: null, text: body.text, pictures }
  const written = await insertMessage(tx, at, message, stateAfter({ by: 'person' }))
  await readNoticesAbout(tx, at, { user: user.id, kind: 'support_answered', about: row.id })
  return shownMessage(written, { config: services.config, viewer: user.id, at })
}

export async function markConversationRead(
  { params, body, user, at }: Call<typeof calls.markConversationRead>,
  tx: TxOf<typeof calls.markConversationRead>,
): Promise<Answer<typeof calls.markConversationRead>> {
  const row = (await lockConversation(tx, params.id, user.id)) ?? refuse(tx, 'not_found')
  await markRead(tx, row.id, body.message)
  await readNoticesAbout(tx, at, { user: user.id, kind: 'support_answered', about: row.id })
}

function keepSent(tx: Tx<'images_required'>, owner: number, urls: readonly string[] = []) {
  return keepPictures(tx, { owner, urls, field: 'pictures', purpose: 'conversation' })
}
