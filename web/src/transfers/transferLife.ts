/** The history of a transfer, step by step, from its record. */
import type { TransferDetails } from '@bittkosh/contract/transfers'

export type Stage =
  | 'asked'
  | 'wrong_code'
  | 'wrong_codes'
  | 'waits'
  | 'completion'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'replaced'
export type Step = { stage: Stage; state: 'done' | 'current' | 'ahead' | 'failed'; at: Date | null }

type Facts = Pick<
  TransferDetails,
  'status' | 'created_at' | 'otp_expires_at' | 'ended_at' | 'replaced' | 'wrong_codes' | 'wrong_codes_at'
>

export function lifeOf(transfer: Facts): Step[] {
  return [step('asked', 'done', transfer.created_at), ...wrongCodes(transfer), ...end(transfer)]
}

/** Each with its time; as one if not all times are known. */
function wrongCodes({ wrong_codes: count, wrong_codes_at: times }: Facts): Step[] {
  if (times.length === count) return times.map((at) => step('wrong_code', 'failed', at))
  return [step('wrong_codes', 'failed', null)]
}

function end({ status, otp_expires_at: until, ended_at: at, replaced }: Facts): Step[] {
  switch (status) {
    case 'pending':
      return [step('waits', 'current', until), step('completion', 'ahead', null)]
    case 'completed':
      return [step('completed', 'done', at)]
    case 'failed':
      return [step('failed', 'failed', at)]
    case 'expired':
      return [step(replaced ? 'replaced' : 'expired', 'failed', at)]
    default:
      return status satisfies never
  }
}

/** The notifications, inserted between the steps by their time and before what is still to come. */
export function inOrder<S extends { at?: Date | null; state: Step['state'] }>(
  steps: readonly S[],
  told: readonly S[],
): S[] {
  return told.reduce<S[]>(
    (all, one) => {
      const isLater = ({ at, state }: S) => state === 'ahead' || state === 'current' || (at && one.at && at > one.at)
      const place = all.findIndex((step) => !told.includes(step) && isLater(step))
      return place < 0 ? [...all, one] : all.toSpliced(place, 0, one)
    },
    [...steps],
  )
}

function step(stage: Stage, state: Step['state'], at: Date | null): Step {
  return { stage, state, at }
}
