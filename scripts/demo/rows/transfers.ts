import { maskName } from '@bittkosh/contract/transfers'
import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import { digestOf } from '../people.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'

export async function writeTransfers(tx: Tx, { transfers }: Lives, { catalogue: { settings } }: Place): Promise<void> {
  await insertRows(
    tx,
    'balance_transfers',
    transfers.map((transfer) => ({
      id: transfer.id,
      sender_id: transfer.person.id,
      receiver_id: transfer.receiver.id,
      amount: transfer.amount,
      fee: transfer.fee,
      fee_rate_ppm: settings.percent('transfer_fee_percentage'),
      receiver_masked: masked(transfer.receiver.name),
      status: transfer.status,
      // nobody was sent the code of a pending one: no code fits
      otp_hash: transfer.status === 'pending' ? digestOf(`code ${transfer.person.number}`) : null,
      wrong_codes: transfer.status === 'failed' ? 5 : 0,
      failure: transfer.status === 'failed' ? 'wrong_codes' : null,
      otp_expires_at: new Date(transfer.at.getTime() + 300_000),
      created_at: transfer.at,
      ended_at: transfer.decidedAt,
    })),
  )
}

// There are some thousand names, and a name takes 30 µs: it is cut by letters as people see them.
const maskedNames = new Map<string, string>()

function masked(name: string): string {
  const found = maskedNames.get(name) ?? maskName(name)
  maskedNames.set(name, found)
  return found
}
