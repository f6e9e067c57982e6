import { Link } from '@tanstack/react-router'

/** A link to a person's page; once the account is closed, it shows what remains of it. */
export function PersonLink({ user }: { user: { id: number; name: string } }) {
  return (
    <Link to="/admin/users/$id" params={{ id: String(user.id) }}>
      {user.name}
    </Link>
  )
}
