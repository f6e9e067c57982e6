import { dayOf } from '@bittkosh/contract/time'
import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import { insertRows } from './insert.ts'

export async function writeInvestments(tx: Tx, { investments }: Lives): Promise<void> {
  await insertRows(
    tx,
    'investments',
    investments.map(({ plan, ...investment }) => ({
      id: investment.id,
      user_id: investment.person.id,
      plan_id: plan.id,
      name: plan.name,
      symbol: plan.symbol,
      amount: investment.amount,
      profit_ppm: plan.profit_ppm,
      profit: investment.profit,
      duration_days: plan.duration_days,
      is_only: !plan.multiple_allowed,
      bought_at: investment.at,
      bought_on: dayOf(investment.at),
      matures_on: investment.maturesOn,
      matures_at: investment.maturesAt,
      told_at: investment.told ? investment.maturesAt : null,
      claimed_at: investment.claimedAt,
    })),
  )
}
