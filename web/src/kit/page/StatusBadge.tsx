import type { RequestState } from '@bittkosh/contract/requestStates'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Chip, type Tone } from './Chip.tsx'

const looks = {
  pending: { tone: 'pending', label: msg`Pending` },
  approved: { tone: 'gain', label: msg`Approved` },
  completed: { tone: 'gain', label: msg`Completed` },
  rejected: { tone: 'loss', label: msg`Rejected` },
  failed: { tone: 'loss', label: msg`Failed` },
  reversed: { tone: 'loss', label: msg`Reversed` },
  cancelled: { tone: 'neutral', label: msg`Cancelled` },
  returned: { tone: 'loss', label: msg`Returned` },
  expired: { tone: 'neutral', label: msg`Expired` },
  active: { tone: 'gain', label: msg`Active` },
  frozen: { tone: 'pending', label: msg`Frozen` },
  inactive: { tone: 'neutral', label: msg`Inactive` },
  matured: { tone: 'info', label: msg`Ready to withdraw` },
  withdrawn: { tone: 'neutral', label: msg`Withdrawn` },
  not_submitted: { tone: 'neutral', label: msg`Not submitted` },
} satisfies Record<string, Look> & Record<RequestState, Look>

type Look = { tone: Tone; label: MessageDescriptor }

export type Status = keyof typeof looks

/** The state of a request, plan, document or user: colour and word together. */
export function StatusBadge({ status }: { status: Status }) {
  const { i18n } = useLingui()
  const { tone, label } = looks[status]
  return <Chip tone={tone}>{i18n._(label)}</Chip>
}

/** The word for a state alone, for a tab or a step. */
export function statusLabel(status: Status): MessageDescriptor {
  return looks[status].label
}
