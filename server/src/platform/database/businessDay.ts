/**
 * Business days in statements, as `contract/time.ts` has them for the program. The invariants write them out, so that they
 * share no mistake with what they check.
 */
import { type Sql, sql } from './sql.ts'

/** The business day of a moment. */
export const dayOfMoment = (moment: Sql): Sql => sql`(${moment} at time zone 'Asia/Kolkata')::date`

/** 00:00 Asia/Kolkata of a day. */
export const startOfDate = (day: Sql): Sql => sql`((${day})::timestamp at time zone 'Asia/Kolkata')`

/** The month of a moment as its first 00:00 by the clock there; `india_month` of the schema is its first day. */
export const monthOfMoment = (moment: Sql): Sql => sql`date_trunc('month', ${moment} at time zone 'Asia/Kolkata')`
