import type { Endpoint } from '@bittkosh/contract/endpoint'
import * as calls from '@bittkosh/contract/proposals'
import { type Refused, refusalSentence, wireParams } from '@bittkosh/contract/refusals'
import { isDeepStrictEqual } from 'node:util'
import { record, takeActs, withApproval } from '../audit/actions.ts'
import { mail } from '../mails/actions.ts'
import { type Db, setSavepoint, type Tx } from '../platform/database/database.ts'
import {
  type Answer,
  type Call,
  callAgain,
  type DbOf,
  prepareAndWrite,
  read,
  type Route,
  type TxOf,
  write,
} from '../platform/http/http.ts'
import { accept, isKeptRefusal, type KeptRefusal, Refusal, refuse, refuseAndKeep } from '../platform/http/refuse.ts'
import { paginationOf, sliceOf, totalOf } from '../platform/lists.ts'
import { comparable, openInput } from './actions.ts'
import { isErased } from './erasing.ts'
import {
  activeAdmin,
  type Closed,
  closeProposal,
  countProposals,
  countToDecide,
  holdActiveAdmin,
  lacksSecondOwner,
  lockProposal,
  proposalById,
  type ProposalRow,
  proposalsPage,
} from './queries.ts'
import { judgeDeciding, judgeOpen, judgeWithdrawing, mayDecide } from './rules.ts'
import { sentenceOf, serialize } from './serialize.ts'

/** The room's calls; `acts` are all other calls: those that can be proposed are run again on approval. */
export function proposalRoutes(acts: readonly Route[]): Route[] {
  const routeOf = new Map(acts.map((route) => [route.endpoint.name, route]))
  return [
    read(calls.listProposals, listProposals),
    prepareAndWrite(calls.approveProposal, (call, db) => prepareApproval(call, db, routeOf), approveProposal),
    write(calls.declineProposal, declineProposal),
    write(calls.withdrawProposal, withdrawProposal),
  ]
}

export async function listProposals(
  { query, user, language, settings }: Call<typeof calls.listProposals>,
  db: Db,
): Promise<Answer<typeof calls.listProposals>> {
  const filter = { reader: user, status: query.status, subject: query.subject, subjectId: query.subject_id }
  const [counts, toDecide] = await Promise.all([countProposals(db, filter), countToDecide(db, user)])
  const total = totalOf(counts, query.status)
  const rows = await proposalsPage(db, { ...filter, ...sliceOf(query, { total, search: undefined }) })
  return {
    data: rows.map((row) => serialize(row, { reader: user, language, settings })),
    pagination: paginationOf(query, total),
    counts: { ...counts, for_you: toDecide },
  }
}

/** The proposed call, ready to run again in a transaction; or why it cannot. */
type Kept = { run: (tx: Tx) => Promise<unknown>; endpoint: Endpoint } | { refused: Refused }

/** Does the slow part of the proposed call, such as hashing a password. */
async function prepareApproval(
  call: Call<typeof calls.approveProposal>,
  db: DbOf<typeof calls.approveProposal>,
  routeOf: ReadonlyMap<string, Route>,
): Promise<Kept> {
  const { id, call: name, sealed_input: sealed, made_by } = await requireProposal(db, call.params.id)
  const route = routeOf.get(name)
  const maker = await activeAdmin(db, made_by.id)
  if (!maker) return { refused: { code: 'proposer_left' } }
  if (sealed === null || isErased(sealed) || route?.run.kind !== 'write')
    return { refused: { code: 'changed_meanwhile' } }
  const { endpoint, run } = route
  try {
    const raw = openInput(call.services.config, id, sealed)
    const asMade = callAgain(call, { endpoint, raw, user: { ...call.user, ...maker, session: NO_SESSION } })
    const prepared = await run.prepare?.(asMade, db)
    return { endpoint, run: (tx) => run.handle(asMade, tx, prepared) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused }
    throw error
  }
}

const NO_SESSION = 0 // the maker's session may be over, and none is spared when sessions are ended

