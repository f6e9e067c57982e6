import type { ConversationState } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../kit/page/Chip.tsx'

/** Whose turn it is, worded for the reader's side. */
export function StateChip({ state, reader }: { state: ConversationState; reader: 'person' | 'support' }) {
  const { t } = useLingui()
  const isPerson = reader === 'person'
  switch (state) {
    case 'open':
      return <Chip tone="pending">{isPerson ? t`Waiting for our answer` : t`Waiting for an answer`}</Chip>
    case 'waiting':
      return <Chip tone={isPerson ? 'gain' : 'neutral'}>{t`Answered`}</Chip>
    case 'closed':
      return <Chip>{t`Closed`}</Chip>
    default:
      return state satisfies never
  }
}
