/** Where people are redirected who open a page that is not for them. */
export type Audience = 'visitors' | 'anyone' | 'users' | 'admins' | 'signed-in'
export type Role = 'user' | 'admin' | null

/** The redirect for someone who may not open a page; null if they may. */
export function redirectFor(audience: Audience, role: Role) {
  if (audience === 'anyone') return null
  if (audience === 'visitors') return role === null ? null : homeOf(role)
  if (role === null) return '/login'
  if (audience === 'signed-in') return null
  if (audience === 'users') return role === 'user' ? null : '/admin'
  return role === 'admin' ? null : '/dashboard'
}

/** Where unknown paths redirect to. */
export function homeOf(role: Role) {
  if (role === null) return '/'
  return role === 'admin' ? '/admin' : '/dashboard'
}
