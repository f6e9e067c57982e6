/** Referrals: who registered with a user's code. The income from them is in the wallet's history. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { floorShare, type Paise, type Ppm } from './money.ts'
import { cursor, id, instant, nextCursor } from './shapes.ts'

export const referredUser = z.object({ id, name: z.string(), joined_at: instant })
export type ReferredUser = z.output<typeof referredUser>

export const listReferredUsers = endpoint({
  name: 'listReferredUsers',
  method: 'GET',
  path: '/referrals/users',
  who: 'user',
  summary: "The users who registered with the signed-in user's code, newest first",
  query: z.strictObject({ cursor }),
  reply: z.object({ referred_users: z.array(referredUser), next_cursor: nextCursor }),
})

/**
 * A referrer's share of one profit: floored to the paisa. The fraction (millionths of a paisa) is carried to the next
 * share of the same referred user, so that nothing is lost or created.
 */
export function referralShare({ profit, rate, carried }: { profit: Paise; rate: Ppm; carried: bigint }) {
  return floorShare(carried + profit * rate)
}
