import { percentText } from '@bittkosh/contract/money'
import {
  type BalancePackage,
  deletePackage,
  listAllPackages,
  togglePackage,
  updatePackage,
} from '@bittkosh/contract/packages'
import { outlivesFee } from '@bittkosh/contract/packageLoss'
import { Plural, useLingui } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { ProposedInList } from '../requests/ProposedInList.tsx'
import { useWithdrawalFee } from './api.ts'
import { PackageSum } from './PackageCard.tsx'
import { SameDayGain } from './SameDayGain.tsx'
import styles from './AdminPackages.module.css'

export function AdminPackageCard({ offer, onEdit }: { offer: BalancePackage; onEdit: () => void }) {
  const { t } = useLingui()
  const may = useMay()
  const [isDeleting, setDeleting] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const fallback = t`Failed to add, update, delete or toggle package`
  const toggle = useAction({
    endpoint: togglePackage,
    fallback,
    refreshes: [listAllPackages],
    onDone: () => setConfirming(false),
    onSent: () => setConfirming(false),
  })
  const remove = useAction({
    endpoint: deletePackage,
    fallback,
    success: t`Package deleted`,
    refreshes: [listAllPackages],
    onDone: () => setDeleting(false),
    onSent: () => setDeleting(false),
  })
  const input = { params: { id: offer.id } }
  const fee = useWithdrawalFee()
  const terms = { amount: offer.amount, bonus: offer.bonus_percentage }
  const paysToLeave = fee !== null && outlivesFee({ ...terms, fee })
  return (
    <Card
      title={offer.name}
      aside={
        <span className={styles.buttons}>
          <Chip tone="gain">+{percentText(offer.bonus_percentage)} %</Chip>
          <Chip>{t`Place ${offer.sort_order}`}</Chip>
        </span>
      }
    >
      <ProposedInList subject="package" id={offer.id} />
      <p className={styles.description}>{offer.description}</p>
      <dl className={styles.sum}>
        <PackageSum amount={offer.amount} bonus={offer.bonus_percentage} />
      </dl>
      <p className={styles.requests}>
        <Plural value={offer.deposit_requests_count} _0="Not bought yet" one="# request" other="# requests" />
      </p>
      {may(updatePackage) && (
        <div className={styles.actions}>
          <Switch
            label={offer.is_active ? t`Active` : t`Inactive`}
            checked={offer.is_active}
            disabled={toggle.running}
            onChange={(is_active) => {
              if (paysToLeave && is_active) setConfirming(true)
              else void toggle.run({ ...input, body: { is_active } })
            }}
          />
          <div className={styles.buttons}>
            <Button
              variant="secondary"
              size="dense"
              icon={<Pencil size={16} aria-hidden />}
              aria-label={t`Edit ${offer.name}`}
              onClick={onEdit}
            >{t`Edit`}</Button>
            <Button
              variant="quiet"
              size="dense"
              icon={<Trash2 size={16} aria-hidden />}
              aria-label={t`Delete ${offer.name}`}
              onClick={() => setDeleting(true)}
            >{t`Delete`}</Button>
          </div>
        </div>
      )}
      {paysToLeave && (
        <ConfirmDialog
          open={isConfirming}
          onClose={() => setConfirming(false)}
          title={t`Offer ${offer.name}?`}
          confirmLabel={t`I accept this loss`}
          danger
          running={toggle.running}
          onConfirm={() => void toggle.run({ ...input, body: { confirm_loss: true, is_active: true } })}
        >
          <SameDayGain {...terms} fee={fee} />
        </ConfirmDialog>
      )}
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={t`Delete ${offer.name}?`}
        confirmLabel={t`Delete`}
        danger
        running={remove.running}
        onConfirm={() => void remove.run(input)}
      >
        {offer.deposit_requests_count > 0
          ? t`It disappears from all lists. Requests already made keep it in their history.`
          : t`It was never bought, so nothing else changes.`}
      </ConfirmDialog>
    </Card>
  )
}
