/**
 * What deposits, withdrawals and identity records share: somebody makes a request, it waits, and somebody decides. The
 * states, their meaning, and the acts that each permits: one table for the server's rules and the panel's buttons.
 */
import * as z from 'zod/mini'
import { keysOf } from './tables.ts'

/**
 * Every state, in the order of an admin's tabs, and the outcome of a request in it. `waits`: it waits for a decision,
 * and its money is held, if it has any. `granted`: it was granted. `nothing`: it was not, and any money is back.
 * `undone`: it was granted and then undone.
 */
export const requestStates = {
  pending: 'waits',
  approved: 'granted',
  rejected: 'nothing',
  cancelled: 'nothing',
  returned: 'nothing',
  reversed: 'undone',
} as const satisfies Record<string, 'waits' | 'granted' | 'nothing' | 'undone'>
export type RequestState = keyof typeof requestStates
export type RequestOutcome = (typeof requestStates)[RequestState]
/** The states of requests that somebody has decided. */
export type DecidedState = {
  [S in RequestState]: (typeof requestStates)[S] extends 'waits' ? never : S
}[RequestState]

/** The acts on a request, who does them, and the verb that the audit log uses. */
export const requestActs = {
  claim: { by: 'admin', done: 'claimed', keepsState: true },
  release: { by: 'admin', done: 'released', keepsState: true },
  approve: { by: 'admin', done: 'approved' },
  reject: { by: 'admin', done: 'rejected' },
  cancel: { by: 'owner', done: 'cancelled' },
  return: { by: 'admin', done: 'returned' },
  reverse: { by: 'admin', done: 'reversed' },
  revoke: { by: 'admin', done: 'revoked' },
} as const satisfies Record<string, { by: 'admin' | 'owner'; done: string; keepsState?: true }>
export type RequestAct = keyof typeof requestActs

const FIRST = 'pending'

type Ways = Partial<Record<RequestAct, Partial<Record<RequestState, RequestState>>>>

/** For each kind its acts, with the states in which each is possible and the state that it leads to. */
const lives = {
  deposit: {
    approve: { pending: 'approved' },
    reject: { pending: 'rejected' },
    reverse: { approved: 'reversed' },
  },
  withdrawal: {
    // The admin who pays claims it first. The request still waits: a claim is a column beside its state.
    claim: { pending: 'pending' },
    release: { pending: 'pending' },
    approve: { pending: 'approved' },
    reject: { pending: 'rejected' },
    cancel: { pending: 'cancelled' },
    return: { approved: 'returned' },
  },
  kyc: {
    approve: { pending: 'approved' },
    reject: { pending: 'rejected' },
    revoke: { approved: 'rejected' },
  },
} as const satisfies Record<string, Ways>

type Lives = typeof lives
type ValueOf<T> = T extends unknown ? T[keyof T] : never
export type RequestKind = keyof Lives
export type ActOf<K extends RequestKind> = keyof Lives[K] & RequestAct
export type StateOf<K extends RequestKind> = typeof FIRST | (ValueOf<Lives[K][keyof Lives[K]]> & RequestState)

const waysOf: Record<RequestKind, Ways> = lives
export const allStates = keysOf(requestStates)
export const decidedStates = allStates.filter((state): state is DecidedState => !isWaiting(state))

/** The state that an act leads to; undefined if the request's state does not permit it. */
export function stateAfter<K extends RequestKind>(kind: K, act: ActOf<K>, state: StateOf<K>): StateOf<K> | undefined {
  return waysOf[kind][act]?.[state] as StateOf<K> | undefined
}

/** Whether a request's state permits an act; used by the server's decisions and by the buttons. */
export function requestCan<K extends RequestKind>(kind: K, act: ActOf<K>, state: StateOf<K>): boolean {
  return stateAfter(kind, act, state) !== undefined
}

/** The states that requests of a kind can be in, in the order of the tabs. */
export function statesOf<K extends RequestKind>(kind: K): StateOf<K>[] {
  const reached = Object.values(waysOf[kind]).flatMap((ways) => Object.values(ways))
  return allStates.filter((state): state is StateOf<K> => state === FIRST || reached.includes(state))
}

/** The states with one of these outcomes. */
export function statesThat(...outcomes: RequestOutcome[]): RequestState[] {
  return allStates.filter((state) => outcomes.includes(requestStates[state]))
}

export function isRequestState(text: string): text is RequestState {
  return Object.hasOwn(requestStates, text)
}

/** Whether a request in this state is still to be decided. */
export function isWaiting(state: RequestState): state is Exclude<RequestState, DecidedState> {
  return requestStates[state] === 'waits'
}

/** Whether only the owner of a request can bring it to this state. */
export function isByOwner(state: RequestState): boolean {
  const leading = Object.values(waysOf)
    .flatMap((ways) => Object.entries(ways))
    .filter(([, ways]) => Object.values(ways).includes(state))
  return leading.length > 0 && leading.every(([act]) => requestActs[act as RequestAct].by === 'owner')
}

/** An act of admins on any kind of request. */
export type AdminAct = { [A in RequestAct]: (typeof requestActs)[A]['by'] extends 'admin' ? A : never }[RequestAct]
/** What admins do with requests, as the audit log records it: 'deposit approved'. */
export type RequestAction = { [K in RequestKind]: ActionOf<K, ActByAdmin<K>> }[RequestKind]
type ActionOf<K extends RequestKind, A extends RequestAct> = `${K} ${(typeof requestActs)[A]['done']}`

export const requestActions = keysOf(lives).flatMap((kind) => actsByAdmin(kind).map((act) => requestAction(kind, act)))

export type ActByAdmin<K extends RequestKind> = ActOf<K> & AdminAct

/** The acts of admins on requests of a kind. */
export function actsByAdmin<K extends RequestKind>(kind: K): ActByAdmin<K>[] {
  return keysOf<ActOf<K>>(lives[kind]).filter((act): act is ActByAdmin<K> => requestActs[act].by === 'admin')
}

/** The acts of admins that change a request's state, which the queue asks to confirm. */
export type DecidingAct<K extends RequestKind> = ActOf<K> &
  { [A in AdminAct]: (typeof requestActs)[A] extends { keepsState: true } ? never : A }[AdminAct]

export function decidingActs<K extends RequestKind>(kind: K): DecidingAct<K>[] {
  return actsByAdmin(kind).filter((act): act is DecidingAct<K> => !('keepsState' in requestActs[act]))
}

/** The log's actions for a request that admins brought to this state. */
export function actionsLeadingTo(kind: RequestKind, state: RequestState): RequestAction[] {
  const leading = decidingActs(kind).filter((act) => Object.values(waysOf[kind][act] ?? {}).includes(state))
  return leading.map((act) => requestAction(kind, act))
}

export function requestAction(kind: RequestKind, act: RequestAct): RequestAction {
  return `${kind} ${requestActs[act].done}` as RequestAction // one of the acts of its kind
}

/** The verdicts that a call accepts, and the act for each. */
export const verdict = z.enum(['approved', 'rejected'])
export type Verdict = z.output<typeof verdict>
export const actOfVerdict = { approved: 'approve', rejected: 'reject' } as const
