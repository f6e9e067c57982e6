/** Support's inbox: everyone's conversations, which admins answer, and their saved answers. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { kycStatus } from './kyc.ts'
import { flagKind } from './marks.ts'
import { cursor, id, instant, message, nextCursor, openedWith, pathId, person, search, text } from './shapes.ts'
import { aboutKinds, conversation, conversationMessage, shownAbout } from './support.ts'
import { transactionStatus } from './wallet.ts'

/** `mine` and `unassigned` contain only conversations that are not closed. */
export const inboxTabs = ['open', 'waiting', 'mine', 'unassigned', 'closed'] as const
export type InboxTab = (typeof inboxTabs)[number]

const counts = z.object({ open: z.int(), waiting: z.int(), mine: z.int(), unassigned: z.int(), closed: z.int() })

export const inboxItem = z.extend(z.omit(conversation, { unread: true, link: true, number: true }), {
  about: shownAbout,
  /** Null for a visitor, whose name is the one they typed. */
  user_id: z.nullable(id),
  name: z.string(),
  email: z.nullable(z.string()),
  assigned_to: z.nullable(person),
})
export type InboxItem = z.output<typeof inboxItem>

export const listInbox = endpoint({
  name: 'listInbox',
  method: 'GET',
  path: '/admin/conversations',
  who: 'admin',
  permission: 'records.read',
  summary: 'Conversations by whose turn it is; those that wait for the team oldest first, the others newest first',
  query: z.strictObject({ tab: z._default(z.enum(inboxTabs), 'open'), search, cursor }),
  reply: z.object({
    data: z.array(inboxItem),
    counts,
    next_cursor: nextCursor,
    /** The search matches more than it examined. */
    is_cut: z.boolean(),
  }),
})

export const countInbox = endpoint({
  name: 'countInbox',
  method: 'GET',
  path: '/admin/conversations/count',
  who: 'admin',
  permission: 'records.read',
  limit: 'poll',
  keptUntil: 'any change',
  summary: 'How many conversations wait for the team',
  reply: z.object({ open: z.int() }),
})

const recentRecord = z.object({
  kind: z.enum(aboutKinds),
  id,
  amount: z.nullable(money),
  status: transactionStatus,
  at: instant,
})

/** The person who writes, without identity documents. */
export const asker = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  phone: z.nullable(z.string()),
  is_active: z.boolean(),
  is_frozen: z.boolean(),
  /** The status of the last submitted record; null if there is none. */
  kyc: z.nullable(kycStatus),
  wallet: money,
  flags: z.array(flagKind),
  created_at: instant,
  records: z.array(recentRecord),
})
export type Asker = z.output<typeof asker>

export const inboxMessage = z.extend(conversationMessage, {
  /** The admin who answered. */
  by: z.nullable(z.string()),
  /** The number of pictures; `pictures` is empty for an admin who may not see them. */
  picture_count: z.int(),
})
export type InboxMessage = z.output<typeof inboxMessage>

export const openConversation = endpoint({
  name: 'openConversation',
  method: 'GET',
  path: '/admin/conversations/{id}',
  who: 'admin',
  permission: 'records.read',
  summary:
    'A conversation with its messages, newest first, and the facts of the person; pictures only for admins who may answer',
  params: z.strictObject({ id: pathId }),
  query: z.strictObject({ cursor }),
  reply: z.object({
    conversation: inboxItem,
    /** The language in which the person reads. */
    language: z.enum(['en', 'hi']),
    asker: z.nullable(asker),
    /** For a visitor: the account that has proven the same address. The conversation does not belong to it. */
    account: z.nullable(z.object({ id, name: z.string(), is_active: z.boolean() })),
    data: z.array(inboxMessage),
    next_cursor: nextCursor,
  }),
})
export type OpenedConversation = z.output<(typeof openConversation)['reply']>

export const answerConversation = endpoint({
  name: 'answerConversation',
  method: 'POST',
  path: '/admin/conversations/{id}/messages',
  who: 'admin',
  permission: 'conversations.answer',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary:
    'Answer a conversation; an unassigned one is assigned to the caller. Refused if somebody wrote after the last message seen',
  refusals: ['answered_meanwhile'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    text: message,
    /** The newest message that the admin had seen. */
    seen: id,
    close: z.optional(z.boolean()),
  }),
  reply: inboxMessage,
  status: 201,
})

export const assignConversation = endpoint({
  name: 'assignConversation',
  method: 'PUT',
  path: '/admin/conversations/{id}/assignment',
  who: 'admin',
  permission: 'conversations.answer',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Assign the conversation to an admin; null for nobody',
  refusals: ['not_assignable'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ admin: z.nullable(id) }),
  reply: inboxItem,
})

export const closeConversation = endpoint({
  name: 'closeConversation',
  method: 'PUT',
  path: '/admin/conversations/{id}/closed',
  who: 'admin',
  permission: 'conversations.answer',
  freshCode: 'never',
  fourEyes: 'never',
  summary:
    'Close a conversation, or open it again; the person’s next message opens it too. Closing is refused if somebody wrote after the last message seen',
  refusals: ['answered_meanwhile'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    is_closed: z.boolean(),
    /** The newest message that the admin had seen. */
    seen: z.optional(id),
  }),
  reply: inboxItem,
})

export const listAnswerers = endpoint({
  name: 'listAnswerers',
  method: 'GET',
  path: '/admin/answerers',
  who: 'admin',
  permission: 'conversations.answer',
  summary: 'The active admins who may answer conversations',
  reply: z.array(person),
})

// Saved answers

export const cannedAnswer = z.object({
  id,
  title: z.string(),
  text_en: z.string(),
  text_hi: z.string(),
  created_at: instant,
  updated_at: z.nullable(instant),
})
export type CannedAnswer = z.output<typeof cannedAnswer>

const cannedFields = { title: text({ max: 100, oneLine: true }), text_en: message, text_hi: message }

export const listCannedAnswers = endpoint({
  name: 'listCannedAnswers',
  method: 'GET',
  path: '/admin/canned-answers',
  who: 'admin',
  permission: 'conversations.answer',
  summary: 'The saved answers, by title',
  reply: z.array(cannedAnswer),
})

export const createCannedAnswer = endpoint({
  name: 'createCannedAnswer',
  method: 'POST',
  path: '/admin/canned-answers',
  who: 'admin',
  permission: 'conversations.answer',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Save an answer, in both languages',
  refusals: ['canned_title_taken'],
  body: z.strictObject(cannedFields),
  reply: cannedAnswer,
  status: 201,
})

export const changeCannedAnswer = endpoint({
  name: 'changeCannedAnswer',
  method: 'PUT',
  path: '/admin/canned-answers/{id}',
  who: 'admin',
  permission: 'conversations.answer',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Change a saved answer',
  refusals: ['changed_meanwhile', 'canned_title_taken'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ ...cannedFields, previous_updated_at: openedWith }),
  reply: cannedAnswer,
})

export const deleteCannedAnswer = endpoint({
  name: 'deleteCannedAnswer',
  method: 'DELETE',
  path: '/admin/canned-answers/{id}',
  who: 'admin',
  permission: 'conversations.answer',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Remove a saved answer',
  params: z.strictObject({ id: pathId }),
})
