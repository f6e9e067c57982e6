/** What investments offer to other rooms. */
import type { Investment } from '@bittkosh/contract/investments'
import type { Language } from '@bittkosh/contract/language'
import { dayOf } from '@bittkosh/contract/time'
import type { HistorySource } from '../ledger/history.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { readerText } from '../platform/database/readerText.ts'
import { sql } from '../platform/database/sql.ts'
import { serialize } from './serialize.ts'
import { type Totals, totalsOf, unclaimedInvestments } from './queries.ts'

/** A user's totals over all their investments at a moment, and the unclaimed ones, the soonest to mature first. */
export async function investmentsOf(
  db: Db | Tx,
  {
    user,
    at,
    language,
    limit,
  }: {
    user: number
    at: Date
    language: Language
    limit: number
  },
): Promise<{ totals: Totals; soonest: Investment[] }> {
  const [totals, rows] = await Promise.all([
    totalsOf(db, { user, today: dayOf(at) }),
    unclaimedInvestments(db, { user, limit }),
  ])
  return { totals, soonest: rows.map((row) => serialize(row, at, language)) }
}

/** Purchases and claims in a user's history. */
export const history = (now: Date, language: Language): readonly HistorySource[] => [
  {
    type: 'crypto_investment',
    from: sql`investments i`,
    user: sql`i.user_id`,
    at: sql`i.bought_at`,
    id: sql`i.id`,
    direction: 'out',
    status: sql`case when i.claimed_at is not null then 'withdrawn' when i.matures_at <= ${now} then 'matured' else 'active' end`,
    amount: sql`i.amount`,
    cause: { subject: 'investment', subjectId: sql`i.id`, event: 'bought' },
    columns: {
      number: sql`i.number`,
      cryptocurrency_name: readerText(language, 'i.name'),
      cryptocurrency_symbol: sql`i.symbol`,
      counterparty: readerText(language, 'i.name'),
      profit_earned: sql`case when i.claimed_at is null then 0 else i.profit end`,
      is_withdrawn: sql`i.claimed_at is not null`,
      due_at: sql`i.matures_at`,
      decided_at: sql`i.claimed_at`,
    },
  },
  {
    type: 'crypto_investment',
    key: 'crypto_investment_claim',
    from: sql`investments i`,
    where: sql`i.claimed_at is not null`,
    user: sql`i.user_id`,
    at: sql`i.claimed_at`,
    id: sql`i.id`,
    direction: 'in',
    status: sql`'completed'`,
    amount: sql`i.amount + i.profit`,
    cause: { subject: 'investment', subjectId: sql`i.id`, event: 'claimed' },
    columns: {
      number: sql`i.number`,
      cryptocurrency_name: readerText(language, 'i.name'),
      cryptocurrency_symbol: sql`i.symbol`,
      counterparty: readerText(language, 'i.name'),
      profit_earned: sql`i.profit`,
      is_withdrawn: sql`true`,
      decided_at: sql`i.claimed_at`,
    },
  },
]
