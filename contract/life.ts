/** A record's whole life, for admins: requested, claimed, proposed, decided, reversed, and the messages to its person. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, pathId } from './shapes.ts'

/** The kinds of record whose life can be listed. */
const lifeKinds = ['deposit', 'withdrawal', 'kyc', 'transfer'] as const
export type LifeKind = (typeof lifeKinds)[number]

export const lifeStep = z.object({
  at: instant,
  what: z.enum(['asked', 'ended', 'act', 'proposal', 'notice', 'mail', 'sms']),
  /** In the reader's language; for a mail only its kind, never its content. */
  text: z.string(),
  /** The admin who did it. */
  by: z.nullable(z.string()),
  /** The admin who approved it, if it needed a second one. */
  approved_by: z.nullable(z.string()),
  /** Whether a mail or short message has been sent; null for other events. */
  sending: z.nullable(z.enum(['sent', 'waiting', 'failed'])),
})
export type LifeStep = z.output<typeof lifeStep>

export const recordLife = endpoint({
  name: 'recordLife',
  method: 'GET',
  path: '/admin/records/{kind}/{id}/life',
  who: 'admin',
  permission: ['records.read', 'kyc.read'],
  summary:
    'The history of a record and the messages to its person, oldest first; sent messages are listed while they are kept',
  params: z.strictObject({ kind: z.enum(lifeKinds), id: pathId }),
  reply: z.object({ data: z.array(lifeStep) }),
})
