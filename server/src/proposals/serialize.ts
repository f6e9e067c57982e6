import type { Language } from '@bittkosh/contract/language'
import type { Proposal } from '@bittkosh/contract/proposals'
import { hindiSentence } from '@bittkosh/contract/refusals.hi'
import type { ProposalRow, Reader, RefusedText } from './queries.ts'
import { mayDecide } from './rules.ts'

type Reading = { reader: Reader; language: Language }

export function serialize(row: ProposalRow, { reader, language }: Reading): Proposal {
  const { call: _call, permissions, sealed_input: _sealed, refused: _refused, ...shown } = row
  const isOwn = row.made_by.id === reader.id
  return {
    ...shown,
    reason: row.refused ? sentenceOf(row.refused, language) : row.reason,
    is_own: isOwn,
    may_decide: row.status === 'open' && !isOwn && mayDecide(permissions, reader),
  }
}

export function sentenceOf({ code, params, message }: RefusedText, language: Language): string {
  return (language === 'hi' && hindiSentence(code, params)) || message
}
