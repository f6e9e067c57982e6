/** What is done with a request: one sequence for every kind and every act, from the lock to the money. */
import { alreadyDecided } from '@bittkosh/contract/decisions'
import type { Notice } from '@bittkosh/contract/notices'
import type { Refused } from '@bittkosh/contract/refusals'
import {
  type ActOf,
  actionsLeadingTo,
  isByOwner,
  isWaiting,
  requestAction,
  type RequestKind,
  type StateOf,
  stateAfter,
} from '@bittkosh/contract/requests'
import type { Settings } from '@bittkosh/contract/settings'
import { demandUnlinked, lastAct, record } from '../audit/actions.ts'
import type { Movement } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { notify } from '../notifications/actions.ts'
import type { Tx } from '../platform/database.ts'
import { accept, refuse } from '../platform/refuse.ts'
import type { Columns, RequestRow, RequestTable } from './table.ts'

/** Who acts, when and from where. The sequence takes nothing else of a call except what was typed, so a kept call can run later. */
export type Acting = {
  /** An admin, or the owner of the request. */
  by: { admin: number } | { owner: number }
  at: Date
  address: string
  settings: Settings
}

/** What a kind says about one act. */
type ActRules<Row, Typed> = {
  /** The kind's own rule: the columns that the act writes, or a refusal. Pure; `typed` is what was typed with the act. */
  judge?(row: Row, typed: Typed, facts: Omit<Acting, 'address'>): Columns | { refused: Refused }
  /** The owner's notice. `row` is the request after the act, here and below. */
  notice?(row: Row): Notice
  /** The money it moves, and the form's field that shows an overdraft. */
  movements?(row: Row): readonly Movement[]
  field?: string
}

/** What a room supplies of its kind of request: `K` its name, `Key` what finds one, `Typed` what is typed with each act. */
export type RequestRules<
  K extends RequestKind,
  Row extends RequestRow,
  Key,
  Typed extends Record<ActOf<K>, unknown>,
> = {
  kind: K
  table: Pick<RequestTable<StateOf<K>, Row, never, never>, 'write'>
  /** The request, locked until the transaction ends; undefined where there is none. */
  lock(tx: Tx, key: Key): Promise<Row | undefined>
  acts: { [A in ActOf<K>]: ActRules<Row, Typed[A]> }
  /** What the audit log keeps besides the states; money in paise. */
  audited(row: Row): { before?: object; after: object; reason: string | null }
}

/**
 * Does one act to one request, or refuses: `not_found`, `own_request`, `already_decided` with who and when,
 * `changed_meanwhile`, what the kind's own rule refuses, and what the ledger refuses. Locks the request first and posts
 * last, so users' accounts stay locked as briefly as can be. Returns the request as it is afterwards.
 */
export async function actOn<
  K extends RequestKind,
  Row extends RequestRow & { status: StateOf<K> },
  Key,
  Typed extends Record<ActOf<K>, unknown>,
  A extends ActOf<K>,
>(
  tx: Tx,
  rules: RequestRules<K, Row, Key, Typed>,
  { act, key, typed, by, at, address, settings }: Acting & { act: A; key: Key; typed: Typed[A] },
): Promise<Row> {
  const { kind, table, lock, acts, audited } = rules
  const { judge, notice, movements, field } = acts[act]

  const row = (await lock(tx, key)) ?? refuse('not_found')
  await demandMayAct(tx, row, by)
  const status = stateAfter(kind, act, row.status) ?? (await refuseDecided(tx, kind, row, { by, at }))
  const columns = judge ? accept(judge(row, typed, { by, at, settings })) : {}
  const admin = 'admin' in by ? by.admin : null
  // An act after the decision does not change who made it and when.
  const decided = isWaiting(row.status) && !isWaiting(status) ? { decided_at: at, decided_by: admin } : {}
  const after = await table.write(tx, row.id, { ...decided, status }, columns)
  if (notice) await notify(tx, at, { user: row.user_id, ...notice(after) })
  if (admin !== null) {
    const kept = audited(after)
    await record(tx, at, {
      admin,
      action: requestAction(kind, act),
      subject: kind,
      subjectId: row.id,
      address,
      before: { status: row.status, ...kept.before },
      after: { status, ...kept.after },
      reason: kept.reason,
    })
  }
  if (movements) await post(tx, at, movements(after), field === undefined ? {} : { field })
  return after
}

/** An owner has their own requests only; an admin none of their own or of an account linked to theirs. */
async function demandMayAct(tx: Tx, row: RequestRow, by: Acting['by']): Promise<void> {
  if ('admin' in by) await demandUnlinked(tx, { admin: by.admin, user: row.user_id })
  else if (row.user_id !== by.owner) refuse('not_found')
}

/** Refuses, naming who brought the request to its state, to an admin or to the owner. */
async function refuseDecided(
  tx: Tx,
  kind: RequestKind,
  row: RequestRow,
  { by, at: now }: Pick<Acting, 'by' | 'at'>,
): Promise<never> {
  if (isWaiting(row.status)) return refuse('changed_meanwhile')
  const { status, decided_at: decidedAt } = row
  if (isByOwner(status) && decidedAt) {
    return refuse(alreadyDecided({ status, by: 'owner' in by ? 'you' : 'the user', decidedAt, now }))
  }
  const last = await lastAct(tx, { subject: kind, id: row.id, actions: actionsLeadingTo(kind, status) })
  return last ? refuse(alreadyDecided({ status, by: last.admin, decidedAt: last.at, now })) : refuse('already_decided')
}
