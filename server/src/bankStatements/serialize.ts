/** Rows as the calls return them. */
import type { BankStatement, StatementLine } from '@bittkosh/contract/bankStatements'
import { paiseFrom } from '@bittkosh/contract/money'
import type { LineRow } from './lineQueries.ts'
import type { StatementRow } from './statementQueries.ts'

export function serializeStatement({
  account_id,
  account_name,
  imported_by_name,
  ...row
}: StatementRow): BankStatement {
  return { ...row, account: { id: account_id, name: account_name }, imported_by: imported_by_name }
}

/** `linked`: the users whose accounts are linked to the reader's own. */
export function serializeLine(
  { account_id, account_name, decided_by_name, ...row }: LineRow,
  linked: ReadonlySet<number>,
): StatementLine {
  const { deposit, withdrawal } = row
  return {
    ...row,
    account: { id: account_id, name: account_name },
    deposit: deposit && {
      ...deposit,
      requested_amount: paiseFrom(deposit.requested_amount),
      approved_amount: deposit.approved_amount === null ? null : paiseFrom(deposit.approved_amount),
      largest_approved: deposit.largest_approved === null ? null : paiseFrom(deposit.largest_approved),
      created_at: new Date(deposit.created_at),
      has_warnings: deposit.has_warnings || linked.has(deposit.user.id),
    },
    withdrawal: withdrawal && {
      ...withdrawal,
      paid_amount: paiseFrom(withdrawal.paid_amount),
      decided_at: new Date(withdrawal.decided_at),
    },
    decided_by: decided_by_name,
  }
}
