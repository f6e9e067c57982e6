import type { Paise } from '@bittkosh/contract/money'
import { isPermitted, type Permission, permissions } from '@bittkosh/contract/permissions'
import { type Role } from '@bittkosh/contract/roles'
import { type ProposalState, proposalStates } from '@bittkosh/contract/proposals'
import type { LoggedAct } from '../audit/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { countsOf, type Order, orderBy, type Slice } from '../platform/lists.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasFactor } from '../platform/identity/secondFactor.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { largestApproved, largestOfAll } from '../requests/ownerFacts.ts'
import { mayContain, type Person as ClosingPerson } from '../platform/personal.ts'

export type ProposalRow = {
  id: number
  status: ProposalState
  call: string
  /** The permissions that its act requires, of its maker and of the admin who decides it. */
  permissions: Permission[]
  sealed_input: Buffer | null
  acts: LoggedAct[]
  action: string
  subject: string
  subject_id: number | null
  /** Of a plan, package or deposit method that exists. */
  names: Names | null
  amount: Paise | null
  /** For an open deposit, the requested amount. */
  requested: Paise | null
  /** The figure with which the amount of an open proposal is compared. */
  largest: Paise | null
  user: Person | null
  made_by: Person
  made_at: Date
  decided_by: Person | null
  decided_at: Date | null
  reason: string | null
  /** As it goes over the wire. */
  refused: RefusedText | null
}
type Person = { id: number; name: string }
export type Names = { name: string; name_hi?: string }
/** A refusal as it is stored: the code with its parameters, and the English sentence. */
export type RefusedText = { code: string; params?: Record<string, unknown>; message: string }

const person = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null
           then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
// Over requests of the same kind or, for a changed balance, of all kinds.
const largest = sql`
  case when p.status = 'open' and p.amount is not null then
    case p.subject
      when 'deposit' then
        (select ${largestApproved('deposits', 'd', 'approved_amount')} from deposits d where d.id = p.subject_id)
      when 'withdrawal' then
        (select ${largestApproved('withdrawals', 'w', 'amount')} from withdrawals w where w.id = p.subject_id)
      when 'user' then ${largestOfAll(sql`p.subject_id`)}
    end
  end`
const names = sql`
  case p.subject
    when 'plan' then (select json_build_object('name', name, 'name_hi', name_hi) from plans where id = p.subject_id)
    when 'package' then
      (select json_build_object('name', name, 'name_hi', name_hi) from balance_packages where id = p.subject_id)
    when 'deposit method' then
      (select json_build_object('name', name, 'name_hi', name_hi) from deposit_methods where id = p.subject_id)
  end`
const requested = sql`
  case when p.status = 'open' and p.action = 'deposit approved' then
    (select d.requested_amount from deposits d where d.id = p.subject_id)
  end`
const selected = sql`
  select p.id, p.status, p.call, p.permissions, p.sealed_input, p.acts, p.action, p.subject, p.subject_id, ${names} as names, p.amount,
         ${requested} as requested, ${largest} as largest, ${person('u')} as user, ${person('m')} as made_by, p.made_at,
         ${person('d')} as decided_by, p.decided_at, p.reason, p.refused
    from proposals p
    join users m on m.id = p.made_by
    left join users d on d.id = p.decided_by
    left join users u on u.id = p.user_id`

export type NewProposal = {
  call: string
  permissions: readonly Permission[]
  acts: readonly LoggedAct[]
  action: string
  subject: string
  subjectId: number | null
  user: number | null
  amount: Paise | null
  by: number
  at: Date
}

/**
 * A new proposal, its input sealed with its id; undefined if one about the same record is open, which blocks others
 * until it is closed.
 */
export async function insertProposal(
  tx: Tx,
  made: NewProposal,
  seal: (id: number) => Buffer,
): Promise<number | undefined> {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('proposals', 'id'))::integer as id`.execute(tx)
  const { id } = onlyRow(ids, 'id of a proposal')
  const { count } = await sql`
    insert into proposals (id, status, call, permissions, sealed_input, acts, action, subject, subject_id, user_id, amount, made_by, made_at)
    overriding system value
    values (${id}, 'open', ${made.call}, ${made.permissions}, ${seal(id)}, ${JSON.stringify(made.acts)}, ${made.action}, ${made.subject},
            ${made.subjectId}, ${made.user}, ${made.amount}, ${made.by}, ${made.at})
    on conflict (subject, subject_id) where status = 'open' and subject_id is not null do nothing`.execute(tx)
  return count === 0 ? undefined : id
}

export async function proposalById(db: Db, id: number): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`${selected} where p.id = ${id}`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends; read after the wait, so that it shows who closed it in the meantime. */
export async function lockProposal(tx: Tx, id: number): Promise<ProposalRow | undefined> {
  await sql`select from proposals where id = ${id} for update`.execute(tx)
  return proposalById(tx, id)
}

/** The open proposal about a record. */
export async function openProposal(
  tx: Tx,
  { subject, subjectId }: { subject: string; subjectId: number | null },
): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    ${selected} where p.status = 'open' and p.subject = ${subject} and p.subject_id = ${subjectId}`.execute(tx)
  return rows[0]
}

export type Closed = {
  status: Exclude<ProposalState, 'open'>
  by: number
  at: Date
  reason?: string
  refused?: RefusedText
}

/** Closes a locked proposal and erases its input, which may contain a password. */
export async function closeProposal(tx: Tx, id: number, closed: Closed): Promise<void> {
  const { status, by, at, reason = null, refused = null } = closed
  await sql`
    update proposals
       set status = ${status}, decided_by = ${by}, decided_at = ${at}, reason = ${reason},
           refused = ${refused && JSON.stringify(refused)}, sealed_input = null
     where id = ${id}`.execute(tx)
}

