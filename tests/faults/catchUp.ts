/**
 * Missed nights: a real process catches up with all of them and is killed again and again meanwhile. Its result must equal what a
 * program that was never down posts night by night.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { settingsFrom } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import type pg from 'pg'
import { postDueInterest } from '../../server/src/flexible/jobs.ts'
import type { Db } from '../../server/src/platform/database/database.ts'
import type { RefusedBy } from '../../server/src/ledger/post.ts'

/** The savers' money has been in Earn since this day (tests/support/savers.ts). */
const FIRST_DAY = '2026-01-01'
const RATE_CHANGES_EVERY = 37 // days
const minuteAfter = (day: string) => new Date(startOfDay(addDays(day, 1)).getTime() + 60_000)
const lastOf = (days: number) => addDays(FIRST_DAY, days - 1)

/** Another rate every few weeks, known before any night is posted. */
export async function changeRates(client: pg.ClientBase, days: number): Promise<void> {
  for (let n = RATE_CHANGES_EVERY; n < days; n += RATE_CHANGES_EVERY)
    await client.query('insert into flexible_rates (day, rate_ppm) values ($1, $2)', [
      addDays(FIRST_DAY, n),
      100 + ((n * 7) % 250),
    ])
}

/** What a program that is never down does. */
export async function postEachNight(db: Db<RefusedBy>, days: number): Promise<void> {
  for (let day = FIRST_DAY; day <= lastOf(days); day = addDays(day, 1))
    await postDueInterest(db, { at: minuteAfter(day), settings: settingsFrom(new Map()) })
}

/**
 * A process of the program catches up after the last of these days; it is killed at random times, and the next one starts. Returns
 * how many were killed while days were missing, and on how many different days.
 */
export async function catchUpUnderFire(
  env: { DATABASE_URL: string; DATA_DIR: string },
  { days, kills, random }: { days: number; kills: number; random: () => number },
): Promise<{ killed: number; places: number }> {
  const offsetMs = minuteAfter(lastOf(days)).getTime() - Date.now()
  const places = new Set<number>()
  let posted = 0
  let dayMs = 0
  for (let killed = 0; ;) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'jobs.ts'), 'interest', String(offsetMs)], {
      env: { ...process.env, ...env, DEV_TOOLS: '' } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const left = kills - killed
    // On average the remaining kills are spread over the missing days; each leaves a day to the later ones.
    const drawn = Math.floor((random() * 2 * (days - posted)) / (left + 1))
    const runsFor = Math.max(0, Math.min(drawn, days - posted - left - 2))
    let seen = 0
    let isThrough = false
    let hasFailed = false // a statement took too long on a busy machine: the schedule would retry it in a minute
    await new Promise<void>((enough) => {
      let said = ''
      let firstAtMs = 0
      child.stdout.on('data', (text) => {
        said += text
        hasFailed = said.includes('job failed')
        isThrough = said.includes('through') && !hasFailed
        seen = said.split('is posted').length - 1
        if (firstAtMs === 0) firstAtMs = performance.now()
        else if (seen > 1) dayMs = (performance.now() - firstAtMs) / (seen - 1)
        if (isThrough || hasFailed || (left > 0 && seen > runsFor)) enough()
      })
    })
    if (!isThrough && !hasFailed && left > 0) await wait(random() * dayMs) // somewhere within the day that is being posted
    child.kill('SIGKILL')
    await ended
    if (isThrough) return { killed, places: places.size }
    posted += seen
    if (hasFailed) continue
    places.add(posted)
    killed++
  }
}

/** Every working, balance and share, person by person, as one hash each. The time of posting is not included. */
export async function bookOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ what: string; hash: string }>(`
    with lines as (
      select 'interest' as what, user_id as who, at::text || ' ' || concat_ws(' ', eligible, rate_ppm, posted, carried, balance_after) as line
        from flexible_interest
      union all
      select 'balances', holder, concat_ws(' ', kind, balance, interest_due, settled_through) from ledger_accounts
      union all
      select 'shares', referred_id, concat_ws(' ', referrer_id, profit, rate_ppm, posted, carried, subject_id, day) from referral_shares
      union all
      select 'carried shares', referred_id, concat_ws(' ', carried, shares_total, untold) from referrals
      union all
      select 'entries', a.holder, concat_ws(' ', a.kind, t.kind, t.event, t.day, e.amount)
        from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
       where a.user_id is not null)
    select what, count(*) || ' ' || md5(string_agg(hash, '' order by who)) as hash
      from (select what, who, md5(string_agg(line, ',' order by line)) as hash from lines group by what, who) as people
     group by what`)
  return Object.fromEntries(rows.map(({ what, hash }) => [what, hash]))
}
