/** The team's inbox (docs/rules.md#support): who writes, answering, assigning, closing. */
import type { Asker, InboxItem, InboxMessage } from '@bittkosh/contract/inbox'
import * as calls from '@bittkosh/contract/inbox'
import { isPermitted } from '@bittkosh/contract/permissions'
import { record } from '../audit/actions.ts'
import type { Config } from '../config.ts'
import { kycState } from '../kyc/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import { mail } from '../mails/actions.ts'
import { notify } from '../notifications/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { pageByKey, readIdCursor, readMomentCursor } from '../platform/http/cursor.ts'
import { type Answer, type Call, type DbOf, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { MESSAGES_PAGE } from './handlers.ts'
import {
  adminsByName,
  askerFacts,
  countOpen,
  holdAnswerer,
  inboxCounts,
  inboxPage,
  inboxRow,
  type InboxRow,
  newestOf,
  recipientOf,
  setAssigned,
  setState,
} from './inboxQueries.ts'
import { threadLink } from './links.ts'
import { type ConversationRow, insertMessage, lockConversation, type MessageRow, messagesPage } from './queries.ts'
import { judgeSeen, stateAfter } from './rules.ts'
import { shownConversation, shownMessage } from './serialize.ts'
import { accountOf } from './visitorQueries.ts'

export const inboxRoutes: Route[] = [
  read(calls.listInbox, listInbox),
  read(calls.countInbox, countInbox),
  read(calls.openConversation, openConversation),
  read(calls.listAnswerers, listAnswerers),
  write(calls.answerConversation, answerConversation),
  write(calls.assignConversation, assignConversation),
  write(calls.closeConversation, closeConversation),
]

const PAGE = 20

export async function listInbox(
  { query, user }: Call<typeof calls.listInbox>,
  db: DbOf<typeof calls.listInbox>,
): Promise<Answer<typeof calls.listInbox>> {
  const after = readMomentCursor(query.cursor)
  const shown = { tab: query.tab, admin: user.id, search: query.search }
  const [rows, { counts, isCut }] = await Promise.all([
    inboxPage(db, { ...shown, after, limit: PAGE + 1 }),
    inboxCounts(db, shown),
  ])
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.last_at, row.id] })
  return { data: page.map(shownItem), counts, next_cursor, is_cut: isCut }
}

export async function countInbox(
  _call: Call<typeof calls.countInbox>,
  db: Db,
): Promise<Answer<typeof calls.countInbox>> {
  return { open: await countOpen(db) }
}

export async function openConversation(
  { params, query, user, at, services }: Call<typeof calls.openConversation>,
  db: DbOf<typeof calls.openConversation>,
): Promise<Answer<typeof calls.openConversation>> {
  const before = readIdCursor(query.cursor)
  const row = (await inboxRow(db, params.id)) ?? refuse(db, 'not_found')
  const [rows, who] = await Promise.all([
    messagesPage(db, row.id, { before, limit: MESSAGES_PAGE + 1 }),
    whoWrites(db, row, at),
  ])
  const viewer = isPermitted(user.roles, 'conversations.answer') ? user.id : null
  const { page, next_cursor } = pageByKey(rows, { size: MESSAGES_PAGE, key: (row) => [row.id] })
  return {
    conversation: shownItem(row),
    ...who,
    data: page.map((message) => inboxMessage(message, { config: services.config, viewer, at })),
    next_cursor,
  }
}

export async function listAnswerers(
  _call: Call<typeof calls.listAnswerers>,
  db: Db,
): Promise<Answer<typeof calls.listAnswerers>> {
  const admins = await adminsByName(db)
  return admins.filter(({ roles }) => isPermitted(roles, 'conversations.answer')).map(({ id, name }) => ({ id, name }))
}

export async function answerConversation(
  call: Call<typeof calls.answerConversation>,
  tx: TxOf<typeof calls.answerConversation>,
): Promise<Answer<typeof calls.answerConversation>> {
  const { params, body, user: admin, at, services } = call
  const row = (await lockConversation(tx, params.id)) ?? refuse(tx, 'not_found')
  accept(tx, judgeSeen({ newest: await newestOf(tx, row.id), seen: body.seen, now: at }))
  const state = stateAfter({ by: 'support', close: body.close === true })
  const message = { conversation: row.id, admin: admin.id, text: body.text, pictures: [] }
  const written = await insertMessage(tx, at, message, state)
  const assigned = row.assigned_to ?? admin.id
  if (row.assigned_to === null) await setAssigned(tx, row.id, admin.id)
  await tell(tx, at, { row, words: body.text, config: services.config })
  // That there was an answer, not its text: the log is permanent, a conversation goes with its account.
  record(tx, call, {
    action: 'conversation answered',
    subject: 'conversation',
    subjectId: row.id,
    before: { status: row.status, assigned_to: row.assigned_to },
    after: { status: state, assigned_to: assigned },
  })
  return inboxMessage(written, { config: services.config, viewer: admin.id, at })
}

