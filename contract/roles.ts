/** The roles of admins; permissions.ts says what each may. */
import * as z from 'zod/mini'

export const roleNames = ['owner', 'finance', 'kyc', 'support', 'catalogue', 'viewer'] as const
export type Role = (typeof roleNames)[number]
export const adminRole = z.enum(roleNames)
