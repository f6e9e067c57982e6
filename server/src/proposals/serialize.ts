import type { Language } from '@bittkosh/contract/language'
import type { Proposal } from '@bittkosh/contract/proposals'
import type { Settings } from '@bittkosh/contract/settings'
import { hindiSentence } from '@bittkosh/contract/refusals.hi'
import { proposalText } from '@bittkosh/contract/words/proposals'
import type { ProposalRow, Reader, RefusedText } from './queries.ts'
import { judgeDeciding, judgeWithdrawing } from './rules.ts'

type ReaderContext = { reader: Reader; language: Language; settings: Settings }

export function serialize(row: ProposalRow, { reader, language, settings }: ReaderContext): Proposal {
  const { call: _call, permissions: _may, sealed_input: _sealed, refused: _refused, requested, largest, ...rest } = row
  const { action, subject, subject_id: id, ...shown } = rest
  const { amount } = row
  const limit = settings.rupees('unusual_amount_above')
  return {
    ...shown,
    act: action,
    record: { kind: subject, id },
    body: proposalText(language, row),
    amount_facts: row.status === 'open' && amount !== null ? { amount, requested, largest, limit } : null,
    reason: row.refused ? sentenceOf(row.refused, language) : row.reason,
    is_own: 'fine' in judgeWithdrawing(reader, row),
    may_decide: row.status === 'open' && 'fine' in judgeDeciding(reader, row),
  }
}

export function sentenceOf({ code, params, message }: RefusedText, language: Language): string {
  return (language === 'hi' && hindiSentence(code, params)) || message
}
