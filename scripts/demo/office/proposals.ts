/** Four eyes: large deposits whose approval the finance admin proposes, and the outcomes of the proposals. */
import type { ProposalState } from '@bittkosh/contract/proposals'
import { keysOf } from '@bittkosh/contract/tables'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { digitsOf } from '../people.ts'
import { type Caller, countOf, type Desk, pickPeople, share } from './desk.ts'
import type { Team } from './team.ts'

const OF_EACH = [1, 5] as const
const METHOD = sql`select id from deposit_methods where is_active and type <> 'crypto' order by id limit 1`

export async function makeProposals(desk: Desk, team: Team, total: number): Promise<void> {
  const { finance, owner, secondOwner } = team
  const ends: Record<ProposalState, (made: Made) => Promise<unknown>> = {
    open: async () => {},
    approved: ({ proposal }) => act(desk, owner, proposal, 'approve'),
    declined: ({ proposal }) =>
      act(desk, secondOwner, proposal, 'decline', { reason: 'The payer is somebody else. Ask for a bank statement.' }),
    withdrawn: ({ proposal }) => act(desk, finance, proposal, 'withdraw'),
    // Somebody rejects the deposit itself meanwhile, so that the proposed act is no longer possible.
    stale: async ({ deposit, proposal }) => {
      const body = { status: 'rejected', rejection_preset: 'payment_not_found' }
      await desk.call(secondOwner, { method: 'PUT', path: `/deposits/${deposit}`, body })
      await desk.refused(owner, { method: 'POST', path: `/admin/proposals/${proposal}/approve` })
    },
  }
  const wanted = share(total, 5_000, OF_EACH)
  const lacking: ProposalState[] = []
  for (const status of keysOf(ends)) {
    const there = await countOf(desk.db, sql`proposals where status = ${status} and action = 'deposit approved'`)
    lacking.push(...Array<ProposalState>(Math.max(0, wanted - there)).fill(status))
  }
  const people = await pickPeople(desk.db, {
    where: sql`not exists (select from deposits d where d.user_id = u.id and d.status = 'pending')`,
    limit: lacking.length,
    salt: 'proposals',
  })
  for (const [n, { id, number }] of people.entries()) {
    const status = lacking[n] ?? 'open'
    const payer = { id, role: 'user' } as const
    await ends[status](await proposeDeposit(desk, { payer, finance, number }))
  }
  await proposePackage(desk, team)
}

type Made = { deposit: number; proposal: number }

async function proposeDeposit(
  desk: Desk,
  { payer, finance, number }: { payer: Caller; finance: Caller; number: number },
): Promise<Made> {
  const { rows } = await METHOD.execute(desk.db)
  const [method] = rows as { id: number }[]
  const amount = 150_000 + (number % 20) * 25_000
  const deposit = await desk.call<{ id: number }>(payer, {
    method: 'POST',
    path: '/deposits',
    body: { amount, payment_method: method?.id, transaction_id: `L${digitsOf(number, 15)}` },
  })
  const { proposal } = await desk.call<{ proposal: { id: number } }>(finance, {
    method: 'PUT',
    path: `/deposits/${deposit.id}`,
    body: { status: 'approved', approved_amount: amount },
  })
  return { deposit: deposit.id, proposal: proposal.id }
}

function act(desk: Desk, as: Caller, proposal: number, how: 'approve' | 'decline' | 'withdraw', body?: object) {
  return desk.call(as, { method: 'POST', path: `/admin/proposals/${proposal}/${how}`, ...(body && { body }) })
}

/** A proposal that moves no money: the second owner proposes a new package. */
async function proposePackage(desk: Desk, { secondOwner }: Team): Promise<void> {
  if ((await countOf(desk.db, sql`proposals where action = 'package created'`)) > 0) return
  await desk.call(secondOwner, {
    method: 'POST',
    path: '/admin/balance-packages',
    body: { name: 'Diwali', amount: 25_000, bonus_percentage: 1, description: 'For the week of the festival.' },
  })
}
