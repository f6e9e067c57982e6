import type { Tx } from '../../../server/src/platform/database.ts'
import { payeeKey } from '../../../server/src/withdrawals/rules.ts'
import type { Lives } from '../lives/lives.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'

export async function writeWithdrawals(
  tx: Tx,
  { withdrawals }: Lives,
  { catalogue: { admin, settings } }: Place,
): Promise<void> {
  const fallback = !settings.isSet('usdt_value')
  await insertRows(
    tx,
    'withdrawals',
    withdrawals.map((withdrawal) => ({
      id: withdrawal.id,
      user_id: withdrawal.person.id,
      amount: withdrawal.amount,
      fee: withdrawal.fee,
      fee_rate: settings.percent('withdrawal_fee_percentage'),
      type: withdrawal.payee.type,
      details: withdrawal.payee.details,
      payee: payeeKey(withdrawal.payee),
      usdt_rate: withdrawal.usdtRate,
      usdt_rate_is_fallback: withdrawal.usdtRate !== null && fallback,
      status: withdrawal.status,
      rejection_preset: withdrawal.preset,
      transaction_id: withdrawal.transactionId,
      admin_note: withdrawal.note,
      created_at: withdrawal.at,
      decided_at: withdrawal.decidedAt,
      decided_by: withdrawal.status === 'approved' || withdrawal.status === 'rejected' ? admin : null,
    })),
  )
}
