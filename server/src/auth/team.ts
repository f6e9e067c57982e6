/** The admins over HTTP: their list, creating another one, and their roles. */
import * as calls from '@bittkosh/contract/team'
import type { TeamMember } from '@bittkosh/contract/team'
import type { MailValues } from '@bittkosh/contract/mails'
import { record, requireUnchanged } from '../audit/actions.ts'
import { mail } from '../mails/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Answer, type Call, prepareAndWrite, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { createUser, hashTypedPassword } from './actions.ts'
import { storeRoles } from './accounts.ts'
import { type ActiveAdmin, activeAdmins, findAdmin, lockOwners, teamMembers } from './queries.ts'
import { judgeRoles } from './rules.ts'

export const teamRoutes: Route[] = [
  read(calls.listAdmins, listAdmins),
  prepareAndWrite(calls.createAdmin, prepareCreateAdmin, createAdmin),
  write(calls.setRoles, setRoles),
]

export async function listAdmins(
  _call: Call<typeof calls.listAdmins>,
  db: Db,
): Promise<Answer<typeof calls.listAdmins>> {
  return { data: await teamMembers(db) }
}

async function prepareCreateAdmin(call: Call<typeof calls.createAdmin>) {
  return hashTypedPassword(call, call.body.password)
}

export async function createAdmin(
  call: Call<typeof calls.createAdmin>,
  tx: TxOf<typeof calls.createAdmin>,
  passwordHash: Awaited<ReturnType<typeof prepareCreateAdmin>>,
): Promise<Answer<typeof calls.createAdmin>> {
  const { user, at } = call
  const { name, email, phone, roles } = call.body
  const id = await createUser(tx, {
    name,
    email,
    phone,
    passwordHash,
    mustChangePassword: true,
    role: 'admin',
    proven: 'both',
    roles,
    referredBy: null,
    welcome: false,
    at,
  })
  const made = { name, email, phone, role: 'admin', roles }
  record(tx, call, { action: 'admin created', subject: 'user', subjectId: id, after: made })
  const values = { change: 'made' as const, by: user.name, admin: name, roles }
  await mailTeam(tx, at, { admins: await activeAdmins(tx), except: [user.id, id], about: id, values })
  return memberById(tx, id)
}

export async function setRoles(
  call: Call<typeof calls.setRoles>,
  tx: TxOf<typeof calls.setRoles>,
): Promise<Answer<typeof calls.setRoles>> {
  const { params, body, user, at } = call
  const owners = await lockOwners(tx)
  // Another owner may have removed this one's role while this call waited for the rows.
  if (!owners.some(({ id }) => id === user.id)) return refuse(tx, 'not_permitted')
  const found = (await findAdmin(tx, params.id)) ?? refuse(tx, 'not_found')
  const { previous_updated_at: openedWith } = body
  await requireUnchanged(tx, at, { subject: 'user', id: found.id, openedWith, updatedAt: found.updatedAt })
  const isSame = found.roles.length === body.roles.length && body.roles.every((role) => found.roles.includes(role))
  if (isSame) return memberById(tx, found.id) // nothing that another owner would have to approve
  accept(tx, judgeRoles({ admin: found.id, roles: body.roles, owners: owners.map(({ id }) => id) }))
  await storeRoles(tx, at, found.id, body.roles)
  const changes = { before: { roles: found.roles }, after: { roles: body.roles } }
  record(tx, call, { action: 'admin roles changed', subject: 'user', subjectId: found.id, ...changes })
  const values = { change: 'changed' as const, by: user.name, admin: found.name, roles: body.roles }
  await mailTeam(tx, at, { admins: [...owners, found], except: [user.id], about: found.id, values })
  return memberById(tx, found.id)
}

/** Mails each of these admins once, except the one who acted. */
async function mailTeam(
  tx: Tx,
  at: Date,
  {
    admins,
    except,
    about,
    values,
  }: { admins: readonly ActiveAdmin[]; except: readonly number[]; about: number; values: MailValues['admin_roles'] },
): Promise<void> {
  const others = new Map(admins.filter(({ id }) => !except.includes(id)).map((to) => [to.id, to]))
  for (const to of others.values()) await mail(tx, at, { to, kind: 'admin_roles', values, about })
}

async function memberById(tx: Tx, id: number): Promise<TeamMember> {
  return onlyRow(await teamMembers(tx, id), `admin ${id}`)
}
