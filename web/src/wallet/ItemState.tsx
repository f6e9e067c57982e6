import type { TransactionItem } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../kit/page/Chip.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'

/** The state of an entry: a withdrawal that an admin is paying reads 'Being paid'. */
export function ItemState({ item }: { item: TransactionItem }) {
  const { t } = useLingui()
  return item.being_paid ? <Chip tone="info">{t`Being paid`}</Chip> : <StatusBadge status={item.status} />
}
