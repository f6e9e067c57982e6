/** Rows in the form that the calls return. */
import type { AdminDeposit, Deposit } from '@bittkosh/contract/deposits'
import type { Language } from '@bittkosh/contract/language'
import { decimalText, paiseFrom } from '@bittkosh/contract/money'
import { quotePackage } from '@bittkosh/contract/packages'
import { inLanguage } from '@bittkosh/contract/twins'
import { requestStates } from '@bittkosh/contract/requestStates'
import type { ExportColumns } from '../audit/actions.ts'
import { noteOf, requesterOf } from '../requests/serialize.ts'
import type { AdminRow, DepositRow, ExportedRow } from './queries.ts'

export function serialize(
  row: DepositRow,
  { user: { name, email }, language }: { user: Deposit['user']; language: Language },
): Deposit {
  return { ...commonOf(row, language), user: { name, email } }
}

function commonOf(row: DepositRow, language: Language): Omit<Deposit, 'user'> {
  return {
    id: row.id,
    number: row.number,
    requested_amount: row.requested_amount,
    approved_amount: row.approved_amount,
    transaction_id: row.transaction_id,
    status: row.status,
    admin_note: noteOf(row, language),
    created_at: row.created_at,
    decided_at: row.decided_at,
    reversed_at: row.reversed_at,
    reversal_reason: row.reversal_reason,
    method: {
      id: row.method_id,
      name: inLanguage(language, row.method_name, row.method_name_hi),
      type: row.type,
      payee_since: row.payee_since,
    },
    package: packageOf(row, language),
    usdt_amount: row.usdt_amount,
    usdt_rate: row.usdt_rate,
    usdt_rate_is_fallback: row.usdt_rate_is_fallback,
  }
}

export function serializeForAdmin(
  row: AdminRow,
  { kycApproved, isLinkedToReader, language }: { kycApproved: boolean; isLinkedToReader: boolean; language: Language },
): AdminDeposit {
  return {
    ...commonOf(row, language),
    user: {
      id: row.user_id,
      ...requesterOf(row),
      is_linked_to_you: isLinkedToReader,
      wallet_balance: row.wallet_balance,
      kyc_approved: kycApproved,
    },
    largest_approved: row.largest_approved,
    reference_freed: row.reference_freed,
    payee: row.payee,
    has_former_payee: row.has_former_payee,
    decided_by: row.decided_by_name,
    marks: row.marks,
    seen_before: row.seen_before.map((other) => ({ ...other, created_at: new Date(other.created_at) })),
    is_first: row.is_first,
    recent: row.recent.map((other) => ({
      ...other,
      requested_amount: paiseFrom(other.requested_amount),
      approved_amount: other.approved_amount === null ? null : paiseFrom(other.approved_amount),
      created_at: new Date(other.created_at),
    })),
  }
}

/** Whether it was ever approved; a reversed deposit keeps what it had credited. */
function wasGranted({ status }: Pick<DepositRow, 'status'>): boolean {
  return requestStates[status] === 'granted' || requestStates[status] === 'undone'
}

function packageOf(row: DepositRow, language: Language): Deposit['package'] {
  const { package_id: id, package_name: english, bonus_ppm: bonus } = row
  if (id === null || english === null || bonus === null) return null
  const name = inLanguage(language, english, row.package_name_hi)
  const amount = row.approved_amount ?? row.requested_amount
  const bonusAmount = wasGranted(row) ? row.bonus : quotePackage({ amount, bonus }).bonus
  return { id, name, amount: row.requested_amount, bonus_percentage: bonus, bonus_amount: bonusAmount }
}

export const exportColumns: ExportColumns<ExportedRow> = {
  id: (row) => row.id,
  number: (row) => row.number,
  status: (row) => row.status,
  user_id: (row) => row.user_id,
  user: (row) => row.name,
  email: (row) => row.email,
  phone: (row) => row.phone,
  requested_amount: (row) => row.requested_amount,
  approved_amount: (row) => row.approved_amount,
  package: (row) => row.package_name,
  bonus: (row) => (wasGranted(row) ? row.bonus : null),
  method: (row) => row.method_name,
  type: (row) => row.type,
  transaction_id: (row) => row.transaction_id,
  usdt_amount: (row) => (row.usdt_amount === null ? null : decimalText(row.usdt_amount, 6)),
  usdt_rate: (row) => row.usdt_rate,
  admin_note: noteOf,
  created_at: (row) => row.created_at,
  decided_at: (row) => row.decided_at,
  decided_by: (row) => row.decided_by_name,
  reversed_at: (row) => row.reversed_at,
  reversal_reason: (row) => row.reversal_reason,
}
