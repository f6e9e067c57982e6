/** Support as conversations: what a person or a visitor writes, and what the team answers. */
import * as z from 'zod/mini'
import { complaint } from './complaint.ts'
import { email } from './contact.ts'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, message as messageText, name, nextCursor, pathId, text } from './shapes.ts'

export const MESSAGE_PICTURES_MAX = 4
/** How many conversations of one person, or of one visitor's address, may be open at the same time. */
export const OPEN_CONVERSATIONS_MAX = 5
/** How long a visitor's message waits for the confirmation of its address. */
export const CONTACT_LINK_HOURS = 24

/** The records that a person can ask about. */
export const aboutKinds = ['deposit', 'withdrawal', 'transfer', 'investment', 'flexible', 'adjustment', 'kyc'] as const
export type AboutKind = (typeof aboutKinds)[number]
const about = z.strictObject({ kind: z.enum(aboutKinds), id })
export type About = z.output<typeof about>

/** open: the team's turn; waiting: answered, the person's turn; closed: until the person writes again. */
export const conversationState = z.enum(['open', 'waiting', 'closed'])
export type ConversationState = z.output<typeof conversationState>

export const shownAbout = z.nullable(z.object({ kind: z.enum(aboutKinds), id }))
const side = z.enum(['person', 'support'])

export const conversation = z.object({
  id,
  about: shownAbout,
  /** The record's number as on its receipt; null for an identity document. */
  number: z.nullable(z.string()),
  /** The page of the app that shows the record. */
  link: z.nullable(z.string()),
  state: conversationState,
  /** The beginning of the last message, and who wrote it. */
  preview: z.string(),
  last_from: side,
  last_at: instant,
  created_at: instant,
  /** The number of unread answers. */
  unread: z.int(),
})
export type Conversation = z.output<typeof conversation>

export const conversationMessage = z.object({
  id,
  from: side,
  text: z.string(),
  /** Signed for the reader; they expire within minutes. */
  pictures: z.array(z.string()),
  created_at: instant,
})
export type ConversationMessage = z.output<typeof conversationMessage>

export const listConversations = endpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/conversations',
  who: 'user',
  summary: "The caller's own conversations with support, most recently written first",
  limit: 'poll',
  query: z.strictObject({ cursor }),
  reply: z.object({ data: z.array(conversation), next_cursor: nextCursor }),
})

export const readConversation = endpoint({
  name: 'readConversation',
  method: 'GET',
  path: '/conversations/{id}',
  who: 'user',
  summary: "One of the caller's own conversations with its messages, newest first",
  limit: 'poll',
  params: z.strictObject({ id: pathId }),
  query: z.strictObject({ cursor }),
  reply: z.object({ conversation, data: z.array(conversationMessage), next_cursor: nextCursor }),
})

const words = {
  text: messageText,
  /** Links returned by `uploadImage`. */
  pictures: z.optional(
    z
      .array(z.string().check(z.maxLength(500)))
      .check(z.maxLength(MESSAGE_PICTURES_MAX, complaint('too_many', { max: MESSAGE_PICTURES_MAX }))),
  ),
}

export const startConversation = endpoint({
  name: 'startConversation',
  method: 'POST',
  path: '/conversations',
  who: 'user',
  summary: 'Write to support about something new, or about one of the caller’s own records',
  idempotent: true,
  limit: 'message',
  refusals: ['too_many_conversations', 'images_required'],
  body: z.strictObject({ ...words, about: z.optional(about) }),
  reply: conversation,
  status: 201,
})

export const writeMessage = endpoint({
  name: 'writeMessage',
  method: 'POST',
  path: '/conversations/{id}/messages',
  who: 'user',
  summary: "Add a message to the caller's own conversation; a closed one opens again",
  idempotent: true,
  limit: 'message',
  refusals: ['images_required'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject(words),
  reply: conversationMessage,
  status: 201,
})

export const markConversationRead = endpoint({
  name: 'markConversationRead',
  method: 'POST',
  path: '/conversations/{id}/read',
  who: 'user',
  summary: 'Mark the answers up to a message, and the notices about them, as read',
  limit: 'read',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ message: id }),
})

// Visitors, and people whose account is deactivated.

const token = text({ max: 200 })

export const contactSupport = endpoint({
  name: 'contactSupport',
  method: 'POST',
  path: '/contact',
  who: 'anyone',
  limit: 'contact',
  summary: 'Write to support without an account; the message waits until a mailed link has confirmed the address',
  body: z.strictObject({ name, email, message: messageText }),
  reply: z.object({ email: z.string() }),
  status: 201,
})

const waitingMessage = z.object({ id, name: z.string(), text: z.string(), created_at: instant })

export const waitingContact = endpoint({
  name: 'waitingContact',
  method: 'POST',
  path: '/contact/waiting',
  who: 'anyone',
  limit: 'read',
  summary: 'The messages that wait until a mailed link has confirmed their address',
  refusals: ['contact_link_dead'],
  body: z.strictObject({ token }),
  reply: z.object({ email: z.string(), data: z.array(waitingMessage) }),
})

export const confirmContact = endpoint({
  name: 'confirmContact',
  method: 'POST',
  path: '/contact/confirm',
  who: 'anyone',
  limit: 'login',
  summary: 'Confirm the address by a mailed link: the chosen messages reach support, the others are deleted',
  refusals: ['contact_link_dead', 'too_many_conversations'],
  body: z.strictObject({ token, messages: z.array(id).check(z.maxLength(20)) }),
  reply: z.object({ sent: z.int() }),
})

export const readContact = endpoint({
  name: 'readContact',
  method: 'POST',
  path: '/contact/conversation',
  who: 'anyone',
  limit: 'poll',
  summary: 'The conversation behind the link of a mailed answer, newest message first',
  refusals: ['contact_link_dead'],
  body: z.strictObject({ token }),
  reply: z.object({ state: conversationState, data: z.array(conversationMessage) }),
})

export const replyToContact = endpoint({
  name: 'replyToContact',
  method: 'POST',
  path: '/contact/reply',
  who: 'anyone',
  limit: 'message',
  summary: 'Add a message to the conversation behind the link of a mailed answer',
  refusals: ['contact_link_dead'],
  body: z.strictObject({ token, text: messageText }),
  reply: conversationMessage,
  status: 201,
})
