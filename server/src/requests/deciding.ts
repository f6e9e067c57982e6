/** How every act on a request is done: one sequence for all kinds and acts, from the lock to the money. */
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
} from '@bittkosh/contract/requestStates'
import type { Settings } from '@bittkosh/contract/settings'
import type { RequestLetter } from '@bittkosh/contract/mails'
import { type Act, requireNotOwn, lastAct, recordEach } from '../audit/actions.ts'
import type { Movement } from '../ledger/movements.ts'
import { post, type RefusedBy } from '../ledger/post.ts'
import { mail } from '../mails/actions.ts'
import { notify, type PersonalNotice } from '../notifications/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { ownerOf } from './ownerFacts.ts'
import type { Columns, RequestRow, RequestTable, Written } from './table.ts'

/** Who acts, when and from where. Besides this the sequence needs only the input, so a stored call can run later. */
export type Acting = {
  /** An admin, or the owner of the request. */
  by: { admin: number } | { owner: number }
  at: Date
  address: string
  settings: Settings
}

export type ByAdmin = Acting & { by: { admin: number } }

/** An admin's call, as the sequence takes it. */
export function byAdmin({ user, at, address, settings }: Omit<Acting, 'by'> & { user: { id: number } }): ByAdmin {
  return { by: { admin: user.id }, at, address, settings }
}

/**
 * The types of one act: its input, the facts that its rule needs besides the request, and the possible refusals of the
 * kind's own rule and the ledger.
 */
export type ActTypes = { typed: unknown; facts?: unknown; refuses: RefusalCode }

/** The rules of a kind for one act. */
type ActRules<Row, Act extends ActTypes> = {
  /** The facts that the rule needs besides the request. */
  gather?: (tx: Tx, row: Row) => Promise<Act['facts']>
  /** A further requirement on the owner, read under lock. */
  require?(tx: Tx<Act['refuses']>, row: Row): Promise<void>
  /** The kind's own rule: the columns that the act writes, or a refusal. Pure; `typed` is the input of the act. */
  judge?(
    row: Row,
    typed: Act['typed'],
    facts: Omit<Acting, 'address'> & { gathered: Act['facts'] },
  ): Columns | { refused: Refused<Act['refuses']> }
  /** The owner's notice. `row` is the request after the act, here and below. */
  notice?(row: Row): Notice
  /** A mail to the owner, addressed by this name. */
  letter?(row: Row, name: string | null): RequestLetter
  /** The money it moves, if the act permits the ledger's refusals; and the form field that shows an overdraft. */
  movements?: RefusedBy extends Act['refuses'] ? (row: Row) => readonly Movement[] : undefined
  field?: string
  /** Other people's money that becomes due, such as a referral reward; called after the request is written. */
  alsoDue?: RefusedBy extends Act['refuses']
    ? (tx: Tx, at: Date, due: { row: Row; settings: Settings }) => Promise<readonly Movement[]>
    : undefined
}

/** A room's part for its kind of request: `K` is its name, `Key` identifies one, `Acts` has the types of each act. */
export type RequestRules<
  K extends RequestKind,
  Row extends RequestRow,
  Key,
  Acts extends Record<ActOf<K>, ActTypes>,
> = {
  kind: K
  table: Pick<RequestTable<StateOf<K>, Row, never, never>, 'write'>
  /** The request, locked until the transaction ends; undefined if there is none. */
  lock(tx: Tx<'changed_meanwhile'>, key: Key): Promise<Row | undefined>
  acts: { [A in ActOf<K>]: ActRules<Row, Acts[A]> }
  /** What the audit log records besides the states; money in paise. `row` is the request after the act. */
  audited(row: Row, before: Row): { before?: object; after: object; reason: string | null }
}

/** The possible refusals of an act: those of its own types, and those of the sequence. */
type CodesOfAct<A, Act extends ActTypes> =
  | Act['refuses']
  | 'not_found'
  | 'already_decided'
  | 'changed_meanwhile'
  | (A extends AdminAct ? 'own_request' : never)

