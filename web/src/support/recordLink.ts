import type { About } from '@bittkosh/contract/support'

/** Where the panel shows a record. An investment stands at its person. */
export function recordLink({ kind, id }: About, user: number | null) {
  switch (kind) {
    case 'deposit':
      return { to: '/admin/deposits', search: { search: `#${id}`, id } } as const
    case 'withdrawal':
      return { to: '/admin/withdrawals', search: { search: `#${id}`, id } } as const
    case 'transfer':
      return { to: '/admin/balance-transfers', search: { search: `#${id}`, id } } as const
    case 'kyc':
    case 'investment':
      return { to: '/admin/users', search: user === null ? {} : { id: user } } as const
    default:
      return kind satisfies never
  }
}
