/** The whole life of a record, for admins: asked, claimed, proposed, decided, taken back, and what the person was told. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, pathId } from './shapes.ts'

/** The records that have a life worth telling. */
export const lifeKinds = ['deposit', 'withdrawal', 'kyc', 'transfer'] as const
export type LifeKind = (typeof lifeKinds)[number]

export const lifeStep = z.object({
  at: instant,
  what: z.enum(['asked', 'ended', 'act', 'proposal', 'notice', 'mail', 'sms']),
  /** In the reader's language; of a mail only its kind, never what it says. */
  text: z.string(),
  /** The admin who did it. */
  by: z.nullable(z.string()),
  /** The admin who approved it, if it needed a second one. */
  approved_by: z.nullable(z.string()),
  /** Of a mail or short message: whether it has left. */
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
    'What happened to a record and what its person was told of it, oldest first; sent messages while they are kept',
  params: z.strictObject({ kind: z.enum(lifeKinds), id: pathId }),
  reply: z.object({ data: z.array(lifeStep) }),
})
