import type { About } from '@bittkosh/contract/support'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A record's name for its person, by its public number ('Deposit K7Q2M9XR4T'), and for the team without one ('Deposit #12'). */
export function aboutName(about: About, i18n: I18n, number?: string | null): string {
  const name = number ?? `#${about.id}`
  switch (about.kind) {
    case 'deposit':
      return i18n._(msg`Deposit ${name}`)
    case 'withdrawal':
      return i18n._(msg`Withdrawal ${name}`)
    case 'transfer':
      return i18n._(msg`BittPay transfer ${name}`)
    case 'investment':
      return i18n._(msg`Investment ${name}`)
    case 'flexible':
      return i18n._(msg`Earn movement ${name}`)
    case 'adjustment':
      return i18n._(msg`Adjustment ${name}`)
    case 'kyc':
      return i18n._(msg`KYC document ${name}`)
    default:
      return about.kind satisfies never
  }
}

/** The record that an address names ('deposit-12'); null for anything else. */
export function readAbout(text: string | undefined): About | null {
  const [, kind, id] =
    /^(deposit|withdrawal|transfer|investment|flexible|adjustment|kyc)-([1-9]\d{0,8})$/.exec(text ?? '') ?? []
  return kind ? { kind: kind as About['kind'], id: Number(id) } : null // one of those in the pattern
}
