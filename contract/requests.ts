/** What deposits and withdrawals share: requests of users that an admin decides once. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { id, instant, search } from './shapes.ts'

export const requestSorts = ['oldest', 'newest', 'amount'] as const
export type RequestSort = (typeof requestSorts)[number]

/** How an admin narrows and orders a list of them, and what its export takes. */
export function requestFilter<Status extends z.ZodMiniType>(status: Status) {
  return { search, status: z.optional(status), sort: z.optional(z.enum(requestSorts)) }
}

/** Whose request it is, as an admin sees it; contacts are null once the account is closed. */
export const requester = {
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  registered_at: instant,
  wallet_balance: money,
}

/**
 * A search of the panel's lists looks at so many people, and at so many rows of each status; what it finds besides is
 * neither shown nor counted. What is pending is always complete.
 */
export const FOUND_MAX = 5_000

/** Whether a list lacks some of what its search finds. */
export const isCut = z.boolean()