export async function assignConversation(
  call: Call<typeof calls.assignConversation>,
  tx: TxOf<typeof calls.assignConversation>,
): Promise<Answer<typeof calls.assignConversation>> {
  const { params, body } = call
  const row = (await lockConversation(tx, params.id)) ?? refuse(tx, 'not_found')
  const to = body.admin === null ? null : await holdAnswerer(tx, body.admin)
  if (to === undefined || (to && !isPermitted(to.roles, 'conversations.answer')))
    return refuse(tx, { code: 'not_assignable', field: 'admin' })
  if (row.assigned_to !== body.admin) {
    await setAssigned(tx, row.id, body.admin)
    const changes = { before: { assigned_to: row.assigned_to }, after: { assigned_to: body.admin } }
    record(tx, call, { action: 'conversation assigned', subject: 'conversation', subjectId: row.id, ...changes })
  }
  return currentItem(tx, row.id)
}

export async function closeConversation(
  call: Call<typeof calls.closeConversation>,
  tx: TxOf<typeof calls.closeConversation>,
): Promise<Answer<typeof calls.closeConversation>> {
  const { params, body, at } = call
  const row = (await lockConversation(tx, params.id)) ?? refuse(tx, 'not_found')
  const isClosed = row.status === 'closed'
  if (isClosed !== body.is_closed) {
    if (body.is_closed && body.seen !== undefined)
      accept(tx, judgeSeen({ newest: await newestOf(tx, row.id), seen: body.seen, now: at }))
    const status = body.is_closed ? 'closed' : 'open'
    await setState(tx, row.id, status)
    const action = body.is_closed ? 'conversation closed' : 'conversation reopened'
    const changes = { before: { status: row.status }, after: { status } }
    record(tx, call, { action, subject: 'conversation', subjectId: row.id, ...changes })
  }
  return currentItem(tx, row.id)
}

async function currentItem(tx: Tx, id: number): Promise<InboxItem> {
  const row = await inboxRow(tx, id)
  if (!row) throw new Error(`conversation ${id} is gone`)
  return shownItem(row)
}

/** A notice and a mail to a person, a mail to a visitor. An unproven address gets no typed text. */
async function tell(
  tx: Tx,
  at: Date,
  { row, words, config }: { row: ConversationRow; words: string; config: Config },
): Promise<void> {
  if (row.user_id === null) {
    const { id, visitor_email: email, visitor_language: language } = row
    if (email === null || language === null) return
    const link = threadLink(config, { id, email })
    return mail(tx, at, { to: { email, language }, kind: 'support_answer', values: { words, link } })
  }
  const to = await recipientOf(tx, row.user_id)
  await notify(tx, at, { user: row.user_id, kind: 'support_answered', values: {}, about: row.id })
  // A person who cannot sign in reads the answer in the mail, and replies through the visitors' form.
  const link = to.is_active ? threadLink(config, { id: row.id, email: null }) : `${config.publicUrl}/contact`
  await mail(tx, at, { to, kind: 'support_answer', values: { words: to.is_proven ? words : null, link } })
}

async function whoWrites(db: Db, row: InboxRow, at: Date) {
  if (row.user_id === null) {
    const account = row.visitor_email === null ? null : await accountOf(db, row.visitor_email)
    return { asker: null, account, language: row.visitor_language ?? 'en' } as const
  }
  const [{ language, ...facts }, { wallet }, kyc] = await Promise.all([
    askerFacts(db, row.user_id, at),
    balancesOf(db, row.user_id),
    kycState(db, row.user_id),
  ])
  const asker: Asker = { ...facts, wallet, kyc: kyc.status }
  return { asker, account: null, language }
}

function shownItem(row: InboxRow): InboxItem {
  const { assigned_to: id, admin_name: admin } = row
  return {
    ...shownConversation(row),
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    assigned_to: id === null || admin === null ? null : { id, name: admin },
  }
}

function inboxMessage(row: MessageRow, shown: { config: Config; viewer: number | null; at: Date }): InboxMessage {
  return { ...shownMessage(row, shown), by: row.by, picture_count: row.pictures.length }
}
