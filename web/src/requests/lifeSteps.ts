import type { LifeStep } from '@bittkosh/contract/life'
import { useLingui } from '@lingui/react/macro'
import type { TimelineStep } from '../kit/lists/Timeline.tsx'

/** A step in a record's history, for the kit's timeline. */
export function useLifeStep(): (step: LifeStep) => TimelineStep {
  const { t } = useLingui()
  const states = { sent: t`Sent`, waiting: t`Waiting to be sent`, failed: t`Could not be sent` }
  return ({ at, text, by, approved_by: second, sending }) => ({
    label: text,
    at,
    state: sending === 'failed' ? 'failed' : sending === 'waiting' ? 'current' : 'done',
    note: sending ? states[sending] : by && second ? t`${by}, approved by ${second}` : by,
  })
}
