/** The usual reasons for a rejection as users read them. Each room has its own file, so that its page loads no others. */
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

/** The reason for the reader: the usual one in their language, then the admin's own text as typed. */
export function reasonText(language: Language, { preset, note }: Rejection): string | null {
  return [preset && reasonWords[language][preset], note].filter(Boolean).join(' ') || null
}
