/** What deposits offer to other rooms: their part of a user's history, and an approval. */
import type { decideDeposit } from '@bittkosh/contract/deposits'
import type { Body } from '@bittkosh/contract/endpoint'
import type { Language } from '@bittkosh/contract/language'
import type { History, HistorySource } from '../ledger/history.ts'
import { readerText } from '../platform/database/readerText.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { TxOf } from '../platform/http/http.ts'
import { type Acting, actOn } from '../requests/deciding.ts'
import { hasOutcome } from '../requests/table.ts'
import { depositRules } from './deciding.ts'

export const history: History = (_now, language) => [
  {
    type: 'deposit',
    from: sql`deposits d`,
    user: sql`d.user_id`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    direction: 'in',
    pending: hasOutcome('d.status', 'waits'),
    status: sql`d.status`,
    amount: sql`coalesce(d.approved_amount, d.requested_amount)`,
    // the last of the movements that credit it
    cause: {
      subject: 'deposit',
      subjectId: sql`d.id`,
      event: sql`case when d.bonus > 0 then 'bonus' else 'decided' end`,
    },
    columns: {
      number: sql`d.number`,
      requested_amount: sql`d.requested_amount`,
      approved_amount: sql`d.approved_amount`,
      transaction_id: sql`d.transaction_id`,
      rejection_preset: sql`d.rejection_preset`,
      admin_note: sql`coalesce(d.reversal_reason, d.admin_note)`,
      counterparty: sql`coalesce(${packageName(language)} || ' · ', '') || ${readerText(language, 'd.method_name')}`,
      decided_at: sql`d.decided_at`,
      undone_at: sql`d.reversed_at`,
      ...terms(language),
    },
  },
  {
    type: 'bonus',
    key: 'bonus_package',
    from: sql`deposits d`,
    where: sql`d.bonus > 0`,
    user: sql`d.user_id`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    direction: 'in',
    status: sql`'completed'`,
    amount: sql`d.bonus`,
    cause: { subject: 'deposit', subjectId: sql`d.id`, event: 'bonus' },
    columns: {
      number: sql`d.number`,
      counterparty: packageName(language),
      decided_at: sql`d.decided_at`,
    },
  },
  {
    type: 'deposit',
    key: 'deposit_reversal',
    from: sql`deposits d`,
    where: sql`d.reversed_at is not null`,
    user: sql`d.user_id`,
    at: sql`d.reversed_at`,
    id: sql`d.id`,
    direction: 'out',
    status: sql`'completed'`,
    amount: sql`d.approved_amount + d.bonus`,
    cause: { subject: 'deposit', subjectId: sql`d.id`, event: 'reversed' },
    columns: {
      number: sql`d.number`,
      admin_note: sql`d.reversal_reason`,
      transaction_id: sql`d.transaction_id`,
      counterparty: sql`coalesce(${packageName(language)} || ' · ', '') || ${readerText(language, 'd.method_name')}`,
      decided_at: sql`d.reversed_at`,
      ...terms(language),
    },
  },
]

/** What was agreed with the request, for its receipt. */
function terms(language: Language): HistorySource['columns'] {
  return {
    package_name: packageName(language),
    package_bonus: sql`case when d.approved_amount is not null then d.bonus end`,
    package_bonus_ppm: sql`d.bonus_ppm`,
    usdt_amount: sql`d.usdt_amount`,
    usdt_rate: sql`d.usdt_rate`,
  }
}

function packageName(language: Language): Sql<unknown> {
  return readerText(language, 'd.package_name')
}

/** Approves a deposit like the call itself: with the same rule, notice, audit entry and movements. */
export async function approveDeposit(
  tx: TxOf<typeof decideDeposit>,
  { id, ...acting }: { id: number; typed: Body<typeof decideDeposit> } & Acting,
): Promise<void> {
  await actOn(tx, depositRules, { act: 'approve', key: id, ...acting })
}
