import * as calls from '@bittkosh/contract/site'
import { samplePages } from '@bittkosh/contract/words/samplePages'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route } from '../platform/http/http.ts'
import { describeSite } from './actions.ts'

export const routes: Route[] = [read(calls.getSite, getSite), read(calls.getSitePage, getSitePage)]

export async function getSite(
  { settings, at, language }: Call<typeof calls.getSite>,
  db: Db,
): Promise<Answer<typeof calls.getSite>> {
  return describeSite(db, { settings, at, language })
}

/** English replaces missing Hindi, and the sample replaces a missing text. */
export async function getSitePage({
  params: { page },
  query: { language: asked = 'en' },
  settings,
}: Call<typeof calls.getSitePage>): Promise<Answer<typeof calls.getSitePage>> {
  const own = { en: settings.text(`${page}_en`), hi: settings.text(`${page}_hi`) }
  if (own[asked] !== '') return { text: own[asked], language: asked, is_sample: false }
  if (own.en !== '') return { text: own.en, language: 'en', is_sample: false }
  return { text: samplePages[page][asked], language: asked, is_sample: true }
}
