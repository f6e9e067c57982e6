/** A few people on a real server whose database connections fail, and the final state of their money. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import { everyInvariant } from '../../../server/src/checks.ts'
import type { Job } from '../../../server/src/platform/jobs/jobs.ts'
import { onlyRow } from '../../../server/src/platform/database/database.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { seedSamples } from '../../support/samples.ts'
import { setFourEyes } from '../../support/guardedActs.ts'
import { approveKycOf } from '../../support/kyc.ts'
import type { Answer, TestServer, TestUser } from '../../support/server.ts'

export type Call = { as: TestUser; method: string; path: string; body?: object | undefined }
/** Jobs that are due. */
export type Night = { jobs: readonly Job[] }
/** Makes a call until the reply is definite. */
export type Settle = (call: Call) => Promise<Answer>

export type Stage = {
  server: TestServer
  upiMethod: number
  packageId: number
  plan: { id: number; minimum_deposit: number; investment_duration_days: number }
  startsAt: Date
}

export type World = Stage & {
  admin: TestUser
  /** Approves what `admin` proposes. */
  second: TestUser
  /** Was invited by `imran`, who gets a share of what she earns. */
  asha: TestUser
  imran: TestUser
  referralCode: string
  /** Her payee for withdrawals, used by nobody else. */
  payee: object
  /** Drawn from the seed. */
  drawn: { rupees(least: number): number; reference(): string; oneOf<Item>(items: readonly Item[]): Item }
  settle: Settle
  /** Settles a call that must succeed, and returns the body of its reply. */
  done(call: Call): Promise<Answer['body']>
  identityProven(): Promise<void>
  daysPass(days: number): Promise<void>
}

/** A preparing call was refused: there is nothing to run. */
export class CannotBegin extends Error {
  override name = 'CannotBegin'
}

/** The catalogue that all worlds of a database share. */
export async function makeStage(server: TestServer): Promise<Stage> {
  const startsAt = server.clock.now()
  await seedSamples(server.services.db, startsAt)
  const as = await server.makeUser()
  const of = async (path: string) => (await server.call('GET', path, { as })).body
  const methods: { id: number; type: string }[] = await of('/deposit-methods')
  await setFourEyes(server, FOUR_EYES_ABOVE)
  const plans: Stage['plan'][] = await of('/cryptocurrencies')
  const [plan] = plans.toSorted((a, b) => a.investment_duration_days - b.investment_duration_days)
  const upiMethod = methods.find(({ type }) => type === 'upi')
  const [firstPackage] = (await of('/balance-packages')) as { id: number }[]
  if (!plan || !upiMethod || !firstPackage) throw new Error('the sample catalogue has no plan, method or package')
  return { server, startsAt, upiMethod: upiMethod.id, packageId: firstPackage.id, plan }
}

/** As a log would name it. */
export function nameOf(call: Call | Night): string {
  return 'jobs' in call ? call.jobs.map(({ name }) => name).join(', ') : `${call.method} ${call.path}`
}

/** In rupees; drawn amounts below it need one admin. */
export const FOUR_EYES_ABOVE = 5_000

let worlds = 0
const YEAR_MS = 365 * 24 * 60 * 60_000

/** People of its own, at the same time as those of any other world. */
export async function makeWorld(
  stage: Stage,
  { random, settle }: { random: () => number; settle: Settle },
): Promise<World> {
  const { server, startsAt } = stage
  const { db } = server.services
  server.clock.moveTo(startsAt)
  const world = ++worlds
  let references = 0
  const [admin, second, imran, asha] = (await server.makeUsers(
    { role: 'admin', name: 'Meera' },
    { role: 'admin', name: 'Ravi' },
    { name: 'Imran Shaikh', walletRupees: 10_000 },
    { name: 'Asha Rao', walletRupees: 100_000 },
  )) as [TestUser, TestUser, TestUser, TestUser]
  const { rows } = await sql<{ code: string }>`
    update users set referred_by = ${imran.id} where id = ${asha.id} returning referral_code as code`.execute(db)
  let isProven = false
  return {
    ...stage,
    admin,
    second,
    asha,
    imran,
    referralCode: onlyRow(rows, 'the referral code').code,
    payee: { type: 'upi', withdrawal_details: { upi_id: `asha${world}@okhdfc` } },
    drawn: {
      rupees: (least) => Math.round((least + random() * 200) * 100) / 100,
      reference: () => `UTR${world}N${references++}`,
      oneOf: (items) => items[Math.floor(random() * items.length)]!,
    },
    settle,
    async done(call) {
      const { status, body } = await settle(call)
      if (status >= 300) throw new CannotBegin(`${nameOf(call)} answered ${status} ${JSON.stringify(body)}`)
      return body
    },
    async identityProven() {
      if (!isProven) await approveKycOf(server, asha, admin)
      isProven = true
    },
    async daysPass(days) {
      const at = server.clock.now()
      const later = new Date(at.getTime() + Date.parse(addDays(dayOf(at), days)) - Date.parse(dayOf(at)))
      server.clock.moveTo(later)
      await sql`
        update sessions set last_seen_at = ${later}, expires_at = ${new Date(later.getTime() + 60_000)}
         where user_id in (${admin.id}, ${second.id}, ${asha.id}, ${imran.id})`.execute(db)
    },
  }
}

