import { type Endpoint, permissionsOf } from '@bittkosh/contract/endpoint'
import { isPermitted, type Permission } from '@bittkosh/contract/permissions'
import { session, useSession } from './session.ts'

/**
 * Whether the signed-in admin may make a call, or has a permission: `may(deletePlan)`, `may('people.edit')`. If a call names
 * several permissions, one suffices.
 */
export type May = (what: Endpoint | Permission) => boolean

export function useMay(): May {
  const roles = useSession()?.user.roles ?? []
  return (what) => {
    const needed = typeof what === 'string' ? [what] : permissionsOf(what)
    return needed.some((permission) => isPermitted(roles, permission))
  }
}

/** The same, for use outside components. */
export function mayNow(permission: Permission): boolean {
  return isPermitted(session.get()?.user.roles ?? [], permission)
}