/** The reader: an admin sees the proposals that they made or may decide; a reader of the audit log sees all. */
export type Reader = { id: number; roles: readonly Role[] }
export type ProposalFilter = {
  reader: Reader
  status: ProposalState | undefined
  subject: string | undefined
  subjectId: number | undefined
}

const newestFirst: Order = [['p.id', 'desc']]

export async function proposalsPage(
  db: Db,
  { offset, limit, backwards, ...filter }: ProposalFilter & Slice,
): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    ${selected}
     where p.id = any (array(
             select p.id from proposals p
              where ${matching(filter)}
              order by ${orderBy(newestFirst, backwards)}
             offset ${offset} limit ${limit}))
     order by ${orderBy(newestFirst)}`.execute(db)
  return rows
}

/** How many there are in each status, whichever is shown. */
export async function countProposals(
  db: Db,
  filter: Omit<ProposalFilter, 'status'>,
): Promise<Record<ProposalState, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select p.status, count(*)::integer as n
      from proposals p
     where ${matching({ ...filter, status: undefined })}
     group by p.status`.execute(db)
  return countsOf(proposalStates, new Map(rows.map(({ status, n }) => [status, n])))
}

/** How many open ones an admin may decide. */
export async function countToDecide(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from proposals p
     where p.status = 'open' and p.made_by <> ${reader.id} and p.permissions <@ ${heldBy(reader)}::text[]`.execute(db)
  return onlyRow(rows, 'count of proposals').n
}

function heldBy({ roles }: Reader): Permission[] {
  return permissions.filter((permission) => isPermitted(roles, permission))
}

function matching({ reader, status, subject, subjectId }: ProposalFilter): Sql<unknown> {
  const conditions = [
    isPermitted(reader.roles, 'audit.read')
      ? sql`true`
      : sql`(p.made_by = ${reader.id} or p.permissions <@ ${heldBy(reader)}::text[])`,
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(subject ? [sql`p.subject = ${subject}`] : []),
    ...(subjectId === undefined ? [] : [sql`p.subject_id = ${subjectId}`]),
  ]
  return sql.join(conditions, sql` and `)
}

export type Maker = Pick<Member, 'id' | 'name' | 'email' | 'phone' | 'role' | 'roles' | 'language' | 'secondFactor'>

/** An active admin; undefined otherwise. */
export async function activeAdmin(db: Db | Tx, id: number): Promise<Maker | undefined> {
  const { rows } = await sql<Maker>`
    select id, name, email, phone, role, roles, language, ${hasFactor} as "secondFactor"
      from users u where id = ${id} and role = 'admin' and is_active and closed_at is null`.execute(db)
  return rows[0]
}

/** The same, who stays active until the transaction ends. */
export async function holdActiveAdmin(tx: Tx, id: number): Promise<Maker | undefined> {
  await sql`select from users where id = ${id} for share`.execute(tx)
  return activeAdmin(tx, id)
}

/**
 * Whether four eyes is on with a single owner left, who could not even turn it off. Removing an owner locks all owners' rows,
 * and the owner who turns four eyes on holds a share lock on their own, so the later call sees the earlier one's change.
 */
export async function lacksSecondOwner(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from settings
     where key = 'four_eyes_above' and value <> ''
       and (select count(*) from users where 'owner' = any (roles) and is_active and closed_at is null) < 2`.execute(tx)
  return rows.length > 0
}

/** The setting as it is stored; empty if it was never set. */
export async function fourEyesAbove(tx: Tx): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from settings where key = 'four_eyes_above'`.execute(tx)
  return rows[0]?.value ?? ''
}

export async function sealedInputs(tx: Tx): Promise<{ id: number; sealed_input: Buffer }[]> {
  const { rows } = await sql<{ id: number; sealed_input: Buffer }>`
    select id, sealed_input from proposals where status = 'open' for update`.execute(tx)
  return rows
}

export async function replaceSealedInput(tx: Tx, id: number, sealed: Buffer): Promise<void> {
  await sql`update proposals set sealed_input = ${sealed} where id = ${id}`.execute(tx)
}

export type KeptWords = Pick<ProposalRow, 'id' | 'acts' | 'reason' | 'refused'> & { is_about: boolean }

/** The proposals about a person and their records, and those whose acts contain one of their contacts. */
export async function proposalsNaming(tx: Tx, { id, contacts }: ClosingPerson): Promise<KeptWords[]> {
  const isAbout = sql`(
       p.user_id = ${id}
    or p.subject = 'user' and p.subject_id = ${id}
    or p.subject = 'deposit' and p.subject_id in (select d.id from deposits d where d.user_id = ${id})
    or p.subject = 'withdrawal' and p.subject_id in (select w.id from withdrawals w where w.user_id = ${id}))`
  const { rows } = await sql<KeptWords>`
    select p.id, p.acts, p.reason, p.refused, ${isAbout} as is_about
      from proposals p
     where ${isAbout}
        or ${mayContain(sql`concat_ws(' ', p.acts::text, p.reason, p.refused::text)`, contacts)}
     order by p.id
       for update`.execute(tx)
  return rows
}

/** Writes what remains of a proposal; an open one loses its input, so that nobody can carry it out any more. */
export async function keepWords(tx: Tx, { id, acts, reason, refused }: KeptWords): Promise<void> {
  await sql`
    update proposals
       set acts = ${JSON.stringify(acts)}, reason = ${reason}, refused = ${refused && JSON.stringify(refused)},
           sealed_input = case when sealed_input is not null then ''::bytea end
     where id = ${id}`.execute(tx)
}
