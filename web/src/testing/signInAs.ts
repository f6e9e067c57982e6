import type { Role } from '@bittkosh/contract/roles'
import { session } from '../api/session.ts'

/** An admin with these roles is signed in; `session.end()` ends it. */
export function signInAs(...roles: Role[]): void {
  const admin = { id: 1, name: 'Meera', email: 'meera@example.in', phone: '+919812345678', role: 'admin' as const }
  session.begin('secret', { ...admin, roles })
}
