import type { Language } from '@bittkosh/contract/language'
import type { Proposal } from '@bittkosh/contract/proposals'
import { hindiSentence } from '@bittkosh/contract/refusals.hi'
import type { ProposalRow, RefusedText } from './queries.ts'

type Reading = { reader: number; language: Language }

export function serialize(row: ProposalRow, { reader, language }: Reading): Proposal {
  const { call: _call, sealed_input: _sealed, refused: _refused, ...shown } = row
  const isOwn = row.made_by.id === reader
  return {
    ...shown,
    reason: row.refused ? sentenceOf(row.refused, language) : row.reason,
    is_own: isOwn,
    may_decide: row.status === 'open' && !isOwn,
  }
}

export function sentenceOf({ code, params, message }: RefusedText, language: Language): string {
  return (language === 'hi' && hindiSentence(code, params)) || message
}
