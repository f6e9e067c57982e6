import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to a record in the panel, whatever its state; only the text if it has no page of its own. */
export function RecordLink({ subject, id, children }: { subject: string; id: number; children: ReactNode }) {
  const search = { status: 'all', search: `#${id}`, id }
  switch (subject) {
    case 'deposit':
      return (
        <Link to="/admin/deposits" search={search}>
          {children}
        </Link>
      )
    case 'withdrawal':
      return (
        <Link to="/admin/withdrawals" search={search}>
          {children}
        </Link>
      )
    case 'transfer':
      return (
        <Link to="/admin/balance-transfers" search={{ search: `#${id}`, id }}>
          {children}
        </Link>
      )
    case 'user':
    case 'referral': // its number is the referred user's
      return (
        <Link to="/admin/users/$id" params={{ id: String(id) }}>
          {children}
        </Link>
      )
    default:
      return children
  }
}
