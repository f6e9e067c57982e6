/**
 * A scripted scenario with money around midnights and daylight saving changes, in a process whose time zone the caller sets. Prints
 * the contents of the ledger, the records and people's own documents, a line each, with every time and day.
 */
import { readConfig } from '../../../server/src/config.ts'
import { openDatabase } from '../../../server/src/platform/database/open.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { type TestServer, testServer } from '../../support/server.ts'
import { randomFrom } from '../../support/earnLife.ts'
import { transfersOn } from '../../support/transfers.ts'
import { makeStage, makeWorld, type World } from '../simulation/world.ts'

const config = readConfig(process.env)
const server = await testServer({ database: { ...(await openDatabase(config)), dataDir: config.dataDir } })
const settle: World['settle'] = ({ as, method, path, body }) => server.call(method, path, body ? { as, body } : { as })
const world = await makeWorld(await makeStage(server), { random: randomFrom(64), settle })
const { asha, imran, admin, plan, upiMethod } = world
const lines: string[] = []
await live()
lines.push(...(await recordsOf(server)))
for (const line of lines) console.log(anonymous(line))
await server.close()

/** Moves the clock there, with everybody still signed in, and runs the due jobs. */
async function at(moment: string): Promise<void> {
  const then = new Date(moment)
  const { db } = server.services
  await sql`update sessions set last_seen_at = ${then}, expires_at = ${new Date(then.getTime() + 3_600_000)}`.execute(
    db,
  )
  await server.travelTo(then)
}

async function done(as: typeof asha, method: string, path: string, body?: object): Promise<{ id: number }> {
  return world.done({ as, method, path, body })
}

/** A call, whatever it returns. */
async function tried(as: typeof asha, method: string, path: string, body?: object): Promise<void> {
  const answer = await settle({ as, method, path, body })
  lines.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function live(): Promise<void> {
  await world.identityProven()
  const earn = (way: 'deposit' | 'withdraw', amount: number) => done(asha, 'POST', `/flexible/${way}`, { amount })
  // Lord Howe goes half an hour ahead at 15:30 UTC; midnight in India is 18:30 UTC
  await at('2026-10-03T18:29:59.900Z')
  await earn('deposit', 12_345.67)
  await at('2026-10-03T18:30:00.000Z')
  await earn('withdraw', 345.67)
  const { id: investment } = await done(asha, 'POST', '/crypto/invest', {
    cryptocurrency_id: plan.id,
    amount: plan.minimum_deposit,
  })
  await at('2026-10-04T04:00:00Z')
  await done(admin, 'PUT', '/settings/flexible_daily_profit_percentage', { value: 0.05 }) // from the next business day on
  for (const [n, moment] of [
    '2026-10-31T18:29:59.000Z',
    '2026-10-31T18:30:00.000Z',
    '2026-11-01T06:30:00Z',
  ].entries()) {
    await at(moment) // New York goes back an hour at 06:00 UTC
    const { id } = await done(asha, 'POST', '/deposits', {
      amount: 1_000 + n,
      transaction_id: `ZONE${n}`,
      payment_method: upiMethod,
    })
    await done(admin, 'PUT', `/deposits/${id}`, { status: 'approved', approved_amount: 1_000 + n })
    await earn('deposit', 500.01)
  }
  const begun = { recipient: imran.email, amount: 250.5 }
  const { transfer_id } = (await done(asha, 'POST', '/balance-transfer/initiate', begun)) as unknown as {
    transfer_id: number
  }
  const otp = await transfersOn(server).codeFor(asha)
  await done(asha, 'POST', '/balance-transfer/verify', { transfer_id, otp })
  await done(asha, 'POST', '/withdrawals', { amount: 700, ...world.payee })
  const { rows } = await sql<{ at: Date }>`
    select matures_at as at from investments where id = ${investment}`.execute(server.services.db)
  const maturesMs = rows[0]?.at.getTime() ?? 0
  await at(new Date(maturesMs - 50).toISOString())
  await tried(asha, 'POST', `/crypto/withdraw/${investment}`)
  await at(new Date(maturesMs).toISOString())
  await tried(asha, 'POST', `/crypto/withdraw/${investment}`)
  await at('2027-03-31T18:29:59.000Z') // the last second of the financial year; Apia and Lord Howe go back on 4 April
  await earn('withdraw', 1)
  await at('2027-04-05T03:00:00Z')
  await tried(asha, 'GET', '/statement?from=2026-10-01&to=2027-04-05&format=csv')
  await tried(asha, 'GET', '/statement?from=2026-04-01&to=2027-03-31&format=csv&document=income')
  await tried(asha, 'GET', '/flexible/interest')
  await tried(asha, 'GET', '/transactions')
  await tried(asha, 'GET', '/portfolio/months')
  await tried(asha, 'GET', '/portfolio/history?days=200')
  await tried(admin, 'GET', '/monthly-daily-totals')
  await tried(admin, 'GET', '/reconciliation/days')
}

async function recordsOf({ services }: TestServer): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'entry', t.id, t.kind, t.event, t.day, t.at, a.kind, e.amount, e.balance_after, e.at) as line
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join ledger_accounts a on a.id = e.account_id
    union all
    select concat_ws(' ', 'interest', user_id, at, eligible, rate_ppm, posted, carried) from flexible_interest
    union all
    select concat_ws(' ', 'investment', amount, profit, bought_on, matures_on, matures_at, claimed_at) from investments
    union all
    select concat_ws(' ', 'totals', day, movement, account, plus, minus) from ledger_totals
    union all
    select concat_ws(' ', 'rate', day, rate_ppm) from flexible_rates
    union all
    select concat_ws(' ', 'notice', kind, created_at, values) from notifications
     order by line`.execute(services.db)
  return rows.map(({ line }) => line)
}

/** Without the random parts of each run: addresses, phone numbers and the public numbers of records. */
function anonymous(line: string): string {
  return line
    .replaceAll(/user-[0-9a-f]{12}@example\.test/g, 'somebody@example.test')
    .replaceAll(/\+9198\d{8}/g, '+91')
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{10}\b/g, 'NUMBER')
}
