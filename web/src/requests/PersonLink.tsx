import { Link } from '@tanstack/react-router'

/** A link to a person's page; only the name once the account is closed, because there is no page then. */
export function PersonLink({ user }: { user: { id: number; name: string; email?: string | null } }) {
  if (user.email === null) return user.name
  return (
    <Link to="/admin/users/$id" params={{ id: String(user.id) }}>
      {user.name}
    </Link>
  )
}
