/** The usual reasons of a rejection as the user reads them. Each room's stand in a file of their own: its page loads no others. */
import type { Language } from '../language.ts'
import type { Reason, Rejection } from '../reasons.ts'
import { depositReasonWords } from './depositReasons.ts'
import { kycReasonWords } from './kycReasons.ts'
import { withdrawalReasonWords } from './withdrawalReasons.ts'

export const reasonWords: Record<Language, Record<Reason, string>> = {
  en: { ...depositReasonWords.en, ...withdrawalReasonWords.en, ...kycReasonWords.en },
  hi: { ...depositReasonWords.hi, ...withdrawalReasonWords.hi, ...kycReasonWords.hi },
}

export function isReason(code: unknown): code is Reason {
  return typeof code === 'string' && Object.hasOwn(reasonWords.en, code)
}

/** The reason for the reader: the usual one in their language, then the admin's own text as it was typed. */
export function reasonText(language: Language, { preset, note }: Rejection): string | null {
  return [preset && reasonWords[language][preset], note].filter(Boolean).join(' ') || null
}
