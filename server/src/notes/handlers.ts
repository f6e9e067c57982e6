import * as calls from '@bittkosh/contract/notes'
import type { NotedKind } from '@bittkosh/contract/notes'
import { record } from '../audit/actions.ts'
import { pageByKey, readIdCursor } from '../platform/http/cursor.ts'
import { type Answer, type Call, type DbOf, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refuse.ts'
import {
  type NoteSubject,
  assign,
  holdAdmin,
  holdOwner,
  insertNote,
  marksAbout,
  notesAbout,
  ownerOf,
  setFlag,
} from './queries.ts'

export const routes: Route[] = [
  read(calls.listNotes, listNotes),
  write(calls.addNote, addNote),
  write(calls.flagRecord, flagRecord),
  write(calls.assignRecord, assignRecord),
]

const PAGE = 20

export async function listNotes(
  { params, query }: Call<typeof calls.listNotes>,
  db: DbOf<typeof calls.listNotes>,
): Promise<Answer<typeof calls.listNotes>> {
  const before = readIdCursor(query.cursor)
  const { user, isClosed } = (await ownerOf(db, params)) ?? refuse(db, 'not_found')
  const about: NoteSubject = { ...params, user }
  const [rows, marks] = await Promise.all([notesAbout(db, about, { before, limit: PAGE + 1 }), marksAbout(db, about)])
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.id] })
  return { data: page, next_cursor, ...marks, is_closed: isClosed }
}

export async function addNote(
  call: Call<typeof calls.addNote>,
  tx: TxOf<typeof calls.addNote>,
): Promise<Answer<typeof calls.addNote>> {
  const about = await requireAbout(tx, call.params)
  const note = await insertNote(tx, about, { text: call.body.text, admin: call.user.id, at: call.at })
  // The log is permanent, but a note is erased with the account it is about.
  record(tx, call, { action: 'note added', subject: about.subject, subjectId: about.id })
  return note
}

export async function flagRecord(
  call: Call<typeof calls.flagRecord>,
  tx: TxOf<typeof calls.flagRecord>,
): Promise<Answer<typeof calls.flagRecord>> {
  const { params, body, user: admin, at } = call
  const about = await requireAbout(tx, params)
  const { kind, is_set: isSet } = body
  if (await setFlag(tx, about, { kind, isSet, admin: admin.id, at })) {
    const action = isSet ? 'flag set' : 'flag removed'
    const changes = { [isSet ? 'after' : 'before']: { flag: kind } }
    record(tx, call, { action, subject: about.subject, subjectId: about.id, ...changes })
  }
  return marksAbout(tx, about)
}

export async function assignRecord(
  call: Call<typeof calls.assignRecord>,
  tx: TxOf<typeof calls.assignRecord>,
): Promise<Answer<typeof calls.assignRecord>> {
  const { params, body, user: admin, at } = call
  const about = await requireAbout(tx, params)
  if (body.admin !== null && !(await holdAdmin(tx, body.admin)))
    return refuse(tx, { code: 'not_assignable', field: 'admin' })
  const { assigned } = await marksAbout(tx, about)
  if (body.admin !== (assigned?.to.id ?? null)) {
    await assign(tx, about, { to: body.admin, admin: admin.id, at })
    const changes = { before: { assigned_to: assigned?.to.id ?? null }, after: { assigned_to: body.admin } }
    record(tx, call, { action: 'assignment changed', subject: about.subject, subjectId: about.id, ...changes })
  }
  return marksAbout(tx, about)
}

async function requireAbout(tx: Tx<'not_found'>, params: { subject: NotedKind; id: number }): Promise<NoteSubject> {
  return { ...params, user: (await holdOwner(tx, params)) ?? refuse(tx, 'not_found') }
}
