/** Writes planned lives in one transaction: the records in their last state, and the money as it moved, step by step. */
import { recordEach } from '../../server/src/audit/actions.ts'
import { post, type RefusedBy } from '../../server/src/ledger/post.ts'
import type { Tx } from '../../server/src/platform/database.ts'
import type { Lives } from './lives/lives.ts'
import type { Place } from './place.ts'
import { giveIds } from './rows/insert.ts'
import { writeDeposits } from './rows/deposits.ts'
import { writeEarn, writeSettled } from './rows/earn.ts'
import { writeInvestments } from './rows/investments.ts'
import { writeKyc } from './rows/kyc.ts'
import { writeNotices } from './rows/notices.ts'
import { writePeople } from './rows/people.ts'
import { writeReferrals } from './rows/referrals.ts'
import { writeTransfers } from './rows/transfers.ts'
import { writeWithdrawals } from './rows/withdrawals.ts'
import { knowingUsers } from './upkeep.ts'

export async function writeLives(tx: Tx<RefusedBy>, lives: Lives, place: Place): Promise<void> {
  await giveIds(tx, [
    ['users', lives.people],
    ['kyc_records', lives.kyc],
    ['deposits', lives.deposits.sort(byMoment)],
    ['withdrawals', lives.withdrawals.sort(byMoment)],
    ['investments', lives.investments.sort(byMoment)],
    ['balance_transfers', lives.transfers.sort(byMoment)],
    ['flexible_movements', lives.earnMoves.sort(byMoment)],
  ])
  await writePeople(tx, lives, place)
  await writeKyc(tx, lives, place)
  await writeDeposits(tx, lives, place)
  await writeWithdrawals(tx, lives, place)
  await writeInvestments(tx, lives)
  await writeTransfers(tx, lives, place)
  await writeSettled(tx, lives)
  await knowingUsers(tx, async () => {
    await writeEarn(tx, lives)
    await writeReferrals(tx, lives, place)
    await writeNotices(tx, lives, place)
  })
  for (const { at, movements } of lives.steps)
    await post(
      tx,
      at,
      movements.map((make) => make()),
    )
}

/** What only one transaction at a time can write, from there to its end: the audit log hashes each row with the one before. */
export async function finishLives(tx: Tx, { acts }: Lives): Promise<void> {
  await recordEach(
    tx,
    acts.map((act) => act()),
  )
}

function byMoment(one: { at: Date }, other: { at: Date }): number {
  return one.at.getTime() - other.at.getTime()
}
