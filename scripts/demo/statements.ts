/** Bank statements of demo users' money: a file of each payment method, read and kept as an uploaded one is. */
import { createHash } from 'node:crypto'
import { rupeesText, type Paise, paise } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import { findColumns } from '../../server/src/bankStatements/columns.ts'
import { keepStatement } from '../../server/src/bankStatements/importing.ts'
import { readLines } from '../../server/src/bankStatements/lines.ts'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

const MOVEMENTS_MAX = 400 // of each method: what a busy month brings
const HEAD = ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']

type Moved = { id: number; day: string; amount: Paise; reference: string; name: string; is_pending: boolean }

/** The newest money in and out of each method paid in rupees. A file that was kept by an earlier run adds nothing. */
export async function writeStatements(tx: Tx, { admin, now }: { admin: number; now: Date }): Promise<void> {
  const { rows: methods } = await sql<{ id: number; name: string; type: string }>`
    select id, name, type from deposit_methods where type <> 'crypto' order by id`.execute(tx)
  for (const method of methods) {
    const moved = [...(await deposits(tx, method.id)), ...(await payouts(tx, method.type))]
    const rows = [...moved.map(rowOf), ...strangers(now)].toSorted((a, b) => (a.day < b.day ? -1 : 1))
    if (moved.length === 0) continue
    let balance = 5_00_000_00n
    const cells = [
      HEAD,
      ...rows.map(({ day, narration, reference, amount }) => {
        const text = day.split('-').toReversed().join('/')
        const sum = rupeesText(paise(amount < 0n ? -amount : amount))
        balance += amount
        return [
          text,
          narration,
          reference,
          text,
          amount < 0n ? sum : '',
          amount < 0n ? '' : sum,
          rupeesText(paise(balance)),
        ]
      }),
    ]
    const found = findColumns(cells, { chosen: undefined, saved: {} })
    await keepStatement(
      tx,
      {
        choice: { method_id: method.id },
        name: method.name,
        fileName: `${method.name} ${dayOf(now)}.csv`,
        hash: createHash('sha256').update(JSON.stringify(cells)).digest(),
        format: 'csv',
        found,
        lines: readLines(cells, found).lines,
      },
      { admin, at: now },
    )
  }
}

async function deposits(tx: Tx, method: number): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select d.id, (d.created_at at time zone 'Asia/Kolkata')::date as day, coalesce(d.approved_amount, d.requested_amount) as amount,
           d.transaction_id as reference, u.name, d.status = 'pending' as is_pending
      from deposits d
      join users u on u.id = d.user_id
     where d.method_id = ${method} and d.status in ('pending', 'approved')
     order by d.status = 'pending' desc, d.created_at desc, d.id desc
     limit ${MOVEMENTS_MAX}`.execute(tx)
  return rows
}

async function payouts(tx: Tx, type: string): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select w.id, (w.decided_at at time zone 'Asia/Kolkata')::date as day, w.fee - w.amount as amount,
           w.transaction_id as reference, u.name, false as is_pending
      from withdrawals w
      join users u on u.id = w.user_id
     where w.type = ${type} and w.status = 'approved'
     order by w.decided_at desc, w.id desc
     limit ${MOVEMENTS_MAX}`.execute(tx)
  return rows
}

/** Of what waits, every tenth comes with another amount, and every tenth without its reference. */
function rowOf({ id, day, amount, reference, name, is_pending: isPending }: Moved) {
  const lacksReference = isPending && id % 10 === 7
  const short = isPending && id % 10 === 3 && amount > 100_00n ? 100_00n : 0n
  const shown = lacksReference ? '' : reference
  const narration = `UPI-${name.toUpperCase()}-${shown || 'COLLECT'}`
  return { day, narration, reference: shown, amount: amount - short }
}

/** Money that belongs to nobody's request. */
function strangers(now: Date) {
  const day = dayOf(now)
  return [
    { day, narration: 'CREDIT INTEREST CAPITALISED', reference: '', amount: 1_842_00n },
    { day, narration: 'UPI-UNKNOWN PAYER-SENT BY MISTAKE', reference: '918273645546', amount: 2_500_00n },
    { day, narration: 'SMS AND ACCOUNT CHARGES', reference: '', amount: -118_00n },
  ]
}