export async function approveProposal(
  call: Call<typeof calls.approveProposal>,
  tx: TxOf<typeof calls.approveProposal>,
  kept: Kept,
): Promise<Answer<typeof calls.approveProposal> | KeptRefusal> {
  const row = await requireOpen(tx, call)
  accept(tx, judgeDeciding(call.user, row))
  const undo = await setSavepoint(tx)
  const refused = await refusalOf(tx, row, call.user.id, kept)
  const code = passing.find((one) => one === refused?.code)
  if (code) return refuse(tx, { ...refused, code })
  if (refused === null) return close(tx, call, row, { status: 'approved' })
  await undo()
  const params = wireParams(refused)
  const said = { code: refused.code, ...(params && { params }), message: refusalSentence(refused) }
  await close(tx, call, row, { status: 'stale', refused: said })
  return refuseAndKeep(call, { code: 'act_refused', params: said })
}

/** Refusals of the admin who approves, or of the moment, not of the act: it may still be approved by another one, or later. */
const passing = ['may_not_decide', 'own_request', 'own_account', 'date_doubted', 'unavailable'] as const

/** Runs the proposed call in the name of both; returns the refusal, or null. */
async function refusalOf(tx: Tx, row: ProposalRow, approvedBy: number, kept: Kept): Promise<Refused | null> {
  if ('refused' in kept) return kept.refused
  const maker = await holdActiveAdmin(tx, row.made_by.id)
  if (!maker || !mayDecide(row.permissions, maker)) return { code: 'proposer_left' }
  try {
    const answer = await withApproval(tx, approvedBy, () => kept.run(tx))
    if (isKeptRefusal(answer)) return answer.refused
    const done = comparable(takeActs(tx), kept.endpoint)
    if (!isDeepStrictEqual(done, row.acts)) return { code: 'changed_meanwhile' }
    return (await lacksSecondOwner(tx)) ? { code: 'four_eyes_need_two' } : null
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  } finally {
    takeActs(tx)
  }
}

export async function declineProposal(
  call: Call<typeof calls.declineProposal>,
  tx: TxOf<typeof calls.declineProposal>,
): Promise<Answer<typeof calls.declineProposal>> {
  const row = await requireOpen(tx, call)
  accept(tx, judgeDeciding(call.user, row))
  return close(tx, call, row, { status: 'declined', reason: call.body.reason })
}

export async function withdrawProposal(
  call: Call<typeof calls.withdrawProposal>,
  tx: TxOf<typeof calls.withdrawProposal>,
): Promise<Answer<typeof calls.withdrawProposal>> {
  const row = await requireOpen(tx, call)
  accept(tx, judgeWithdrawing(call.user, row))
  return close(tx, call, row, { status: 'withdrawn' })
}

type Deciding = Pick<
  Call<typeof calls.withdrawProposal>,
  'params' | 'user' | 'at' | 'address' | 'language' | 'settings'
>

async function requireOpen(
  tx: Tx<'not_found' | 'proposal_closed'>,
  { params, at: now }: Pick<Deciding, 'params' | 'at'>,
): Promise<ProposalRow> {
  const row = (await lockProposal(tx, params.id)) ?? refuse(tx, 'not_found')
  const { status, decided_by: by, decided_at: decidedAt } = row
  accept(tx, judgeOpen({ status, decidedBy: by?.name ?? null, decidedAt, now }))
  return row
}

/** Closes a locked proposal, logs it if nothing was done, and tells its maker the outcome. */
async function close(
  tx: Tx<'not_found'>,
  call: Deciding,
  { id, action, amount, made_by, user: person, subject, subject_id: subjectId }: ProposalRow,
  closed: Omit<Closed, 'by' | 'at'>,
): Promise<calls.Proposal> {
  const { user, at, language, settings } = call
  const { status, reason = null, refused } = closed
  await closeProposal(tx, id, { ...closed, by: user.id, at })
  if (status !== 'approved')
    record(tx, call, { action: `proposal ${status}`, subject: 'proposal', subjectId: id, reason })
  const maker = await activeAdmin(tx, made_by.id)
  if (status !== 'withdrawn' && maker) {
    await mail(tx, at, {
      to: maker,
      kind: 'proposal_decided',
      about: person?.id ?? (subject === 'user' ? (subjectId ?? undefined) : undefined),
      values: {
        name: maker.name,
        act: { action, amount },
        status,
        by: user.name,
        reason: refused ? sentenceOf(refused, maker.language) : reason,
      },
    })
  }
  return serialize(await requireProposal(tx, id), { reader: user, language, settings })
}

async function requireProposal(
  db: DbOf<typeof calls.approveProposal> | Tx<'not_found'>,
  id: number,
): Promise<ProposalRow> {
  return (await proposalById(db, id)) ?? refuse(db, 'not_found')
}
