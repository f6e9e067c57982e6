/** Bank statements of demo users' money: a file for each payment method, parsed and stored like an uploaded one. */
import { hash } from 'node:crypto'
import { rupeesText, type Paise, paise } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import { findColumns } from '../../server/src/bankStatements/columns.ts'
import { keepStatement } from '../../server/src/bankStatements/importing.ts'
import { readLines } from '../../server/src/bankStatements/lines.ts'
import { dayOfMoment } from '../../server/src/platform/database/businessDay.ts'
import type { Db, Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

const MOVEMENTS_MAX = 400 // for each method: as many as in a busy month
const HEAD = ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']

type Moved = { id: number; day: string; amount: Paise; reference: string; name: string; is_pending: boolean }

export async function hasStatements(db: Db): Promise<boolean> {
  const { rows } = await sql`select from bank_statements limit 1`.execute(db)
  return rows.length > 0
}

/** The newest money in and out of each method paid in rupees that no line of an earlier run names. */
export async function writeStatements(tx: Tx, { admin, now }: { admin: number; now: Date }): Promise<void> {
  for (const method of await methodsInRupees(tx)) {
    const moved = [...(await deposits(tx, method.id)), ...(await payouts(tx, method.type))]
    const rows = [...moved.map(rowOf), ...strangers(now)].toSorted((a, b) => (a.day < b.day ? -1 : 1))
    if (moved.length > 0) await keepFile(tx, { method, rows, fileName: `${method.name} ${dayOf(now)}.csv`, admin, now })
  }
}

/** One more file, with these deposits as they were requested. */
export async function writeArrivals(
  tx: Tx,
  { ids, admin, now }: { ids: readonly number[]; admin: number; now: Date },
): Promise<void> {
  for (const method of await methodsInRupees(tx)) {
    const rows = (await deposits(tx, method.id))
      .filter(({ id }) => ids.includes(id))
      .map((arrived) => rowOf({ ...arrived, is_pending: false }))
    const fileName = `${method.name} ${dayOf(now)}, later.csv`
    if (rows.length > 0) await keepFile(tx, { method, rows, fileName, admin, now })
  }
}

type Method = { id: number; name: string; type: string }

async function methodsInRupees(tx: Tx): Promise<Method[]> {
  const { rows } = await sql<Method>`
    select id, name, type from deposit_methods where type <> 'crypto' order by id`.execute(tx)
  return rows
}

type File = { method: Method; rows: ReturnType<typeof rowOf>[]; fileName: string; admin: number; now: Date }

async function keepFile(tx: Tx, { method, rows, fileName, admin, now }: File): Promise<void> {
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
      fileName,
      hash: hash('sha256', JSON.stringify(cells), 'buffer'),
      format: 'csv',
      found,
      lines: readLines(cells, found, dayOf(now)).lines,
    },
    { user: { id: admin }, at: now, address: null },
  )
}

async function deposits(tx: Tx, method: number): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select d.id, ${dayOfMoment(sql`d.created_at`)} as day, coalesce(d.approved_amount, d.requested_amount) as amount,
           d.transaction_id as reference, u.name, d.status = 'pending' as is_pending
      from deposits d
      join users u on u.id = d.user_id
     where d.method_id = ${method} and d.status in ('pending', 'approved')
       and not exists (select from statement_lines l where l.deposit_id = d.id)
     order by d.status = 'pending' desc, d.created_at desc, d.id desc
     limit ${MOVEMENTS_MAX}`.execute(tx)
  return rows
}

async function payouts(tx: Tx, type: string): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select w.id, ${dayOfMoment(sql`w.decided_at`)} as day, w.fee - w.amount as amount,
           w.transaction_id as reference, u.name, false as is_pending
      from withdrawals w
      join users u on u.id = w.user_id
     where w.type = ${type} and w.status = 'approved'
       and not exists (select from statement_lines l where l.withdrawal_id = w.id)
     order by w.decided_at desc, w.id desc
     limit ${MOVEMENTS_MAX}`.execute(tx)
  return rows
}

/** Of the pending ones, every tenth has another amount, and every tenth lacks its reference. */
function rowOf({ id, day, amount, reference, name, is_pending: isPending }: Moved) {
  const lacksReference = isPending && id % 10 === 7
  const short = isPending && id % 10 === 3 && amount > 100_00n ? 100_00n : 0n
  const shown = lacksReference ? '' : reference
  const narration = `UPI-${name.toUpperCase()}-${shown || 'COLLECT'}`
  return { day, narration, reference: shown, amount: amount - short }
}

/** Money that belongs to no request. */
function strangers(now: Date) {
  const day = dayOf(now)
  return [
    { day, narration: 'CREDIT INTEREST CAPITALISED', reference: '', amount: 1_842_00n },
    { day, narration: 'UPI-UNKNOWN PAYER-SENT BY MISTAKE', reference: '918273645546', amount: 2_500_00n },
    { day, narration: 'SMS AND ACCOUNT CHARGES', reference: '', amount: -118_00n },
  ]
}
