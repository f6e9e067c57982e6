/** The admins: who they are, their roles, and making another one. */
import * as z from 'zod/mini'
import { complaint } from './complaint.ts'
import { email, phone } from './contact.ts'
import { endpoint } from './endpoint.ts'
import { newPassword } from './auth.ts'
import { adminRole, roleNames } from './roles.ts'
import { id, instant, name, openedWith, pathId } from './shapes.ts'

/** The roles of one admin: at least one, each once, in the order of the table. */
const adminRoles = z.codec(
  z.array(adminRole).check(z.minLength(1, complaint('required')), z.maxLength(20)),
  z.array(adminRole),
  { decode: (given) => roleNames.filter((role) => given.includes(role)), encode: (held) => held },
)

export const teamMember = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.literal('admin'),
  roles: z.array(adminRole),
  is_active: z.boolean(),
  second_factor: z.boolean(),
  /** Null for an admin who has not signed in yet. */
  last_sign_in_at: z.nullable(instant),
  updated_at: z.nullable(instant),
})
export type TeamMember = z.output<typeof teamMember>

export const listAdmins = endpoint({
  name: 'listAdmins',
  method: 'GET',
  path: '/admin/admins',
  who: 'admin',
  permission: 'admins.manage',
  summary: 'Every admin with their roles, the active ones first; closed accounts are left out',
  reply: z.object({ data: z.array(teamMember) }),
})

export const createAdmin = endpoint({
  name: 'createAdmin',
  method: 'POST',
  path: '/admin/admins',
  who: 'admin',
  permission: 'admins.manage',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Add another admin; a viewer if no roles are given',
  refusals: ['email_taken', 'phone_taken', 'weak_password'],
  body: z.strictObject({
    name,
    email,
    phone,
    password: newPassword,
    roles: z._default(adminRoles, ['viewer']),
  }),
  reply: teamMember,
  status: 201,
})

export const setRoles = endpoint({
  name: 'setRoles',
  method: 'PUT',
  path: '/admin/admins/{id}/roles',
  who: 'admin',
  permission: 'admins.manage',
  freshCode: 'always',
  fourEyes: 'sometimes',
  summary: "Replace an admin's roles; one active owner always remains",
  refusals: ['changed_meanwhile', 'last_owner'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ roles: adminRoles, previous_updated_at: openedWith }),
  reply: teamMember,
})
