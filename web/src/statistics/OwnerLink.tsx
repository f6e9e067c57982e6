import { Link } from '@tanstack/react-router'

/** A link to a user's details; only the name once the account is closed. */
export function OwnerLink({ user }: { user: { id: number; name: string; email: string | null } }) {
  if (user.email === null) return user.name
  return (
    <Link to="/admin/users" search={{ search: user.email, id: user.id }}>
      {user.name}
    </Link>
  )
}
