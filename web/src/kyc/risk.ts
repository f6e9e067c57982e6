import type { KycFlag, KycRequest } from '@bittkosh/contract/kyc'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RiskFact } from '../requests/Strip.tsx'

export function useKycRisk({ rejected_before: rejected, pending_ids: ids }: KycRequest): RiskFact[] {
  const { t } = useLingui()
  const flags = ids.flatMap((id) => id.flags)
  const isSeen = flags.includes('seen_before')
  const isOdd = flags.some((flag) => flag !== 'seen_before')
  const times = plural(rejected, { one: 'once', other: '# times' })
  return [
    { label: t`Rejected before`, value: rejected === 0 ? t`never` : times, isUnusual: rejected > 0 },
    { label: t`Number`, value: isOdd ? t`looks mistyped` : t`well formed`, isUnusual: isOdd },
    { label: t`With other users`, value: isSeen ? t`seen before` : t`seen nowhere else`, isUnusual: isSeen },
  ]
}

/** What is unusual about a document, as text. */
export function useKycWarnings(): (flags: readonly KycFlag[]) => string[] {
  const { t } = useLingui()
  const sentences: Record<KycFlag, string> = {
    seen_before: t`Seen before: this number was submitted by another user and rejected.`,
    check_digit: t`The check digit doesn’t match: a typing mistake or a made-up number.`,
    holder_letter: t`The fourth letter shows that the holder is not a person.`,
  }
  return (flags) => flags.map((flag) => sentences[flag])
}
