/** What one admin proposed and another decides while four eyes are on (docs/rules.md#four-eyes). */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { amountFacts } from './unusual.ts'
import { id, instant, note, page, pagination, pathId, perPage, person, text } from './shapes.ts'

/** Stale: what it was made on has changed, so the act was refused when somebody approved it. */
export const proposalStates = ['open', 'approved', 'declined', 'withdrawn', 'stale'] as const
const proposalState = z.enum(proposalStates)
export type ProposalState = z.output<typeof proposalState>

const fields = z.nullable(z.record(z.string(), z.unknown()))

export const proposal = z.object({
  id,
  status: proposalState,
  /** What is to be done, as the audit log will have it: 'deposit approved'. */
  act: z.string(),
  /** What it is done to; without an id what is yet to be made, and a setting, whose kind is its key. */
  record: z.object({ kind: z.string(), id: z.nullable(id) }),
  /** The act in words, in the reader's language: 'Approve a deposit of ₹5,000.00'. */
  body: z.string(),
  /** Whose record it is. */
  user: z.nullable(person),
  /** What it moves; null where that is not what it is about. */
  amount: z.nullable(money),
  /** Whether that is unusual, for whoever decides an open one (contract/unusual.ts); null for any other. */
  amount_facts: z.nullable(amountFacts),
  /** All that it will do, with before and after; money as paise in text. */
  acts: z.array(
    z.object({
      action: z.string(),
      subject: z.string(),
      subject_id: z.nullable(id),
      before: fields,
      after: fields,
      reason: z.nullable(z.string()),
    }),
  ),
  made_by: person,
  made_at: instant,
  decided_by: z.nullable(person),
  decided_at: z.nullable(instant),
  /** Why it was declined or became stale. */
  reason: z.nullable(z.string()),
  /** Whether the reader may withdraw it, or approve and decline it. */
  is_own: z.boolean(),
  may_decide: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

/** What a call is answered with, under status 202, that has become a proposal: nothing has happened yet. */
export const proposed = z.object({ proposal })

export const listProposals = endpoint({
  name: 'listProposals',
  method: 'GET',
  path: '/admin/proposals',
  who: 'admin',
  permission: 'panel.enter',
  summary: 'Proposals, newest first: those of a status, or about one record',
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
      /** The open ones that the reader may decide. */
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
  summary: 'Do what another admin proposed. If that is refused now, the refusal is the reply and the proposal is stale',
  refusals: ['own_proposal', 'proposal_closed', 'may_not_decide', 'act_refused'],
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
  summary: 'Decline what another admin proposed, saying why',
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
  summary: "Take back one's own proposal",
  refusals: ['proposal_of_another', 'proposal_closed'],
  params: one,
  reply: proposal,
})
