import { useLingui } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { ButtonLink } from './Button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The public number of the record in the address. */
    aboutNumber?: string | null
  }
}

type AskAboutProps = {
  kind: 'deposit' | 'withdrawal' | 'transfer' | 'investment' | 'flexible' | 'adjustment' | 'kyc'
  id: number
  /** The number on its receipt; an identity document has none. */
  number?: string | null
}

/** Links to support, about a record of the reader's own. */
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
