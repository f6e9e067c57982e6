import { type Done, needsFourEyes } from '@bittkosh/contract/guards'
import type { Paise } from '@bittkosh/contract/money'
import type { ProposalState } from '@bittkosh/contract/proposals'
import type { Refused } from '@bittkosh/contract/refusals'

/** The first act for which another admin must be asked; undefined where there is none. */
export function actToPropose<A extends Done>(acts: readonly A[], above: Paise | null): A | undefined {
  return acts.find((act) => needsFourEyes(act, above))
}

type Deciding = { admin: number; madeBy: number }

/** A proposal is decided by anybody but its maker. */
export function judgeDeciding({ admin, madeBy }: Deciding): { fine: true } | { refused: Refused<'own_proposal'> } {
  return admin === madeBy ? { refused: { code: 'own_proposal' } } : { fine: true }
}

/** And withdrawn by nobody else. */
export function judgeWithdrawing({
  admin,
  madeBy,
}: Deciding): { fine: true } | { refused: Refused<'proposal_of_another'> } {
  return admin === madeBy ? { fine: true } : { refused: { code: 'proposal_of_another' } }
}

/** Refuses `proposal_closed`, naming who closed it, of one that is not open any more. */
export function judgeOpen({
  status,
  decidedBy,
  decidedAt,
  now,
}: {
  status: ProposalState
  decidedBy: string | null
  decidedAt: Date | null
  now: Date
}): { fine: true } | { refused: Refused<'proposal_closed'> } {
  if (status === 'open') return { fine: true }
  if (decidedBy === null || decidedAt === null) throw new Error(`judgeOpen: a proposal is ${status} by nobody`)
  return { refused: { code: 'proposal_closed', params: { status, by: decidedBy, at: decidedAt, now } } }
}
