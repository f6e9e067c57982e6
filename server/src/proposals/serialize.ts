import type { Language } from '@bittkosh/contract/language'
import type { Proposal } from '@bittkosh/contract/proposals'
import type { Settings } from '@bittkosh/contract/settings'
import { hindiSentence } from '@bittkosh/contract/refusals.hi'
import { proposalText } from '@bittkosh/contract/words/proposals'
import { readIn } from '@bittkosh/contract/twins'
import type { Names, ProposalRow, Reader, RefusedText } from './queries.ts'
import { judgeDeciding, judgeWithdrawing } from './rules.ts'

type ReaderContext = { reader: Reader; language: Language; settings: Settings }

export function serialize(row: ProposalRow, { reader, language, settings }: ReaderContext): Proposal {
  const { call: _call, permissions: _may, sealed_input: _sealed, refused: _refused, requested, largest, ...rest } = row
  const { action, subject, subject_id: id, names, ...shown } = rest
  const named = names ?? namesIn(row)
  const { amount } = row
  const limit = settings.rupees('unusual_amount_above')
  return {
    ...shown,
    act: action,
    record: { kind: subject, id, name: named && readIn(language, named, ['name']).name },
    body: proposalText(language, row),
    amount_facts: row.status === 'open' && amount !== null ? { amount, requested, largest, limit } : null,
    reason: row.refused ? sentenceOf(row.refused, language) : row.reason,
    is_own: 'fine' in judgeWithdrawing(reader, row),
    may_decide: row.status === 'open' && 'fine' in judgeDeciding(reader, row),
  }
}

/** Of a record that does not exist yet, or no longer. A person who has an account is named beside it. */
function namesIn({ acts, action, subject, subject_id: id }: ProposalRow): Names | null {
  const act = acts.find((one) => one.action === action)
  const { name, name_hi } = act?.after ?? act?.before ?? {}
  if (typeof name !== 'string' || (subject === 'user' && id !== null)) return null
  return { name, ...(typeof name_hi === 'string' && { name_hi }) }
}

export function sentenceOf({ code, params, message }: RefusedText, language: Language): string {
  return (language === 'hi' && hindiSentence(code, params)) || message
}
