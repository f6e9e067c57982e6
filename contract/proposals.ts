/** What one admin proposes and another decides while four eyes is on (docs/rules.md#four-eyes). */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { loggedFields } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { amountFacts } from './unusual.ts'
import { id, instant, note, page, pagination, pathId, perPage, person, text } from './shapes.ts'

/** Stale: the facts behind it have changed, so the act was refused when somebody approved it. */
export const proposalStates = ['open', 'approved', 'declined', 'withdrawn', 'stale'] as const
const proposalState = z.enum(proposalStates)
export type ProposalState = z.output<typeof proposalState>

export const proposal = z.object({
  id,
  status: proposalState,
  /** The act, as the audit log will record it: 'deposit approved'. */
  act: z.string(),
  /**
   * The record that it changes; without an id if it does not exist yet, or for a setting, whose kind is its key. The name of a plan, a
   * package, a deposit method or a new admin, in the reader's language.
   */
  record: z.object({ kind: z.string(), id: z.nullable(id), name: z.nullable(z.string()) }),
  /** The act as text in the reader's language: 'Approve a deposit of ₹5,000.00'. */
  body: z.string(),
  /** The owner of the record. */
  user: z.nullable(person),
  /** The amount that it moves; null if it is not about an amount. */
  amount: z.nullable(money),
  /** The facts that tell whether the amount of an open proposal is unusual (contract/unusual.ts); otherwise null. */
  amount_facts: z.nullable(amountFacts),
  /** Everything that it will do, with before and after. */
  acts: z.array(
    z.object({
      action: z.string(),
      subject: z.string(),
      subject_id: z.nullable(id),
      before: loggedFields,
      after: loggedFields,
      reason: z.nullable(z.string()),
    }),
  ),
  made_by: person,
  made_at: instant,
  decided_by: z.nullable(person),
  decided_at: z.nullable(instant),
  /** Why it was declined or became stale. */
  reason: z.nullable(z.string()),
  /** Whether the reader made it: they may withdraw it, but not approve or decline it. */
  is_own: z.boolean(),
  may_decide: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

/** The answer, with status 202, of a call that became a proposal: nothing has happened yet. */
export const proposed = z.object({ proposal })

export const listProposals = endpoint({
  name: 'listProposals',
  method: 'GET',
  path: '/admin/proposals',
  who: 'admin',
  permission: 'panel.enter',
  summary: 'Proposals, newest first, by status or about one record',
  query: z.strictObject({
    page,
    per_page: perPage,
    status: z.optional(proposalState),
    subject: z.optional(text({ max: 100, min: 0 })),
    subject_id: z.optional(pathId),
  }),
  reply: z.object({
    data: z.array(proposal),
    pagination,
    counts: z.object({
      open: z.int(),
      approved: z.int(),
      declined: z.int(),
      withdrawn: z.int(),
      stale: z.int(),
      /** How many open ones the reader may decide. */
      for_you: z.int(),
    }),
  }),
})

const one = z.strictObject({ id: pathId })

export const approveProposal = endpoint({
  name: 'approveProposal',
  method: 'POST',
  path: '/admin/proposals/{id}/approve',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  summary:
    "Approve and carry out another admin's proposal. If a rule refuses it now, that refusal is the reply and the proposal becomes stale",
  refusals: [
    'own_proposal',
    'proposal_closed',
    'may_not_decide',
    'own_request',
    'own_account',
    'date_doubted',
    'act_refused',
  ],
  params: one,
  reply: proposal,
})

export const declineProposal = endpoint({
  name: 'declineProposal',
  method: 'POST',
  path: '/admin/proposals/{id}/decline',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: "Decline another admin's proposal, with a reason",
  refusals: ['own_proposal', 'proposal_closed', 'may_not_decide'],
  params: one,
  body: z.strictObject({ reason: note }),
  reply: proposal,
})

export const withdrawProposal = endpoint({
  name: 'withdrawProposal',
  method: 'POST',
  path: '/admin/proposals/{id}/withdraw',
  who: 'admin',
  permission: 'panel.enter',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: "Withdraw the caller's own proposal",
  refusals: ['proposal_of_another', 'proposal_closed'],
  params: one,
  reply: proposal,
})
