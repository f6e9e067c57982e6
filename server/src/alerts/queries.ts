import { type AlertKind, alertKinds } from '@bittkosh/contract/alerts'
import { closedBy } from '@bittkosh/contract/profile'
import type { Role } from '@bittkosh/contract/roles'
import type { Language } from '@bittkosh/contract/language'
import type { Paise } from '@bittkosh/contract/money'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { dayOfMoment } from '../platform/database/businessDay.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import { type Act, alertedActions, kindsSeenBy } from './rules.ts'

export type AlertRow = {
  id: number
  kind: AlertKind
  subject_id: number | null
  setting: string | null
  amount: Paise | null
  by: { id: number; name: string } | null
  opened_at: Date
  ended_at: Date | null
  is_seen: boolean
}
type Reader = { id: number; roles: readonly Role[] }

/**
 * The condition that an admin sees the alert `a`: the roles permit it, it is not about their own act, and it is not meant
 * for another admin alone.
 */
export function visibleTo(reader: Reader): Sql<boolean> {
  return sql`(a.kind = any (${kindsSeenBy(reader.roles)}::text[]) and a.actor_id is distinct from ${reader.id}
              and coalesce(a.for_id = ${reader.id}, true))`
}

const selected = (reader: Reader) => sql`
  select a.id, a.kind, a.subject_id, a.setting, a.amount, a.opened_at, a.ended_at, s.alert_id is not null as is_seen,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by
    from alerts a
    left join alert_seen s on s.alert_id = a.id and s.admin_id = ${reader.id}
    left join users u on u.id = a.actor_id
   where ${visibleTo(reader)}`
// A state is open while it lasts, an event until it is seen.
const isOpen = sql`(a.ended_at is null and (a.cause is null or s.alert_id is null))`

export async function alertsOf(
  db: Db,
  filter: {
    reader: Reader
    status?: 'open' | 'past' | undefined
    kind?: AlertKind | undefined
    before: number | undefined
    limit: number
  },
): Promise<AlertRow[]> {
  const { reader, status, kind = null, before, limit } = filter
  const ofStatus = status === undefined ? sql`true` : status === 'open' ? isOpen : sql`not ${isOpen}`
  const older = before === undefined ? sql`` : sql`and a.id < ${before}`
  const { rows } = await sql<AlertRow>`
    ${selected(reader)} ${older} and ${ofStatus} and (${kind}::text is null or a.kind = ${kind})
     order by a.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** Records that an admin has seen an alert; undefined if there is none visible to them. */
export async function markSeen(tx: Tx, id: number, reader: Reader, at: Date): Promise<AlertRow | undefined> {
  await sql`
    insert into alert_seen (alert_id, admin_id, seen_at)
    select a.id, ${reader.id}, ${at} from alerts a where a.id = ${id} and ${visibleTo(reader)}
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<AlertRow>`${selected(reader)} and a.id = ${id}`.execute(tx)
  return rows[0]
}

/** Locks the position until the transaction ends, and returns the last entry of the audit log that was read. */
export async function lockPosition(tx: Tx): Promise<number> {
  const { rows } = await sql<{ audit_id: number }>`select audit_id from alert_position for update`.execute(tx)
  return onlyRow(rows, 'position of the alerts').audit_id
}

export async function moveTo(tx: Tx, auditId: number): Promise<void> {
  await sql`update alert_position set audit_id = ${auditId}`.execute(tx)
}

export type LoggedAct = Act & { id: number; actor: number | null; subjectId: number | null }

/** The newest entry of the audit log, and those after `position` that may raise alerts. Ids are in commit order. */
export async function actsSince(tx: Tx, position: number): Promise<{ through: number; acts: LoggedAct[] }> {
  const { rows: newest } = await sql<{ id: number }>`
    select coalesce(max(id), ${position})::integer as id from audit_log`.execute(tx)
  const through = onlyRow(newest, 'newest entry of the audit log').id
  const { rows: acts } = await sql<LoggedAct>`
    select id, action, admin_id as actor, subject_id as "subjectId", after
      from audit_log
     where id > ${position} and id <= ${through} and action = any (${alertedActions}::text[])
     order by id`.execute(tx)
  return { through, acts }
}

