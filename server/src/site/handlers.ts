import * as calls from '@bittkosh/contract/site'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route } from '../platform/http/http.ts'
import { describeSite } from './actions.ts'

export const routes: Route[] = [read(calls.getSite, getSite)]

export async function getSite(
  { settings, at }: Call<typeof calls.getSite>,
  db: Db,
): Promise<Answer<typeof calls.getSite>> {
  return describeSite(settings, db, at)
}
