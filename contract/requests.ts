/** How admins list requests, and how long requests usually wait. */
import * as z from 'zod/mini'
import { amountBound, money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { type MethodType, methodType } from './methods.ts'
import type { Paise } from './money.ts'
import { isWaiting, type RequestKind, type RequestState, statesOf } from './requestStates.ts'
import { day, id, instant, isCut, page, pagination, perPage, search } from './shapes.ts'
import { tableOf } from './tables.ts'

export const requestSorts = ['oldest', 'newest', 'amount', 'smallest'] as const
export type RequestSort = (typeof requestSorts)[number]

/** The default order: waiting requests are handled oldest first, past ones are looked up newest first. */
export function defaultSort(state: RequestState | undefined): RequestSort {
  return state !== undefined && isWaiting(state) ? 'oldest' : 'newest'
}

/** Only requests that have a flag, or whose owner has one. */
export const flagged = z.optional(z.literal('true'))

/** The days on which the records were made, both ends included. */
export const narrowingByDay = { from: z.optional(day), to: z.optional(day) }

/** How a list of requests can be narrowed by time: `late` keeps those that have waited `alert_queue_hours` or longer. */
export const narrowingByTime = { late: z.optional(z.literal('true')), ...narrowingByDay }

/** By the requested amount, both ends included. */
export const narrowingByAmount = { least: z.optional(amountBound), most: z.optional(amountBound) }

/** How a list of money requests can be narrowed. */
const narrowing = { ...narrowingByTime, ...narrowingByAmount, type: z.optional(methodType) }
export type Narrowing = {
  late?: 'true' | undefined
  type?: MethodType | undefined
  from?: string | undefined
  to?: string | undefined
  least?: Paise | undefined
  most?: Paise | undefined
}

/** How an admin narrows and orders a list of requests, and its export. */
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

/** A page of such a list, with the number of requests in each status and whether a search matches more than is examined. */
export function requestPage<K extends RequestKind, Row extends z.ZodMiniType>(kind: K, row: Row) {
  const counts = tableOf(statesOf(kind), () => z.int())
  return z.object({
    data: z.array(row),
    pagination,
    counts: z.object(counts),
    is_cut: isCut,
  })
}

/**
 * Whether the account and the reading admin's own have ever shared a browser, a payee or an ID number. It is shown and
 * refuses nothing. Source: docs/rules.md#admin-work.
 */
export const linkedToReader = z.boolean()

/** The owner of a request as an admin sees them; contacts are null once the account is closed. */
export const requester = {
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  registered_at: instant,
  is_active: z.boolean(),
  /** Whether the money is frozen (POST /users/{id}/freeze): none leaves the account. */
  is_frozen: z.boolean(),
  is_linked_to_you: linkedToReader,
  wallet_balance: money,
}

const seconds = z.nullable(z.int())

/** Measured over the latest granted requests; null while there are fewer than five. */
export const usualWaits = endpoint({
  name: 'usualWaits',
  method: 'GET',
  path: '/usual-waits',
  who: 'user',
  summary: 'How many seconds requests of each kind usually wait: the median of the last 50 that were granted',
  reply: z.object({ deposit: seconds, withdrawal: seconds, kyc: seconds }),
})
