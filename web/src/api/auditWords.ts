import { actionWords, subjectWords } from '@bittkosh/contract/audit.hi'
import { i18n } from '@lingui/core'

/** An act of the audit log, and the kind of a record, in the page's language: 'deposit approved', 'deposit'. */
export function auditWord(word: string): string {
  const hindi: Readonly<Record<string, string>> = { ...subjectWords, ...actionWords }
  return i18n.locale === 'hi' ? (hindi[word] ?? word) : word
}
