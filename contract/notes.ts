/** Admins' internal notes, flags and assignments on people and records. Users never see them. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flagKind } from './marks.ts'
import { cursor, id, instant, nextCursor, note as noteText, pathId, person } from './shapes.ts'

/** The kinds that can have notes: a person, or a record of theirs. */
const notedKind = z.enum(['user', 'deposit', 'withdrawal', 'kyc'])
export type NotedKind = z.output<typeof notedKind>

export const internalNote = z.object({
  id,
  /** What it is about: a note on a record is also listed with its person, and vice versa. */
  subject: notedKind,
  subject_id: id,
  text: z.string(),
  by: z.string(),
  created_at: instant,
})
export type InternalNote = z.output<typeof internalNote>

const flag = z.object({ kind: flagKind, subject: notedKind, subject_id: id, by: z.string(), created_at: instant })
export const noteMarks = z.object({
  flags: z.array(flag),
  assigned: z.nullable(z.object({ to: person, by: z.string(), at: instant })),
})
export type NoteMarks = z.output<typeof noteMarks>

const about = z.strictObject({ subject: notedKind, id: pathId })

export const listNotes = endpoint({
  name: 'listNotes',
  method: 'GET',
  path: '/notes/{subject}/{id}',
  who: 'admin',
  permission: 'people.read',
  summary: "Admins' notes on a person and all their records, or on a record and its person, newest first",
  params: about,
  query: z.strictObject({ cursor }),
  reply: z.extend(noteMarks, {
    data: z.array(internalNote),
    next_cursor: nextCursor,
    /** Whether the account is closed: its notes are erased, and no new ones are accepted. */
    is_closed: z.boolean(),
  }),
})

export const addNote = endpoint({
  name: 'addNote',
  method: 'POST',
  path: '/notes/{subject}/{id}',
  who: 'admin',
  permission: 'notes.write',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Add a note; the audit log records that it exists, not its text',
  idempotent: true,
  params: about,
  body: z.strictObject({ text: noteText }),
  reply: internalNote,
  status: 201,
})

export const flagRecord = endpoint({
  name: 'flagRecord',
  method: 'PUT',
  path: '/notes/{subject}/{id}/flags',
  who: 'admin',
  permission: 'notes.write',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Set or remove a flag',
  params: about,
  body: z.strictObject({ kind: flagKind, is_set: z.boolean() }),
  reply: noteMarks,
})

export const assignRecord = endpoint({
  name: 'assignRecord',
  method: 'PUT',
  path: '/notes/{subject}/{id}/assignment',
  who: 'admin',
  permission: 'notes.write',
  freshCode: 'never',
  fourEyes: 'never',
  summary: 'Assign it to an admin; null for nobody',
  refusals: ['not_assignable'],
  params: about,
  body: z.strictObject({ admin: z.nullable(id) }),
  reply: noteMarks,
})
