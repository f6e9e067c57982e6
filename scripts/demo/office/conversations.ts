/** Conversations that the team has handled: one of each state, besides those that `../conversations.ts` writes by the thousand. */
import { sql } from '../../../server/src/platform/database/sql.ts'
import { asked } from '../conversations.ts'
import { type Caller, countOf, type Desk, pickPeople, share } from './desk.ts'
import type { Team } from './team.ts'

const OF_EACH = [1, 10] as const

type Begun = { id: number; person: Caller; question: string; answer: string }

/** `card`: the picture that some attach. */
export async function holdConversations(
  desk: Desk,
  { support }: Team,
  { total, card }: { total: number; card: Buffer },
): Promise<void> {
  const answer = async ({ id, answer: text }: Begun, close: boolean): Promise<number> => {
    const path = `/admin/conversations/${id}`
    const { data } = await desk.call<{ data: { id: number }[] }>(support, { method: 'GET', path })
    const body = { text, seen: data[0]?.id, close }
    return (await desk.call<{ id: number }>(support, { method: 'POST', path: `${path}/messages`, body })).id
  }
  const kinds: { there: ReturnType<typeof sql>; pictured?: boolean; goOn: (begun: Begun) => Promise<unknown> }[] = [
    {
      // waits for an answer, with a picture
      there: sql`c.status = 'open' and exists (select from conversation_messages m
                                                where m.conversation_id = c.id and m.pictures <> '{}')`,
      pictured: true,
      goOn: async () => {},
    },
    {
      there: sql`c.status = 'open' and c.assigned_to is not null`,
      goOn: ({ id }) =>
        desk.call(support, {
          method: 'PUT',
          path: `/admin/conversations/${id}/assignment`,
          body: { admin: support.id },
        }),
    },
    {
      // answered; the person has not read it
      there: sql`c.status = 'waiting' and c.assigned_to is not null and c.read_until < c.last_message`,
      goOn: (begun) => answer(begun, false),
    },
    {
      there: sql`c.status = 'waiting' and c.assigned_to is not null and c.read_until = c.last_message`,
      goOn: async (begun) => {
        const message = await answer(begun, false)
        const path = `/conversations/${begun.id}/read`
        await desk.call(begun.person, { method: 'POST', path, body: { message } })
      },
    },
    { there: sql`c.status = 'closed' and c.assigned_to is not null`, goOn: (begun) => answer(begun, true) },
  ]
  const wanted = share(total, 2_000, OF_EACH)
  for (const [n, { there, pictured = false, goOn }] of kinds.entries()) {
    const people = await pickPeople(desk.db, {
      where: sql`not exists (select from conversations c where c.user_id = u.id)`,
      limit: Math.max(0, wanted - (await countOf(desk.db, sql`conversations c where ${there}`))),
      salt: `conversations ${n}`,
    })
    for (const { id } of people) {
      const person = { id, role: 'user' } as const
      const [question, words] = asked[(id + n) % asked.length] ?? asked[0]
      const pictures = pictured ? [await desk.upload(person, card)] : []
      const body = { text: question, pictures }
      const begun = await desk.call<{ id: number }>(person, { method: 'POST', path: '/conversations', body })
      await goOn({ id: begun.id, person, question, answer: words })
    }
  }
}
