import { percentText } from '@bittkosh/contract/money'
import {
  type BalancePackage,
  deletePackage,
  listAllPackages,
  togglePackage,
  updatePackage,
} from '@bittkosh/contract/packages'
import { outlivesFee } from '@bittkosh/contract/packageLoss'
import { getSetting } from '@bittkosh/contract/settings'
import { Plural, useLingui } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { refresh } from '../api/refresh.ts'
import { useAction } from '../api/useAction.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { ProposedInList } from '../requests/Proposed.tsx'
import { useWithdrawalFee } from './api.ts'
import { PackageSum } from './PackageCard.tsx'
import { SameDayGain } from './SameDayGain.tsx'
import styles from './AdminPackages.module.css'

export function AdminPackageCard({ offer, onEdit }: { offer: BalancePackage; onEdit: () => void }) {
  const { t } = useLingui()
  const may = useMay()
  const [isDeleting, setDeleting] = useState(false)
  // The terms in the question: if other terms arrive meanwhile, nobody has accepted their loss.
  const [asked, askToOffer, close] = useOpened<BalancePackage>()
  const toggle = useAction({
    endpoint: togglePackage,
    fallback: t`Failed to add, update, delete or toggle package`,
  })
  const fee = useWithdrawalFee()

  async function turn(
    { id, updated_at: openedWith }: BalancePackage,
    body: { is_active: boolean; confirm_loss?: true },
  ) {
    await toggle.run({ params: { id }, body: { ...body, previous_updated_at: openedWith } })
    close()
    void refresh(listAllPackages, getSetting) // also after a refusal, so that changed terms or a changed fee become visible
  }
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
      {!may(updatePackage) ? (
        <div>
          <StatusBadge status={offer.is_active ? 'active' : 'inactive'} />
        </div>
      ) : (
        <div className={styles.actions}>
          <Switch
            label={offer.is_active ? t`Active` : t`Inactive`}
            checked={offer.is_active}
            disabled={toggle.running}
            onChange={(is_active) => {
              const paysToLeave = fee !== null && outlivesFee({ bonus: offer.bonus_percentage, fee })
              if (paysToLeave && is_active) askToOffer(offer)
              else void turn(offer, { is_active })
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
      {asked && fee !== null && (
        <ConfirmDialog
          open
          onClose={close}
          title={t`Offer ${asked.name}?`}
          confirmLabel={t`I accept this loss`}
          danger
          running={toggle.running}
          onConfirm={() => void turn(asked, { is_active: true, confirm_loss: true })}
        >
          <SameDayGain amount={asked.amount} bonus={asked.bonus_percentage} fee={fee} />
        </ConfirmDialog>
      )}
      {isDeleting && <DeletePackage offer={offer} onClose={() => setDeleting(false)} />}
    </Card>
  )
}

function DeletePackage({ offer, onClose }: { offer: BalancePackage; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: deletePackage,
    fallback: t`Failed to add, update, delete or toggle package`,
    success: t`Package deleted`,
    refreshes: [listAllPackages],
    input: { params: { id: offer.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Delete ${offer.name}?`} confirmLabel={t`Delete`} danger>
      {offer.deposit_requests_count > 0
        ? t`It disappears from all lists, but stays in the history of requests already made.`
        : t`It has never been bought, so nothing else changes.`}
    </ConfirmDialog>
  )
}
