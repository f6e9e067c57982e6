import { Link } from '@tanstack/react-router'

/** Leads to a user's details; the name alone once the account is closed. */
export function OwnerLink({ user }: { user: { id: number; name: string; email: string | null } }) {
  if (user.email === null) return user.name
  return (
    <Link to="/admin/users" search={{ search: user.email, id: user.id }}>
      {user.name}
    </Link>
  )
}
