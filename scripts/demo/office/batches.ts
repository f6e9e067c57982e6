/** Payout batches: files for the bank, and its result files. */
import { sql } from '../../../server/src/platform/database/sql.ts'
import { digitsOf } from '../people.ts'
import { askForPayouts } from './asking.ts'
import { countOf, type Desk, share } from './desk.ts'
import type { Team } from './team.ts'

const OF_EACH = [1, 3] as const

type Said = { status: string; choice?: 'reject' | 'retry'; reason?: string }
type Payout = { withdrawal_id: number; number: string; amount: number }
type Batch = { id: number; payouts: Payout[] }

const paid: Said = { status: 'Success' }
/** The bank's result for the withdrawals of a batch, by their outcome. */
const answers = {
  open: [],
  answered: [paid, paid, paid],
  'partly refused': [
    paid,
    paid,
    { status: 'Failed', reason: 'Account closed', choice: 'reject' },
    { status: 'Returned', reason: 'Bank holiday', choice: 'retry' },
    { status: 'In process' },
  ],
} as const satisfies Record<string, readonly Said[]>

/** Batches that wait for the bank, that it has paid, and of which it has refused a part. */
export async function makeBatches(desk: Desk, { finance }: Team, total: number): Promise<void> {
  const wanted = share(total, 2_000, OF_EACH)
  for (const kind of ['partly refused', 'answered', 'open'] as const) {
    const said: readonly Said[] = answers[kind]
    const there = await countOf(desk.db, sql`payout_batches p where ${isBatch[kind]}`)
    for (let n = there; n < wanted; n++) {
      const ids = await askForPayouts(desk, { count: said.length || 3, salt: `${kind} ${n}` })
      if (ids.length === 0) return
      const body = { withdrawal_ids: ids }
      const batch = await desk.call<Batch>(finance, { method: 'POST', path: '/payout-batches', body })
      await desk.download(finance, `/payout-batches/${batch.id}/file?format=csv&way=neft`)
      if (said.length > 0) await takeResult(desk, { finance, batch, said })
    }
  }
}

const outcome = (condition: ReturnType<typeof sql>) => sql`
  exists (select from batched_payouts b join withdrawals w on w.id = b.withdrawal_id
           where b.batch_id = p.id and ${condition})`
const isBatch = {
  open: sql`not ${outcome(sql`(b.outcome <> 'waiting' or w.status <> 'pending')`)}`,
  answered: sql`not ${outcome(sql`w.status <> 'approved'`)}`,
  'partly refused': sql`${outcome(sql`b.outcome = 'refused'`)} and ${outcome(sql`w.status = 'approved'`)}`,
}

/** Uploads the bank's result file. */
async function takeResult(
  desk: Desk,
  { finance, batch, said }: { finance: Team['finance']; batch: Batch; said: readonly Said[] },
): Promise<void> {
  const rows = batch.payouts.map((payout, n) => ({ ...payout, ...(said[n] ?? paid) }))
  const lines = rows.map(({ withdrawal_id: id, number, amount, status, reason = '' }) =>
    [number, amount.toFixed(2), status, status === paid.status ? `R${digitsOf(id, 15)}` : '', reason].join(','),
  )
  const file = ['Reference,Amount,Status,UTR,Reason', ...lines].join('\n')
  const refused = rows.flatMap(({ withdrawal_id, choice }) => (choice ? [{ withdrawal_id, choice }] : []))
  await desk.call(finance, {
    method: 'POST',
    path: `/payout-batches/${batch.id}/result`,
    body: { content: Buffer.from(file).toString('base64'), refused },
  })
}
