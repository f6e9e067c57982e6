import {
  createUpcoming,
  deleteUpcoming,
  exportUpcomings,
  listUpcomings,
  type Upcoming,
  updateUpcoming,
} from '@bittkosh/contract/upcomings'
import { type Act, demandUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import { read, type Route, stages, write } from '../platform/http.ts'
import { refuse } from '../platform/refuse.ts'
import { allUpcomings, changeUpcoming, insertUpcoming, lockUpcoming, removeUpcoming } from './queries.ts'

export const routes: Route[] = [
  read(listUpcomings, async (_call, db) => (await allUpcomings().execute(db)).rows),

  stages(exportUpcomings, (call) =>
    exportList(call, {
      list: 'upcomings',
      subject: 'upcoming',
      filter: {},
      rows: allUpcomings(),
      columns: exportColumns,
    }),
  ),

  write(createUpcoming, async ({ body, user, at, address }, tx) => {
    const written = { title: body.title, link: body.link ?? null }
    const upcoming = await insertUpcoming(tx, at, written)
    const act: Act = { admin: user.id, action: 'upcoming added', subject: 'upcoming', subjectId: upcoming.id, address }
    await record(tx, at, { ...act, after: written })
    return upcoming
  }),

  write(updateUpcoming, async ({ params, body, user, at, address }, tx) => {
    const before = await lockUpcoming(tx, params.id)
    if (!before) return refuse('not_found')
    const written = { title: body.title, link: body.link ?? null }
    const { previous_updated_at: openedWith } = body
    await demandUnchanged(tx, at, { subject: 'upcoming', id: before.id, openedWith, updatedAt: before.updated_at })
    await changeUpcoming(tx, at, before.id, written)
    const act: Act = { admin: user.id, action: 'upcoming changed', subject: 'upcoming', subjectId: before.id, address }
    await record(tx, at, { ...act, before: { title: before.title, link: before.link }, after: written })
    return { ...before, ...written, updated_at: at }
  }),

  write(deleteUpcoming, async ({ params, user, at, address }, tx) => {
    const before = await lockUpcoming(tx, params.id)
    if (!before) return refuse('not_found')
    await removeUpcoming(tx, before.id)
    const act: Act = { admin: user.id, action: 'upcoming deleted', subject: 'upcoming', subjectId: before.id, address }
    await record(tx, at, { ...act, before: { title: before.title, link: before.link } })
  }),
]

const exportColumns: ExportColumns<Upcoming> = {
  id: (upcoming) => upcoming.id,
  title: (upcoming) => upcoming.title,
  link: (upcoming) => upcoming.link,
  created_at: (upcoming) => upcoming.created_at,
  updated_at: (upcoming) => upcoming.updated_at,
}