/**
 * Does one act on one request, or refuses: `not_found`, `own_request`, `already_decided` with who and when,
 * `changed_meanwhile`, and the refusals of the kind's own rule and requirement and of the ledger. Locks the request
 * first and posts last, so that users' accounts are locked as briefly as possible. Returns the request after the act.
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
// The implementation takes any act of any kind: the signature above has checked the refusals.
export async function actOn<K extends RequestKind, Row extends RequestRow & { status: StateOf<K> }, Key>(
  tx: Tx<RefusalCode>,
  rules: RequestRules<K, Row, Key, Record<ActOf<K>, ActTypes>>,
  { key, ...acting }: Acting & { act: ActOf<K>; key: Key; typed: unknown },
): Promise<Row> {
  const { kind, table, lock, acts } = rules
  const { by, at } = acting
  const row = (await lock(tx, key)) ?? refuse(tx, 'not_found')
  await requireMayAct(tx, row, by)
  const { gather, require, letter, field, alsoDue }: ActRules<Row, ActTypes> = acts[acting.act]
  const gathered = await gather?.(tx, row)
  const outcome = outcomeOf(rules, row, { ...acting, gathered })
  const { state, columns } = outcome ?? (await refuseDecided(tx, kind, row, { by, at }))
  await require?.(tx, row)
  const after = await table.write(tx, row.id, state, accept(tx, columns))
  const { notice, audited, movements } = effectsOf(rules, { ...acting, before: row, after })
  if (notice) await notify(tx, at, notice)
  if (letter) {
    const owner = await ownerOf(tx, row.user_id)
    if (owner) await mail(tx, at, { to: owner, ...letter(after, owner.name), record: { kind, id: row.id } })
  }
  if (audited) recordEach(tx, [{ ...audited, at }])
  const due = (await alsoDue?.(tx, at, { row: after, settings: acting.settings })) ?? []
  await post(tx, at, [...movements, ...due], { field })
  return after
}

/**
 * What an act writes on a request: its state, and the columns from the kind's own rule, or the rule's refusal.
 * Undefined if the request's state does not permit the act. Pure.
 */
export function outcomeOf<K extends RequestKind, Row extends RequestRow & { status: StateOf<K> }, Key>(
  { kind, acts }: RequestRules<K, Row, Key, Record<ActOf<K>, ActTypes>>,
  row: Row,
  {
    act,
    typed,
    by,
    at,
    settings,
    gathered,
  }: Omit<Acting, 'address'> & {
    act: ActOf<K>
    typed: unknown
    gathered: unknown
  },
): { state: Written<StateOf<K>>; columns: Columns | { refused: Refused } } | undefined {
  const { judge }: ActRules<Row, ActTypes> = acts[act]
  const status = stateAfter(kind, act, row.status)
  if (status === undefined) return undefined
  // Later acts keep who made the decision and when.
  const decided = isWaiting(row.status) && !isWaiting(status) ? { decided_at: at, decided_by: adminOf(by) } : {}
  return { state: { status, ...decided }, columns: judge?.(row, typed, { by, at, settings, gathered }) ?? {} }
}

/** The effects of an act besides the request itself: the notice, the audit entry, the money. Pure. */
export function effectsOf<K extends RequestKind, Row extends RequestRow, Key>(
  { kind, acts, audited }: RequestRules<K, Row, Key, Record<ActOf<K>, ActTypes>>,
  { act, by, address, before, after }: Pick<Acting, 'by' | 'address'> & { act: ActOf<K>; before: Row; after: Row },
): { notice: PersonalNotice | null; audited: Act | null; movements: readonly Movement[] } {
  const { notice, movements }: ActRules<Row, ActTypes> = acts[act]
  const admin = adminOf(by)
  const kept = audited(after, before)
  return {
    notice: notice ? { user: after.user_id, ...notice(after) } : null,
    audited:
      admin === null
        ? null
        : {
            admin,
            action: requestAction(kind, act),
            subject: kind,
            subjectId: after.id,
            address,
            before: { status: before.status, ...kept.before },
            after: { status: after.status, ...kept.after },
            reason: kept.reason,
          },
    movements: movements?.(after) ?? [],
  }
}

function adminOf(by: Acting['by']): number | null {
  return 'admin' in by ? by.admin : null
}

/** An owner may act only on their own requests; an admin on none of their own or of an account that one of the two invited. */
async function requireMayAct(tx: Tx<'own_request' | 'not_found'>, row: RequestRow, by: Acting['by']): Promise<void> {
  if ('admin' in by) await requireNotOwn(tx, { admin: by.admin, user: row.user_id })
  else if (row.user_id !== by.owner) refuse(tx, 'not_found')
}

/** Refuses an admin or the owner, naming who brought the request to its state. */
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
