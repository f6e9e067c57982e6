import { useLingui } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { ButtonLink } from './Button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The public number of the record that the address names. */
    aboutNumber?: string | null
  }
}

type AskAboutProps = {
  kind: 'deposit' | 'withdrawal' | 'transfer' | 'investment' | 'kyc'
  id: number
  /** As its receipt has it; an identity document has none. */
  number?: string | null
}

/** Leads to support with a record of the reader's own. */
export function AskAbout({ kind, id, number = null }: AskAboutProps) {
  const { t } = useLingui()
  return (
    <ButtonLink
      to="/support"
      search={{ about: `${kind}-${id}` }}
      state={{ aboutNumber: number }}
      variant="quiet"
      icon={<LifeBuoy size={18} aria-hidden />}
    >{t`Ask about this`}</ButtonLink>
  )
}
