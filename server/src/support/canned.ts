/** The team's saved answers, in both languages. */
import * as calls from '@bittkosh/contract/inbox'
import type { CannedAnswer } from '@bittkosh/contract/inbox'
import { record, requireUnchanged } from '../audit/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type Answer, type Call, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { refuse, refusing } from '../platform/http/refuse.ts'

export const cannedRoutes: Route[] = [
  read(calls.listCannedAnswers, listCannedAnswers),
  write(calls.createCannedAnswer, createCannedAnswer),
  write(calls.changeCannedAnswer, changeCannedAnswer),
  write(calls.deleteCannedAnswer, deleteCannedAnswer),
]

const columns = sql`id, title, text_en, text_hi, created_at, updated_at`
const onForm = { canned_title_taken: 'title' } as const

export async function listCannedAnswers(
  _call: Call<typeof calls.listCannedAnswers>,
  db: Db,
): Promise<Answer<typeof calls.listCannedAnswers>> {
  const { rows } = await sql<CannedAnswer>`select ${columns} from canned_answers order by title, id`.execute(db)
  return rows
}

export async function createCannedAnswer(
  call: Call<typeof calls.createCannedAnswer>,
  tx: TxOf<typeof calls.createCannedAnswer>,
): Promise<Answer<typeof calls.createCannedAnswer>> {
  const { body, at } = call
  const insert = sql<CannedAnswer>`
    insert into canned_answers (title, text_en, text_hi, created_at)
    values (${body.title}, ${body.text_en}, ${body.text_hi}, ${at})
    returning ${columns}`
  const { rows } = await refusing(tx, onForm, insert.execute(tx))
  const answer = onlyRow(rows, 'an answer')
  record(tx, call, {
    action: 'canned answer created',
    subject: 'canned answer',
    subjectId: answer.id,
    after: wordsOf(answer),
  })
  return answer
}

export async function changeCannedAnswer(
  call: Call<typeof calls.changeCannedAnswer>,
  tx: TxOf<typeof calls.changeCannedAnswer>,
): Promise<Answer<typeof calls.changeCannedAnswer>> {
  const { params, body, at } = call
  const before = (await lockAnswer(tx, params.id)) ?? refuse(tx, 'not_found')
  const { previous_updated_at: openedWith } = body
  await requireUnchanged(tx, at, { subject: 'canned answer', id: before.id, openedWith, updatedAt: before.updated_at })
  const update = sql<CannedAnswer>`
    update canned_answers set title = ${body.title}, text_en = ${body.text_en}, text_hi = ${body.text_hi}, updated_at = ${at}
     where id = ${before.id}
    returning ${columns}`
  const { rows } = await refusing(tx, onForm, update.execute(tx))
  const answer = onlyRow(rows, 'an answer')
  record(tx, call, {
    action: 'canned answer changed',
    subject: 'canned answer',
    subjectId: answer.id,
    before: wordsOf(before),
    after: wordsOf(answer),
  })
  return answer
}

export async function deleteCannedAnswer(
  call: Call<typeof calls.deleteCannedAnswer>,
  tx: TxOf<typeof calls.deleteCannedAnswer>,
): Promise<Answer<typeof calls.deleteCannedAnswer>> {
  const before = (await lockAnswer(tx, call.params.id)) ?? refuse(tx, 'not_found')
  await sql`delete from canned_answers where id = ${before.id}`.execute(tx)
  record(tx, call, {
    action: 'canned answer deleted',
    subject: 'canned answer',
    subjectId: before.id,
    before: wordsOf(before),
  })
}

async function lockAnswer(tx: Tx, id: number): Promise<CannedAnswer | undefined> {
  const { rows } = await sql<CannedAnswer>`select ${columns} from canned_answers where id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

function wordsOf({ title, text_en, text_hi }: CannedAnswer) {
  return { title, text_en, text_hi }
}
