import * as calls from '@bittkosh/contract/calendar'
import { dayOf } from '@bittkosh/contract/time'
import { record } from '../audit/actions.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { accept } from '../platform/http/refuse.ts'
import { lockTrustedDate, readTrustedDate, trustDate } from './queries.ts'
import { judgeConfirmation } from './rules.ts'

export const routes: Route[] = [read(calls.readDate, readDate), write(calls.confirmDate, confirmDate)]

export async function readDate(_call: Call<typeof calls.readDate>, db: Db): Promise<Answer<typeof calls.readDate>> {
  const known = await readTrustedDate(db)
  return {
    trusted_day: known ? dayOf(known.trustedAt) : null,
    doubted_day: known?.askedAt ? dayOf(known.askedAt) : null,
  }
}

export async function confirmDate(
  call: Call<typeof calls.confirmDate>,
  tx: TxOf<typeof calls.confirmDate>,
): Promise<Answer<typeof calls.confirmDate>> {
  const { day } = call.body
  const known = await lockTrustedDate(tx)
  const { trustedAt } = accept(tx, judgeConfirmation({ day, doubtedAt: known?.askedAt ?? null }))
  await trustDate(tx, trustedAt, { endsDoubt: true })
  const subjectId = Number(day.replaceAll('-', ''))
  record(tx, call, { action: 'date confirmed', subject: 'business day', subjectId })
  return { trusted_day: day, doubted_day: null }
}