export type RaisedAlert = {
  kind: AlertKind
  /** Null for a state. */
  cause: string | null
  subjectId?: number | null
  setting?: string | null
  actor?: number | null
  /** The only admin who sees it; if omitted, all who may. */
  toldTo?: number | null
}

/** Raises an alert, unless it was raised already: an event ever, a state while it lasts. */
export async function raise(tx: Tx, at: Date, alert: RaisedAlert & { byMail: boolean }): Promise<void> {
  const { kind, cause, subjectId = null, setting = null, actor = null, toldTo = null, byMail } = alert
  await sql`
    insert into alerts (kind, cause, subject_id, setting, actor_id, for_id, by_mail, opened_at)
    values (${kind}, ${cause}, ${subjectId}, ${setting}, ${actor}, ${toldTo}, ${byMail}, ${at})
    on conflict do nothing`.execute(tx)
}

export async function endState(tx: Tx, at: Date, kind: AlertKind): Promise<void> {
  await sql`update alerts set ended_at = ${at} where kind = ${kind} and cause is null and ended_at is null`.execute(tx)
}

/** When the oldest request of each queue was made. */
export async function oldestWaiting(tx: Tx): Promise<Record<'deposits' | 'withdrawals' | 'kyc', Date | null>> {
  const { rows } = await sql<Record<'deposits' | 'withdrawals' | 'kyc', Date | null>>`
    select (select created_at from deposits where ${hasOutcome('status', 'waits')} order by created_at limit 1) as deposits,
           (select created_at from withdrawals where ${hasOutcome('status', 'waits')} order by created_at limit 1) as withdrawals,
           (select submitted_at from kyc_records where ${hasOutcome('status', 'waits')} order by submitted_at limit 1) as kyc`.execute(
    tx,
  )
  return onlyRow(rows, 'oldest requests')
}

