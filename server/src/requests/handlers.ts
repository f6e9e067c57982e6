import * as calls from '@bittkosh/contract/requests'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route } from '../platform/http/http.ts'
import { medianWaits } from './queries.ts'

export const routes: Route[] = [read(calls.usualWaits, usualWaits)]

export async function usualWaits(
  _call: Call<typeof calls.usualWaits>,
  db: Db,
): Promise<Answer<typeof calls.usualWaits>> {
  return medianWaits(db)
}
