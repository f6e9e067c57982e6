import { useTrail } from '../api/useTrail.ts'
import { Trail } from '../kit/lists/Trail.tsx'

/** What admins did to this account and to its identity records, newest first. */
export function UserTrail({ id }: { id: number }) {
  return <Trail trail={useTrail('user', id, { isOpen: true })} />
}
