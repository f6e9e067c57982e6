import { isRequestState, type RequestState } from '@bittkosh/contract/requestStates'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { statusLabel } from '../kit/page/StatusBadge.tsx'
import { Timeline } from '../kit/lists/Timeline.tsx'
import { type Stage, timelineOf } from './timeline.ts'

const labels: Record<Exclude<Stage, RequestState>, MessageDescriptor> = {
  requested: msg`Request sent`,
  checking: msg`Being checked by an admin`,
  paying: msg`Being paid`,
  paid: msg`Paid`,
  decision: msg`Decision`,
  code_sent: msg`Code sent to you`,
  code_waits: msg`Waiting for your code, until`,
  completed: msg`Completed`,
  failed: msg`Failed: nothing left your wallet`,
  expired: msg`Expired: nothing left your wallet`,
  bought: msg`Plan bought`,
  running: msg`Running`,
  matured: msg`Matured`,
  claim: msg`Ready to withdraw`,
  claimed: msg`Claimed`,
  booked: msg`Booked`,
}

const endings: Partial<Record<RequestState, MessageDescriptor>> = {
  cancelled: msg`Cancelled by you`,
  returned: msg`Returned by the bank`,
}

function labelOf(stage: Stage): MessageDescriptor {
  return isRequestState(stage) ? (endings[stage] ?? statusLabel(stage)) : labels[stage]
}

export function ReceiptTimeline({ item }: { item: TransactionItem }) {
  const { i18n } = useLingui()
  const steps = timelineOf(item).map(({ stage, ...step }) => ({ ...step, label: i18n._(labelOf(stage)) }))
  return <Timeline steps={steps} />
}
