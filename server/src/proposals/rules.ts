import { type Done, needsFourEyes } from '@bittkosh/contract/guards'
import type { Paise } from '@bittkosh/contract/money'
import { isPermitted, type Permission } from '@bittkosh/contract/permissions'
import { type Role } from '@bittkosh/contract/roles'
import type { ProposalState } from '@bittkosh/contract/proposals'
import type { Refused } from '@bittkosh/contract/refusals'

/** The first act that needs another admin; undefined if there is none. */
export function actToPropose<A extends Done>(acts: readonly A[], above: Paise | null): A | undefined {
  return acts.find((act) => needsFourEyes(act, above))
}

type Admin = { id: number; roles: readonly Role[] }
type Proposed = { made_by: { id: number }; permissions: readonly Permission[] }

/** A proposal is decided by any admin who may do all of it, except its maker. */
export function judgeDeciding(
  admin: Admin,
  { made_by: maker, permissions }: Proposed,
): { fine: true } | { refused: Refused<'own_proposal' | 'may_not_decide'> } {
  if (admin.id === maker.id) return { refused: { code: 'own_proposal' } }
  return mayDecide(permissions, admin) ? { fine: true } : { refused: { code: 'may_not_decide' } }
}

export function mayDecide(permissions: readonly Permission[], { roles }: { roles: readonly Role[] }): boolean {
  return permissions.every((permission) => isPermitted(roles, permission))
}

/** Only its maker can withdraw it. */
export function judgeWithdrawing(
  admin: Admin,
  { made_by: maker }: Pick<Proposed, 'made_by'>,
): { fine: true } | { refused: Refused<'proposal_of_another'> } {
  return admin.id === maker.id ? { fine: true } : { refused: { code: 'proposal_of_another' } }
}

/** Refuses `proposal_closed`, naming who closed it, if it is no longer open. */
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