/** Since when the rule of a kind has been on without interruption; `earliest` if it was already on then. */
export async function onSince(tx: Tx, kind: AlertKind, earliest: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select at from audit_log
     where subject = 'settings' and action = 'setting changed' and at > ${earliest}
       and before -> ${alertKinds[kind].rule} ->> 'value' = 'off'
     order by id desc
     limit 1`.execute(tx)
  return rows[0]?.at ?? earliest
}

/** Raises an alert for each waiting request from this amount on, however old: it still needs a decision. */
export async function raiseLarge(
  tx: Tx,
  at: Date,
  { kind, above, byMail }: { kind: 'deposit_large' | 'withdrawal_large'; above: Paise; byMail: boolean },
): Promise<void> {
  const [table, amount] =
    kind === 'deposit_large' ? (['deposits', 'requested_amount'] as const) : (['withdrawals', 'amount'] as const)
  await sql`
    insert into alerts (kind, cause, subject_id, amount, by_mail, opened_at)
    select ${kind}, r.id::text, r.id, r.${sql.ref(amount)}, ${byMail}, ${at}
      from ${sql.table(table)} r
     where ${hasOutcome('r.status', 'waits')} and r.${sql.ref(amount)} >= ${above}
     order by r.id
    on conflict do nothing`.execute(tx)
}

/** Raises an alert for each device that an admin's account has first seen since then, except the account's very first. */
export async function raiseDevices(
  tx: Tx,
  at: Date,
  { since, byMail }: { since: Date; byMail: boolean },
): Promise<void> {
  await sql`
    insert into alerts (kind, cause, subject_id, actor_id, by_mail, opened_at)
    select 'admin_device', d.user_id || ' ' || extract(epoch from d.first_seen_at), d.user_id, d.user_id, ${byMail}, ${at}
      from user_devices d
      join users u on u.id = d.user_id
     where u.role = 'admin' and d.first_seen_at > ${since}
       and exists (select from user_devices e where e.user_id = d.user_id and e.first_seen_at < d.first_seen_at)
     order by d.first_seen_at
    on conflict do nothing`.execute(tx)
}

/** `since`: only if the last of them is younger. `from`: how many count as many. */
type Many = { since: Date; from: number; byMail: boolean }

/** Raises an alert for each person who within 24 hours requested withdrawals to many new accounts. Those of a closed one are erased. */
export function raisePayees(tx: Tx, at: Date, many: Many): Promise<void> {
  const firsts = sql`
    select w.user_id, min(w.created_at) as at
      from (select w.user_id
              from withdrawals w
              join users u on u.id = w.user_id and u.closed_at is null
             where w.created_at > ${many.since}::timestamptz - interval '24 hours'
             group by w.user_id
            having count(distinct w.payee) >= ${many.from}) as people
      join withdrawals w using (user_id)
     group by w.user_id, w.payee`
  return raiseMany(tx, at, { kind: 'many_payees', firsts, ...many })
}

/** Raises an alert for each person who within 24 hours received money from many people new to them. */
export function raiseSenders(tx: Tx, at: Date, many: Many): Promise<void> {
  const firsts = sql`
    select t.receiver_id as user_id, min(t.ended_at) as at
      from (select distinct receiver_id
              from balance_transfers
             where status = 'completed' and ended_at > ${many.since}
               and created_at > ${many.since}::timestamptz - interval '1 hour') as people
      join balance_transfers t on t.receiver_id = people.receiver_id and t.status = 'completed'
     group by t.receiver_id, t.sender_id`
  return raiseMany(tx, at, { kind: 'many_senders', firsts, ...many })
}

/** `firsts`: per person (`user_id`) the moment of each one that was new (`at`). One alert per business day of the last of many. */
async function raiseMany(
  tx: Tx,
  at: Date,
  { kind, firsts, since, from, byMail }: Many & { kind: 'many_payees' | 'many_senders'; firsts: Sql },
): Promise<void> {
  await sql`
    with counted as (
      select user_id, at, ${dayOfMoment(sql`at`)} as day,
             count(*) over (partition by user_id order by at range interval '24 hours' preceding) as new
        from (${firsts}) as firsts
    )
    insert into alerts (kind, cause, subject_id, by_mail, opened_at)
    select ${kind}, user_id || ' ' || day, user_id, ${byMail}, ${at}
      from counted
     where at > ${since} and new >= ${from}
     group by user_id, day
     order by user_id, day
    on conflict do nothing`.execute(tx)
}

/** The newest recorded check of the invariants; 0 for none. */
export async function newestCheck(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::integer as id from invariant_checks`.execute(
    db,
  )
  return onlyRow(rows, 'newest check').id
}

export type Check = {
  /** The value of `newestCheck` when it began. */
  begunAfter: number
  /** The names of the invariants that do not hold. */
  broken: readonly string[]
  findings: number
  /** Whether every invariant could be checked. */
  isWhole: boolean
}

export async function insertCheck(db: Db, at: Date, { begunAfter, broken, findings, isWhole }: Check): Promise<void> {
  await sql`
    insert into invariant_checks (begun_after, checked_at, broken, findings, is_whole)
    values (${begunAfter}, ${at}, ${broken}::text[], ${findings}, ${isWhole})`.execute(db)
}

// The newest check that a complete, clean check covers: the clean one began after it.
const cleanThrough = sql`
  (select coalesce(max(begun_after), 0) from invariant_checks where is_whole and findings = 0)`

/** Whether a check found something, and no complete check that began after it was clean. */
export async function isBroken(db: Db): Promise<boolean> {
  const { rows } = await sql<{ broken: boolean }>`
    select exists (select from invariant_checks where findings > 0 and id > ${cleanThrough}) as broken`.execute(db)
  return onlyRow(rows, 'state of the invariants').broken
}

