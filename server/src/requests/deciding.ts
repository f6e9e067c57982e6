/** What is done with a request: one sequence for every kind and every act, from the lock to the money. */
import { alreadyDecided } from '@bittkosh/contract/decisions'
import type { Notice } from '@bittkosh/contract/notices'
import type { RefusalCode, Refused } from '@bittkosh/contract/refusals'
import {
  type ActOf,
  actionsLeadingTo,
  type AdminAct,
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
import { post, type RefusedBy } from '../ledger/post.ts'
import { notify } from '../notifications/actions.ts'
import type { Tx } from '../platform/database.ts'
import { accept, refuse } from '../platform/refuse.ts'
import type { Columns, RequestRow, RequestTable } from './table.ts'

/** Who acts, when and from where. With what is typed it is all that the sequence takes of a call, so a kept one can run later. */
export type Acting = {
  /** An admin, or the owner of the request. */
  by: { admin: number } | { owner: number }
  at: Date
  address: string
  settings: Settings
}

/** Of one act: what comes along with it, and what the kind's own rule and the ledger may refuse. */
type ActTypes = { typed: unknown; refuses: RefusalCode }

/** What a kind says about one act. */
type ActRules<Row, Act extends ActTypes> = {
  /** The kind's own rule: the columns that the act writes, or a refusal. Pure; `typed` is what came along with the act. */
  judge?(row: Row, typed: Act['typed'], facts: Omit<Acting, 'address'>): Columns | { refused: Refused<Act['refuses']> }
  /** What the owner is told. `row` is the request as it is now, here and below. */
  notice?(row: Row): Notice
  /** The money it moves, where the act may be refused for what the ledger refuses; and the form's field that an overdraft belongs to. */
  movements?: RefusedBy extends Act['refuses'] ? (row: Row) => readonly Movement[] : undefined
  field?: string
}

/** What a room supplies of its kind of request: `K` its name, `Key` what finds one, `Acts` what each act is made of. */
export type RequestRules<
  K extends RequestKind,
  Row extends RequestRow,
  Key,
  Acts extends Record<ActOf<K>, ActTypes>,
> = {
  kind: K
  table: Pick<RequestTable<StateOf<K>, Row, never, never>, 'write'>
  /** The request, locked until the transaction ends; undefined where there is none. */
  lock(tx: Tx<'changed_meanwhile'>, key: Key): Promise<Row | undefined>
  acts: { [A in ActOf<K>]: ActRules<Row, Acts[A]> }
  /** What the audit log keeps besides the states; money in paise. */
  audited(row: Row): { before?: object; after: object; reason: string | null }
}

/** What an act may be refused for: what its own types say, and what the sequence refuses. */
type CodesOfAct<A, Act extends ActTypes> =
  | Act['refuses']
  | 'not_found'
  | 'already_decided'
  | 'changed_meanwhile'
  | (A extends AdminAct ? 'own_request' : never)

/**
 * Does one act to one request, or refuses: `not_found`, `own_request`, `already_decided` with who and when,
 * `changed_meanwhile`, what the kind's own rule refuses, and what the ledger refuses. Locks the request first and posts
 * last, so users' accounts stay locked as briefly as can be. Returns the request as it is then.
 */
export async function actOn<
  K extends RequestKind,
  Row extends RequestRow & { status: StateOf<K> },
  Key,
  Acts extends Record<ActOf<K>, ActTypes>,
  A extends ActOf<K>,
>(
  tx: Tx<CodesOfAct<A, Acts[A]>>,
  rules: RequestRules<K, Row, Key, Acts>,
  acting: Acting & { act: A; key: Key; typed: Acts[A]['typed'] },
): Promise<Row>
// Within, any act of any kind: what each may refuse was compared above.
export async function actOn<K extends RequestKind, Row extends RequestRow & { status: StateOf<K> }, Key>(
  tx: Tx<RefusalCode>,
  rules: RequestRules<K, Row, Key, Record<ActOf<K>, ActTypes>>,
  { act, key, typed, by, at, address, settings }: Acting & { act: ActOf<K>; key: Key; typed: unknown },
): Promise<Row> {
  const { kind, table, lock, acts, audited } = rules
  const { judge, notice, movements, field }: ActRules<Row, ActTypes> = acts[act]

  const row = (await lock(tx, key)) ?? refuse(tx, 'not_found')
  await demandMayAct(tx, row, by)
  const status = stateAfter(kind, act, row.status) ?? (await refuseDecided(tx, kind, row, { by, at }))
  const columns = judge ? accept(tx, judge(row, typed, { by, at, settings })) : {}
  const admin = 'admin' in by ? by.admin : null
  // What comes after a decision keeps who made it and when.
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
async function demandMayAct(tx: Tx<'own_request' | 'not_found'>, row: RequestRow, by: Acting['by']): Promise<void> {
  if ('admin' in by) await demandUnlinked(tx, { admin: by.admin, user: row.user_id })
  else if (row.user_id !== by.owner) refuse(tx, 'not_found')
}

/** Says who brought a request to the state that it is in, to an admin or to the owner. */
async function refuseDecided(
  tx: Tx<'already_decided' | 'changed_meanwhile'>,
  kind: RequestKind,
  { id, status, decided_at: decidedAt }: RequestRow,
  { by, at: now }: Pick<Acting, 'by' | 'at'>,
): Promise<never> {
  if (isWaiting(status)) return refuse(tx, 'changed_meanwhile')
  if (!decidedAt) throw new Error(`${kind} ${id} was decided at no moment`)
  if (isByOwner(status)) {
    const side = 'owner' in by ? 'reader' : 'user'
    return refuse(tx, alreadyDecided({ status, by: null, side, decidedAt, now }))
  }
  const last = await lastAct(tx, { subject: kind, id, actions: actionsLeadingTo(kind, status) })
  return refuse(tx, alreadyDecided({ status, by: last?.admin ?? null, decidedAt: last?.at ?? decidedAt, now }))
}
