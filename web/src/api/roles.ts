import { getProfile } from '@bittkosh/contract/profile'
import { call } from './client.ts'
import { session } from './session.ts'

/** Reads again what the signed-in admin may do: an owner may have changed it. Without a reply, nothing changes. */
export async function refreshRoles(): Promise<void> {
  const { roles } = await call(getProfile, {}, { isBackground: true }).catch(() => ({ roles: undefined }))
  const now = session.get()
  if (roles && now && now.user.roles?.join() !== roles.join()) session.begin(now.token, { ...now.user, roles })
}
