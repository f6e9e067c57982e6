import { createUpcoming, deleteUpcoming, listUpcomings, updateUpcoming } from '@bittkosh/contract/upcomings'
import { demandUnchanged, record } from '../audit/actions.ts'
import { read, type Route, write } from '../platform/http.ts'
import { refuse } from '../platform/refuse.ts'
import { allUpcomings, changeUpcoming, insertUpcoming, lockUpcoming, removeUpcoming } from './queries.ts'

export const routes: Route[] = [
  read(listUpcomings, (_call, db) => allUpcomings(db)),

  write(createUpcoming, async ({ body, user, at, address }, tx) => {
    const written = { title: body.title, link: body.link ?? null }
    const upcoming = await insertUpcoming(tx, at, written)
    const act = { admin: user.id, action: 'upcoming added', subject: 'upcoming', subjectId: upcoming.id, address }
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
    const act = { admin: user.id, action: 'upcoming changed', subject: 'upcoming', subjectId: before.id, address }
    await record(tx, at, { ...act, before: { title: before.title, link: before.link }, after: written })
    return { ...before, ...written, updated_at: at }
  }),

  write(deleteUpcoming, async ({ params, user, at, address }, tx) => {
    const before = await lockUpcoming(tx, params.id)
    if (!before) return refuse('not_found')
    await removeUpcoming(tx, before.id)
    const act = { admin: user.id, action: 'upcoming deleted', subject: 'upcoming', subjectId: before.id, address }
    await record(tx, at, { ...act, before: { title: before.title, link: before.link } })
  }),
]
