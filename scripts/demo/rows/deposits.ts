import { referenceKey } from '@bittkosh/contract/deposits'
import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'

export async function writeDeposits(
  tx: Tx,
  { deposits }: Lives,
  { catalogue: { admin, settings } }: Place,
): Promise<void> {
  const fallback = !settings.isSet('usdt_value')
  await insertRows(
    tx,
    'deposits',
    deposits.map((deposit) => ({
      id: deposit.id,
      user_id: deposit.person.id,
      method_id: deposit.method.id,
      method_name: deposit.method.name,
      payee: deposit.method.payee,
      type: deposit.method.type,
      requested_amount: deposit.amount,
      approved_amount: deposit.approved,
      package_id: deposit.bought?.id ?? null,
      package_name: deposit.bought?.name ?? null,
      bonus_ppm: deposit.bought?.bonus ?? null,
      bonus: deposit.bonus,
      transaction_id: deposit.reference,
      reference_key: referenceKey(deposit.reference),
      usdt_amount: deposit.usdt?.amount ?? null,
      usdt_rate: deposit.usdt?.rate ?? null,
      usdt_rate_is_fallback: deposit.usdt !== null && fallback,
      status: deposit.status,
      rejection_preset: deposit.preset,
      admin_note: deposit.note,
      created_at: deposit.at,
      decided_at: deposit.decidedAt,
      decided_by: deposit.decidedAt && admin,
    })),
  )
}