/** What the ledger, the records, notices, mails and the audit log contain about a world: no ids, no times, nothing random. */
export async function digestOf({ server, admin, second, asha, imran }: World): Promise<string[]> {
  const people = [asha.id, imran.id]
  const admins = [admin.id, second.id]
  const { rows } = await sql<{ line: string }>`
    select line from (
      select 1 as part, t.id, t.kind || ' ' || t.event || ': ' || string_agg(
               coalesce(u.name, 'platform') || ' ' || a.kind || ' ' || e.amount,
               ', ' order by u.name, a.kind, e.amount) as line
        from ledger_transfers t
        join ledger_entries e on e.transfer_id = t.id
        join ledger_accounts a on a.id = e.account_id
        left join users u on u.id = a.user_id
       where t.id in (select e.transfer_id
                        from ledger_entries e
                        join ledger_accounts a on a.id = e.account_id and a.user_id = any (${people}))
         -- a night's work is one transfer for all people, those of other worlds too
         and (a.user_id = any (${people}) or t.kind not in ('flexible_interest', 'referral_income'))
       group by t.id
      union all
      select 2, a.id, u.name || ' has ' || a.balance || ' in ' || a.kind
        from ledger_accounts a join users u on u.id = a.user_id
       where a.user_id = any (${people}) and a.balance <> 0
      union all
      select 3, id, 'deposit of ' || requested_amount || ' ' || status || case when reversed_at is null then '' else ', reversed' end
        from deposits where user_id = any (${people})
      union all
      select 4, id, 'withdrawal of ' || amount || ' ' || status || case when claimed_by is null then '' else ', claimed' end
        from withdrawals where user_id = any (${people})
      union all
      select 5, id, 'transfer of ' || amount || ' ' || status || ', ' || wrong_codes || ' wrong codes'
        from balance_transfers where sender_id = any (${people})
      union all
      select 6, id, 'investment of ' || amount || case when claimed_at is null then '' else ', claimed' end
        from investments where user_id = any (${people})
      union all
      select 7, id, 'Earn ' || type || ' ' || amount from flexible_movements where user_id = any (${people})
      union all
      select 8, n.id, u.name || ' is told ' || coalesce(n.kind, n.title)
        from notifications n join users u on u.id = n.user_id
       where n.user_id = any (${people})
      union all
      select 9, o.id, u.name || ' is written ' || coalesce(o.kind, o.subject)
        from outbox o join users u on u.email = o.recipient
       where u.id = any (${people})
      union all
      select 10, l.id, u.name || ' is in the audit log: ' || l.action || coalesce(' with ' || v.name, '')
        from audit_log l
        join users u on u.id = l.admin_id
        left join users v on v.id = l.approved_by
       where l.admin_id = any (${admins})
      union all
      select 12, id, 'proposal of ' || action || ' ' || status from proposals where made_by = any (${admins})
      union all
      select 11, row_number() over (order by u.name), count(*) || ' answers kept for ' || u.name
        from idempotency_keys k join users u on u.id = k.user_id
       where k.user_id = any (${[...people, ...admins]})
       group by u.name) as said
     order by part, id`.execute(server.services.db)
  return rows.map(({ line }) => line)
}

/** The findings of `npm run verify`. */
export async function findingsIn({ server }: Stage): Promise<string[]> {
  const findings = []
  const latest = new Date(server.clock.now().getTime() + YEAR_MS) // days passed in some worlds
  for (const { name, find } of everyInvariant({ config: server.services.config, now: () => latest }))
    findings.push(...(await find(server.services.db)).map((one) => `${name}: ${one}`))
  return findings
}
