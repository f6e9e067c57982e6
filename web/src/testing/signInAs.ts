import type { Role } from '@bittkosh/contract/roles'
import { session } from '../api/session.ts'

/** Signs in an admin with these roles; `session.end()` ends the session. */
export function signInAs(...roles: Role[]): void {
  const admin = { id: 1, name: 'Meera', email: 'meera@example.in', phone: '+919812345678', role: 'admin' as const }
  session.begin('secret', { ...admin, roles })
}
