import type { LifeKind, LifeStep } from '@bittkosh/contract/life'
import { notices } from '@bittkosh/contract/notices'
import { keysOf } from '@bittkosh/contract/tables'
import type { ProposalEnd } from '@bittkosh/contract/words/life'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** A step as the tables store it; `code` is the act, the end, or the kind of notice or message. */
export type StoredStep = Pick<LifeStep, 'at' | 'what' | 'by' | 'approved_by' | 'sending'> & {
  code: string | null
  /** The outcome of a proposal. */
  outcome: ProposalEnd | null
  /** The values of a notice. */
  values: unknown
}

/** The record's id, when it was created, and when and how it ended without an admin. */
const records: Record<LifeKind, (now: Date) => Sql> = {
  deposit: () => sql`select id, created_at, null::timestamptz as ended_at, null as ended_as from deposits`,
  withdrawal: () => sql`
    select id, created_at, case when status = 'cancelled' then decided_at end as ended_at, status as ended_as
      from withdrawals`,
  kyc: () => sql`
    select id, submitted_at as created_at, null::timestamptz as ended_at, null as ended_as from kyc_records`,
  // One that was replaced expires then; any other expires with its code, even if that is recorded later or never.
  transfer: (now) => sql`
    select id, created_at,
           case when status in ('pending', 'expired') and otp_expires_at <= ${now} then least(ended_at, otp_expires_at)
                else ended_at end as ended_at,
           case status when 'pending' then 'expired' else status end as ended_as
      from balance_transfers`,
}

/** Who gets the notices of the record, so that they are read through the index of that person. */
const receivers: Record<LifeKind, Sql<unknown>> = {
  deposit: sql`(select user_id from deposits d where d.id = r.id)`,
  withdrawal: sql`(select user_id from withdrawals w where w.id = r.id)`,
  kyc: sql`(select user_id from kyc_records k where k.id = r.id)`,
  transfer: sql`(select receiver_id from balance_transfers t where t.id = r.id)`,
}

/**
 * Everything that happened to a record, oldest first; empty if there is no such record. An approved proposal is listed
 * only as the act that it became, which names both admins.
 */
export async function stepsOf(
  db: Db,
  { kind, id, now }: { kind: LifeKind; id: number; now: Date },
): Promise<StoredStep[]> {
  const noticeKinds = keysOf(notices).filter((one) => notices[one].subject === kind)
  const { rows } = await sql<StoredStep>`
    with record as (select * from (${records[kind](now)}) as r where id = ${id})
    select at, what, code, by, approved_by, outcome, values, sending
      from (
        select r.created_at as at, 0 as rank, 0 as n, 'asked' as what, null as code, null as by, null as approved_by,
               null as outcome, null::jsonb as values, null as sending
          from record r
        union all
        select r.ended_at, 1, 0, 'ended', r.ended_as, null, null, null, null, null
          from record r where r.ended_at is not null
        union all
        select p.made_at, 2, p.id, 'proposal', p.action, m.name, null, 'made', null, null
          from record r join proposals p on p.subject = ${kind} and p.subject_id = r.id
          join users m on m.id = p.made_by
        union all
        select p.decided_at, 3, p.id, 'proposal', p.action, d.name, null, p.status, null, null
          from record r join proposals p on p.subject = ${kind} and p.subject_id = r.id
          join users d on d.id = p.decided_by
         where p.status in ('declined', 'withdrawn', 'stale')
        union all
        select l.at, 4, l.id, 'act', l.action, a.name, b.name, null, null, null
          from record r join audit_log l on l.subject = ${kind} and l.subject_id = r.id
          left join users a on a.id = l.admin_id
          left join users b on b.id = l.approved_by
        union all
        select n.created_at, 5, n.id, 'notice', n.kind, null, null, null, n.values, null
          from record r join notifications n on n.about = r.id
         where n.kind = any (${noticeKinds}) and n.user_id = ${receivers[kind]}
        union all
        select o.created_at, 6, o.id, o.channel, o.kind, null, null, null, null,
               case when o.sent_at is not null then 'sent' when o.given_up_at is not null then 'failed' else 'waiting' end
          from record r join outbox o on o.record_kind = ${kind} and o.record_id = r.id) as steps
     order by at, rank, n`.execute(db)
  return rows
}
