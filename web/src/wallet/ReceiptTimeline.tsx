import type { TransactionItem } from '@bittkosh/contract/wallet'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Timeline } from '../kit/Timeline.tsx'
import { type Stage, timelineOf } from './timeline.ts'

const labels: Record<Stage, MessageDescriptor> = {
  requested: msg`Request sent`,
  checking: msg`Being checked by an admin`,
  decision: msg`Decision`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  cancelled: msg`Cancelled by you`,
  code_sent: msg`Code sent to your e-mail`,
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

export function ReceiptTimeline({ item }: { item: TransactionItem }) {
  const { i18n } = useLingui()
  return <Timeline steps={timelineOf(item).map(({ stage, ...step }) => ({ ...step, label: i18n._(labels[stage]) }))} />
}
