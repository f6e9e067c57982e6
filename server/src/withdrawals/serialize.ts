/** Rows in the form that the calls return. */
import type { AdminGovtId } from '@bittkosh/contract/kyc'
import type { Language } from '@bittkosh/contract/language'
import { decimalText, type Paise, subtract, paiseFrom } from '@bittkosh/contract/money'
import { isWaiting } from '@bittkosh/contract/requestStates'
import type { Settings } from '@bittkosh/contract/settings'
import { usdtWorth } from '@bittkosh/contract/usdt'
import type { WithdrawalPayee } from '@bittkosh/contract/payees'
import type { PayoutRate } from '@bittkosh/contract/withdrawalQuote'
import type { AdminWithdrawal, Withdrawal } from '@bittkosh/contract/withdrawals'
import type { ExportColumns } from '../audit/actions.ts'
import { bankOfIfsc } from '../platform/ifsc.ts'
import { noteOf, requesterOf } from '../requests/serialize.ts'
import { rateOf } from './deciding.ts'
import type { AdminRow, ExportedRow, WithdrawalRow } from './queries.ts'
import { serializeReport } from './reported.ts'
import { flagsOf } from './rules.ts'

/** For which reader and which moment a row is written. */
export type ReaderContext = { language: Language; at: Date; settings: Settings }

export function serialize(row: WithdrawalRow, { language, ...moment }: ReaderContext): Withdrawal {
  const rate = rateOf(row, moment)
  return {
    id: row.id,
    number: row.number,
    amount: row.amount,
    processing_fee: row.fee,
    fee_percentage: row.fee_rate,
    net_amount: netOf(row),
    ...payeeColumns(payeeOf(row)),
    status: row.status,
    transaction_id: row.transaction_id,
    admin_note: noteOf(row, language),
    created_at: row.created_at,
    decided_at: row.decided_at,
    being_paid: isWaiting(row.status) && row.claimed_by !== null,
    returned_at: row.returned_at,
    return_reason: row.return_reason,
    usdt_rate: rate?.rate ?? null,
    usdt_rate_basis: rate?.basis ?? null,
    usdt_rate_is_fallback: rate?.isFallback ?? false,
    usdt_amount: usdtOf(row, rate),
  }
}

type AdminContext = ReaderContext & { govtIds: AdminGovtId[]; kycApproved: boolean; isLinkedToReader: boolean }

export function serializeForAdmin(
  row: AdminRow,
  { govtIds, kycApproved, isLinkedToReader, ...reading }: AdminContext,
): AdminWithdrawal {
  const payee = payeeOf(row)
  return {
    ...serialize(row, reading),
    user: {
      id: row.user_id,
      ...requesterOf(row),
      is_linked_to_you: isLinkedToReader,
      wallet_balance: row.wallet_balance,
      govt_ids: govtIds,
      kyc_approved: kycApproved,
    },
    largest_approved: row.largest_approved,
    decided_by: row.decided_by_name,
    marks: row.marks,
    claimed_by:
      row.claimed_by === null || row.claimed_by_name === null
        ? null
        : { id: row.claimed_by, name: row.claimed_by_name },
    claimed_at: row.claimed_at,
    payout_batch: row.payout_batch,
    open_batch: row.open_batch && {
      ...row.open_batch,
      downloaded: row.open_batch.downloaded && {
        ...row.open_batch.downloaded,
        at: new Date(row.open_batch.downloaded.at),
      },
    },
    reported_payments: row.reported_payments.map(serializeReport),
    paid_before_stop: row.paid_before_stop,
    returned_by: row.returned_by_name,
    flags: flagsOf(payee, { owner: row.name, usedElsewhere: row.used_elsewhere }),
    ifsc_bank: payee.type === 'bank' ? bankOfIfsc(payee.details.ifsc_code).bank : null,
    paid_before: row.paid_before,
    is_first: row.is_first,
    recent: row.recent.map((other) => ({
      ...other,
      amount: paiseFrom(other.amount),
      created_at: new Date(other.created_at),
    })),
  }
}

function netOf({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>): Paise {
  return subtract(amount, fee)
}

function usdtOf(row: WithdrawalRow, rate: PayoutRate | null): bigint | null {
  return rate && usdtWorth(netOf(row), rate.rate)
}

// The table's type and details were written together, from one WithdrawalPayee.
function payeeOf({ type, details }: Pick<WithdrawalRow, 'type' | 'details'>): WithdrawalPayee {
  return { type, details } as WithdrawalPayee
}

function payeeColumns(payee: WithdrawalPayee) {
  switch (payee.type) {
    case 'upi':
      return { type: payee.type, withdrawal_details: payee.details }
    case 'bank':
      return { type: payee.type, withdrawal_details: payee.details }
    case 'crypto':
      return { type: payee.type, withdrawal_details: payee.details }
    default:
      return payee satisfies never
  }
}

const detail = (key: string) => (row: ExportedRow) =>
  new Map<string, string>(Object.entries(row.details)).get(key) ?? null

export const exportColumnsAt = (moment: Omit<ReaderContext, 'language'>): ExportColumns<ExportedRow> => ({
  id: (row) => row.id,
  number: (row) => row.number,
  status: (row) => row.status,
  user_id: (row) => row.user_id,
  user: (row) => row.name,
  email: (row) => row.email,
  phone: (row) => row.phone,
  amount: (row) => row.amount,
  processing_fee: (row) => row.fee,
  net_amount: netOf,
  usdt_amount: (row) => {
    const usdt = usdtOf(row, rateOf(row, moment))
    return usdt === null ? null : decimalText(usdt, 6)
  },
  usdt_rate: (row) => rateOf(row, moment)?.rate ?? null,
  type: (row) => row.type,
  upi_id: detail('upi_id'),
  bank_name: detail('bank_name'),
  account_name: detail('account_name'),
  account_number: detail('account_number'),
  ifsc_code: detail('ifsc_code'),
  address: detail('address'),
  transaction_id: (row) => row.transaction_id,
  admin_note: noteOf,
  created_at: (row) => row.created_at,
  decided_at: (row) => row.decided_at,
  decided_by: (row) => row.decided_by_name,
  claimed_by: (row) => row.claimed_by_name,
  claimed_at: (row) => row.claimed_at,
  returned_at: (row) => row.returned_at,
  return_reason: (row) => row.return_reason,
})
