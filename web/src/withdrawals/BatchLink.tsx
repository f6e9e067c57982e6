import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'

/** A link to the batch that contains a withdrawal; only its number for those who may not open it. */
export function BatchLink({ id }: { id: number }) {
  const { t } = useLingui()
  const may = useMay()
  const name = t`Batch #${id}`
  if (!may('bank.read')) return name
  return (
    <Link to="/admin/payout-batches/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )
}
