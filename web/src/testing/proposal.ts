import { proposal } from '@bittkosh/contract/proposals'
import * as z from 'zod/mini'

type Sent = z.input<typeof proposal>

/** An open proposal of Meera's as the server sends it to an admin who may decide it: by default a changed package. */
export function sentProposal(change: Partial<Sent> = {}): Sent {
  return {
    id: 4,
    status: 'open',
    act: 'package changed',
    record: { kind: 'package', id: 7, name: 'Starter' },
    body: 'Change a package',
    user: null,
    amount: null,
    amount_facts: null,
    acts: [],
    made_by: { id: 2, name: 'Meera' },
    made_at: '2026-11-21T05:00:00.000Z',
    decided_by: null,
    decided_at: null,
    reason: null,
    is_own: false,
    may_decide: true,
    ...change,
  }
}

/** The same in decoded form. */
export const readProposal = (change: Partial<Sent> = {}) => z.decode(proposal, sentProposal(change))

/** The list with one open proposal, as the server sends it. */
export const openProposals = (change: Partial<Sent> = {}) => ({
  data: [sentProposal(change)],
  pagination: { current_page: 1, last_page: 1, total: 1 },
  counts: { open: 1, approved: 0, declined: 0, withdrawn: 0, stale: 0, for_you: 1 },
})
