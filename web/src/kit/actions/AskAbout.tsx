import { useLingui } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { ButtonLink } from './Button.tsx'

type AskAboutProps = { kind: 'deposit' | 'withdrawal' | 'transfer' | 'investment' | 'kyc'; id: number }

/** Leads to support with a record of the reader's own. */
export function AskAbout({ kind, id }: AskAboutProps) {
  const { t } = useLingui()
  return (
    <ButtonLink
      to="/support"
      search={{ about: `${kind}-${id}` }}
      variant="quiet"
      icon={<LifeBuoy size={18} aria-hidden />}
    >{t`Ask about this`}</ButtonLink>
  )
}
