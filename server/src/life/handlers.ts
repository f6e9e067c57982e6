import type { Language } from '@bittkosh/contract/language'
import * as calls from '@bittkosh/contract/life'
import type { LifeKind, LifeStep } from '@bittkosh/contract/life'
import { type NoticeKind, type NoticeValues, notices } from '@bittkosh/contract/notices'
import { actText } from '@bittkosh/contract/words/audit'
import { lifeWords } from '@bittkosh/contract/words/life'
import { noticeWords } from '@bittkosh/contract/words/notices'
import { requirePermission } from '../platform/http/caller.ts'
import { type Answer, type Call, type DbOf, read, type Route } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { type StoredStep, stepsOf } from './queries.ts'

export const routes: Route[] = [read(calls.recordLife, recordLife)]

export async function recordLife(
  call: Call<typeof calls.recordLife>,
  db: DbOf<typeof calls.recordLife>,
): Promise<Answer<typeof calls.recordLife>> {
  const { params, language, at } = call
  requirePermission(call, params.kind === 'kyc' ? 'kyc.read' : 'records.read')
  const steps = await stepsOf(db, { ...params, now: at })
  if (steps.length === 0) return refuse(db, 'not_found')
  return { data: steps.map((step) => serialize(step, { kind: params.kind, language })) }
}

type Reader = { kind: LifeKind; language: Language }

function serialize(step: StoredStep, reader: Reader): LifeStep {
  const { at, what, by, approved_by, sending } = step
  return { at, what, by, approved_by, sending, text: textOf(step, reader) }
}

function textOf({ what, code, outcome, values }: StoredStep, { kind, language }: Reader): string {
  const words = lifeWords[language]
  switch (what) {
    case 'asked':
      return words.asked[kind]
    case 'ended':
      return words.ended[code as keyof typeof words.ended] // the statement selects only these states as ends
    case 'act':
      return capital(actText(language, code ?? ''))
    case 'proposal':
      return words.proposal[outcome ?? 'made'](actText(language, code ?? ''))
    case 'notice':
      return words.notice(noticeTitle(language, code as NoticeKind, values)) // only the kinds for the record's subject
    case 'mail':
    case 'sms':
      return words[what](words.message[code as keyof typeof words.message]) // only these kinds name a record
    default:
      return what satisfies never
  }
}

function noticeTitle<K extends NoticeKind>(language: Language, kind: K, stored: unknown): string {
  return noticeWords[language][kind](notices[kind].values.parse(stored) as NoticeValues[K]).title
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