/** Deletes old checks, except those on which `isBroken` still depends. */
export async function sweepChecks(tx: Tx, before: Date): Promise<void> {
  await sql`delete from invariant_checks where checked_at < ${before} and id <= ${cleanThrough}`.execute(tx)
}

/** Whether the nightly jobs have left an account that was to be closed, or an identity record past its end, for two days. */
export async function isErasureLate(db: Db, at: Date): Promise<boolean> {
  const day = addDays(dayOf(at), -2)
  const { rows } = await sql<{ late: boolean }>`
    select exists (select from users
                    where closing_asked_at < ${closedBy(day)}
                      and closed_at is null and frozen_at is null
                      and coalesce(updated_at < ${startOfDay(day)}, true)) -- otherwise it may have been frozen until lately
           or exists (select from kyc_records where locked_until < ${day}) as late`.execute(db)
  return onlyRow(rows, 'state of the erasures').late
}

/** When the newest trial-restored backup was made; null for none. */
export async function newestBackup(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ made_at: Date }>`select made_at from tried_backup`.execute(db)
  return rows[0]?.made_at ?? null
}

/** Records that a backup made at this moment passed a trial restore. */
export async function recordTriedBackup(db: Db, madeAt: Date): Promise<void> {
  await sql`
    insert into tried_backup (made_at) values (${madeAt})
    on conflict (is_only) do update set made_at = greatest(tried_backup.made_at, excluded.made_at)`.execute(db)
}

type AlertRecipient = { id: number; email: string; language: Language; roles: Role[] }

/** The admins who can be mailed. */
export async function alertRecipients(tx: Tx): Promise<AlertRecipient[]> {
  const { rows } = await sql<AlertRecipient>`
    select id, email, language, roles from users
     where role = 'admin' and is_active and closed_at is null
     order by id`.execute(tx)
  return rows
}

export type ToMail = {
  kind: AlertKind
  newest: number
  /** The subject of the newest alert. */
  subject_id: number | null
  setting: string | null
  count: number
  lastAt: Date | null
}

/** For each kind, the alerts opened since then that an admin sees and has not been mailed about. */
export async function notMailed(tx: Tx, reader: Reader, since: Date): Promise<ToMail[]> {
  const { rows } = await sql<ToMail>`
    select a.kind, max(a.id) as newest, (array_agg(a.subject_id order by a.id desc))[1] as subject_id,
           (array_agg(a.setting order by a.id desc))[1] as setting,
           count(*)::integer as count, max(m.mailed_at) as "lastAt"
      from alerts a
      left join alert_mails m on m.admin_id = ${reader.id} and m.kind = a.kind
     where ${visibleTo(reader)} and a.by_mail and a.opened_at > ${since} and a.id > coalesce(m.through_id, 0)
     group by a.kind
     order by a.kind`.execute(tx)
  return rows
}

export async function recordMailed(
  tx: Tx,
  at: Date,
  { admin, kind, through }: { admin: number; kind: AlertKind; through: number },
): Promise<void> {
  await sql`
    insert into alert_mails (admin_id, kind, through_id, mailed_at)
    values (${admin}, ${kind}, ${through}, ${at})
    on conflict (admin_id, kind) do update set through_id = excluded.through_id, mailed_at = excluded.mailed_at`.execute(
    tx,
  )
}

/** Deletes old alerts: events by when they occurred, states by when they ended. A request still waiting raises a new alert. */
export async function sweepAlerts(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from alerts where coalesce(ended_at, case when cause is not null then opened_at end) < ${before}`.execute(tx)
}

/** Forgets what a former admin has seen and was mailed about. */
export async function forgetReader(tx: Tx, admin: number): Promise<void> {
  await sql`delete from alert_seen where admin_id = ${admin}`.execute(tx)
  await sql`delete from alert_mails where admin_id = ${admin}`.execute(tx)
}
