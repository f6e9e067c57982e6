/**
 * The last hours of the demo's team, one act after another through the program's own calls: proposals, claims, payout batches,
 * conversations, reversals, arrivals, a closed day.
 */
import type { Config } from '../../../server/src/config.ts'
import type { Services } from '../../../server/src/platform/services.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { closedThrough } from '../../../server/src/reconciliation/closingQueries.ts'
import { importArrivals } from './arrivals.ts'
import { makeBatches } from './batches.ts'
import { claimRecords } from './claims.ts'
import { holdConversations } from './conversations.ts'
import { closeFirstDay } from './day.ts'
import { openDesk } from './desk.ts'
import { makeProposals } from './proposals.ts'
import { takeBack } from './returns.ts'
import { openTeam, TEAM } from './team.ts'

/** The lives of the demo's people end this long ago; from then on the team works. */
export const OFFICE_MS = 3 * 3_600_000

type Office = {
  total: number
  now: Date
  config: Config
  passwordHash: string
  card: Buffer
  progress: ((line: string) => void) | undefined
}

/**
 * Works until there is enough of everything for this number of users. Each act counts what exists already, so the next run
 * completes one that was killed; the closed day comes last.
 */
export async function workOffice(
  db: Services['db'],
  { total, now, config, passwordHash, card, progress }: Office,
): Promise<void> {
  const desk = await openDesk(db, { config, opensAt: await openingTime(db, now), closesAt: now })
  try {
    const team = await openTeam(desk, passwordHash)
    const parts = {
      conversations: () => holdConversations(desk, team, { total, card }),
      claims: () => claimRecords(desk, team, { total, card, config }),
      'payout batches': () => makeBatches(desk, team, total),
      proposals: () => makeProposals(desk, team, total),
      returns: () => takeBack(desk, team, total),
      arrivals: () => importArrivals(desk, team, total),
      'the closed day': () => closeFirstDay(desk, team),
    }
    for (const [n, [name, part]] of Object.entries(parts).entries()) {
      await desk.goOn(n / Object.keys(parts).length)
      await part()
      progress?.(`the team: ${name}`)
    }
  } finally {
    await desk.close()
  }
}

/** Whether a run has completed. */
export async function isOfficeDone(db: Services['db']): Promise<boolean> {
  return (await closedThrough(db)) !== null
}

/** After everything that a killed run has done. */
async function openingTime(db: Services['db'], now: Date): Promise<Date> {
  const emails = Object.values(TEAM).map(({ email }) => email)
  const { rows } = await sql<{ last: Date | null }>`
    select max(l.at) as last
      from audit_log l
      join users u on u.id = l.admin_id
     where u.email = any (${emails}::text[])`.execute(db)
  return new Date(Math.max(now.getTime() - OFFICE_MS, rows[0]?.last?.getTime() ?? 0))
}
