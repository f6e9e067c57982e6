/** How admins list requests, and how long requests usually wait. */
import * as z from 'zod/mini'
import { amountBound, money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { type MethodType, methodType } from './methods.ts'
import type { Paise } from './money.ts'
import { isWaiting, type RequestKind, type RequestState, type StateOf, statesOf } from './requestStates.ts'
import { day, id, instant, isCut, page, pagination, perPage, search } from './shapes.ts'

export const requestSorts = ['oldest', 'newest', 'amount', 'smallest'] as const
export type RequestSort = (typeof requestSorts)[number]

/** Without a chosen order: what waits is worked off from its oldest on, what is past is looked up from its newest. */
export function defaultSort(state: RequestState | undefined): RequestSort {
  return state !== undefined && isWaiting(state) ? 'oldest' : 'newest'
}

/** Only those that have a flag, or whose owner has one. */
export const flagged = z.optional(z.literal('true'))

/** The days that a list's records were made on, both ends included. */
export const narrowingByDay = { from: z.optional(day), to: z.optional(day) }

/** What a list of requests can be narrowed to by their time: `late` is only what waits for `alert_queue_hours` or longer. */
export const narrowingByTime = { late: z.optional(z.literal('true')), ...narrowingByDay }

/** And by their amounts, both ends included: those that were asked. */
export const narrowingByAmount = { least: z.optional(amountBound), most: z.optional(amountBound) }

/** What a list of requests for money can be narrowed to. */
const narrowing = { ...narrowingByTime, ...narrowingByAmount, type: z.optional(methodType) }
export type Narrowing = {
  late?: 'true' | undefined
  type?: MethodType | undefined
  from?: string | undefined
  to?: string | undefined
  least?: Paise | undefined
  most?: Paise | undefined
}

/** How an admin narrows and orders a list of them, and what its export takes. */
export function requestFilter<K extends RequestKind>(kind: K) {
  return {
    search,
    flagged,
    ...narrowing,
    status: z.optional(z.enum(statesOf(kind))),
    sort: z.optional(z.enum(requestSorts)),
  }
}

export function requestQuery<K extends RequestKind>(kind: K) {
  return z.strictObject({ page, per_page: perPage, ...requestFilter(kind) })
}

/** A page of such a list, with how many there are of each status and whether a search finds more than is looked at. */
export function requestPage<K extends RequestKind, Row extends z.ZodMiniType>(kind: K, row: Row) {
  const count = z.int()
  const counts = Object.fromEntries(statesOf(kind).map((state) => [state, count]))
  return z.object({
    data: z.array(row),
    pagination,
    counts: z.object(counts as Record<StateOf<K>, typeof count>), // every state stands there
    is_cut: isCut,
  })
}

/** Whose request it is, as an admin sees it; contacts are null once the account is closed. */
export const requester = {
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  registered_at: instant,
  is_active: z.boolean(),
  /** No money leaves the account (POST /users/{id}/freeze). */
  is_frozen: z.boolean(),
  wallet_balance: money,
}

const seconds = z.nullable(z.int())

/** Measured over the latest requests that were granted; null while fewer than five were. */
export const usualWaits = endpoint({
  name: 'usualWaits',
  method: 'GET',
  path: '/usual-waits',
  who: 'user',
  summary: 'How many seconds requests of each kind usually wait: the median of the last 50 that were granted',
  reply: z.object({ deposit: seconds, withdrawal: seconds, kyc: seconds }),
})
