import * as calls from '@bittkosh/contract/upcomings'
import type { Upcoming } from '@bittkosh/contract/upcomings'
import { readIn } from '@bittkosh/contract/twins'
import { requireUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, write, type TxOf } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { allUpcomings, changeUpcoming, insertUpcoming, lockUpcoming, removeUpcoming } from './queries.ts'

export const routes: Route[] = [
  read(calls.listUpcomings, listUpcomings),
  writeInStages(calls.exportUpcomings, exportUpcomings),
  write(calls.createUpcoming, createUpcoming),
  write(calls.updateUpcoming, updateUpcoming),
  write(calls.deleteUpcoming, deleteUpcoming),
]

export async function listUpcomings(
  { user, language }: Call<typeof calls.listUpcomings>,
  db: Db,
): Promise<Answer<typeof calls.listUpcomings>> {
  const { rows } = await allUpcomings().execute(db)
  if (user.role === 'admin') return rows
  return rows.map((row) => {
    const { title_hi: _hindi, ...upcoming } = readIn(language, row, ['title'])
    return upcoming
  })
}

export async function exportUpcomings(
  call: Call<typeof calls.exportUpcomings>,
): Promise<Answer<typeof calls.exportUpcomings>> {
  return exportList(call, {
    list: 'upcomings',
    subject: 'upcoming',
    filter: {},
    rows: allUpcomings(),
    columns: exportColumns,
  })
}

export async function createUpcoming(
  call: Call<typeof calls.createUpcoming>,
  tx: Tx,
): Promise<Answer<typeof calls.createUpcoming>> {
  const { title, title_hi = '', link = null } = call.body
  const written = { title, title_hi, link }
  const upcoming = await insertUpcoming(tx, call.at, written)
  record(tx, call, { action: 'upcoming added', subject: 'upcoming', subjectId: upcoming.id, after: written })
  return upcoming
}

export async function updateUpcoming(
  call: Call<typeof calls.updateUpcoming>,
  tx: TxOf<typeof calls.updateUpcoming>,
): Promise<Answer<typeof calls.updateUpcoming>> {
  const { params, body, at } = call
  const before = (await lockUpcoming(tx, params.id)) ?? refuse(tx, 'not_found')
  const written = { title: body.title, title_hi: body.title_hi ?? before.title_hi, link: body.link ?? null }
  const { previous_updated_at: openedWith } = body
  await requireUnchanged(tx, at, { subject: 'upcoming', id: before.id, openedWith, updatedAt: before.updated_at })
  await changeUpcoming(tx, at, before.id, written)
  const changes = { before: writtenOf(before), after: written }
  record(tx, call, { action: 'upcoming changed', subject: 'upcoming', subjectId: before.id, ...changes })
  return { ...before, ...written, updated_at: at }
}

export async function deleteUpcoming(
  call: Call<typeof calls.deleteUpcoming>,
  tx: TxOf<typeof calls.deleteUpcoming>,
): Promise<Answer<typeof calls.deleteUpcoming>> {
  const before = (await lockUpcoming(tx, call.params.id)) ?? refuse(tx, 'not_found')
  await removeUpcoming(tx, before.id)
  record(tx, call, { action: 'upcoming deleted', subject: 'upcoming', subjectId: before.id, before: writtenOf(before) })
}

function writtenOf({ title, title_hi = '', link }: Upcoming) {
  return { title, title_hi, link }
}

const exportColumns: ExportColumns<Upcoming> = {
  id: (upcoming) => upcoming.id,
  title: (upcoming) => upcoming.title,
  title_hi: (upcoming) => upcoming.title_hi ?? '',
  link: (upcoming) => upcoming.link,
  created_at: (upcoming) => upcoming.created_at,
  updated_at: (upcoming) => upcoming.updated_at,
}
