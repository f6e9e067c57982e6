import { decimalText, parseDecimal, percentText, ppm } from '@bittkosh/contract/money'
import { type AdminPackage, createPackage, listAllPackages, updatePackage } from '@bittkosh/contract/packages'
import { outlivesFee } from '@bittkosh/contract/packageLoss'
import { getSetting } from '@bittkosh/contract/settings'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/refresh.ts'
import { useEdit } from '../api/useEdit.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { readAmount, wireNumber } from '../kit/forms/amountText.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { InHindi } from '../kit/forms/InHindi.tsx'
import { Khata } from '../kit/money/Khata.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './AdminPackages.module.css'
import { useWithdrawalFee } from './api.ts'
import { PackageSum } from './PackageCard.tsx'
import { SameDayGain } from './SameDayGain.tsx'

type PackageFormProps = {
  /** Null adds a package. */
  offer: AdminPackage | null
  /** The position after the last one, for a new package. */
  nextOrder: number
  onClose: () => void
}

export function PackageForm({ offer, nextOrder, onClose }: PackageFormProps) {
  const { t } = useLingui()
  const { edit, ...version } = useEdit('package', { record: offer, readList: () => call(listAllPackages, {}) })
  const fee = useWithdrawalFee()
  const [acceptedFor, setAcceptedFor] = useState<string | null>(null)
  // With other terms, or another fee, the loss differs and must be accepted again.
  const lossOf = (typed: { amount: string; bonus_percentage: string }) =>
    [typed.amount, typed.bonus_percentage, fee].join(' ')
  const form = useDraftForm({
    draft: version.draft,
    endpoint: offer ? updatePackage : createPackage,
    initial: {
      name: offer?.name ?? '',
      amount: offer ? decimalText(offer.amount, 2) : '',
      bonus_percentage: offer ? percentText(offer.bonus_percentage) : '',
      description: offer?.description ?? '',
      name_hi: offer?.name_hi ?? '',
      description_hi: offer?.description_hi ?? '',
      sort_order: String(offer?.sort_order ?? nextOrder),
      is_active: offer?.is_active ?? true,
    },
    body: (typed) => ({
      ...typed,
      amount: wireNumber(typed.amount),
      bonus_percentage: wireNumber(typed.bonus_percentage),
      sort_order: wireNumber(typed.sort_order),
      confirm_loss: acceptedFor === lossOf(typed),
      ...version.body,
    }),
    onRefused: (error) => {
      version.onRefused(error)
      if (error.code === 'loss_unconfirmed') void refresh(getSetting) // another admin may have lowered the fee
    },
    ...(offer && { params: { id: offer.id } }),
    fallback: t`Failed to save package`,
    refreshes: [listAllPackages],
    onDone: () => {
      toast(t`Package saved`)
      onClose()
    },
    onSent: () => {
      form.discard() // the proposal has it now
      onClose()
    },
  })
  const amount = readAmount(form.values.amount)
  const bonus = parseDecimal(form.values.bonus_percentage.replace(/\.$/, ''), 4)
  const terms = amount !== null && amount > 0n && bonus !== null ? { amount, bonus: ppm(bonus) } : null
  const paysToLeave = terms !== null && fee !== null && outlivesFee({ bonus: terms.bonus, fee })
  return (
    <EditDialog title={offer ? t`Edit package` : t`Add package`} form={form} edit={edit} onClose={onClose}>
      <Field label={t`Name`} error={form.errors.name}>
        <TextInput {...form.bind('name')} data-first-focus dense maxLength={100} />
      </Field>
      <InHindi label={t`Name`} {...form.bind('name_hi')} error={form.errors.name_hi} maxLength={100} />
      <div className={styles.pair}>
        <Field label={t`Price`} error={form.errors.amount}>
          <AmountInput {...form.bind('amount')} dense />
        </Field>
        <Field label={t`Bonus percentage`} error={form.errors.bonus_percentage}>
          <AmountInput {...form.bind('bonus_percentage')} dense symbol="" suffix="%" />
        </Field>
      </div>
      <Field label={t`Description`} error={form.errors.description}>
        <TextArea {...form.bind('description')} rows={3} maxLength={2000} />
      </Field>
      <InHindi
        label={t`Description`}
        {...form.bind('description_hi')}
        error={form.errors.description_hi}
        rows={3}
        maxLength={2000}
      />
      <Field label={t`Sort order`} hint={t`1 comes first`} error={form.errors.sort_order}>
        <TextInput {...form.bind('sort_order')} dense inputMode="numeric" maxLength={6} />
      </Field>
      <Checkbox
        label={t`Active: users can buy it`}
        checked={form.values.is_active}
        onChange={(checked) => form.set('is_active', checked)}
      />
      {terms && (
        <Khata title={t`What users see`}>
          <PackageSum {...terms} />
        </Khata>
      )}
      {paysToLeave && (
        <Banner tone="pending">
          <SameDayGain {...terms} fee={fee} />
          <Checkbox
            label={t`I accept this loss`}
            checked={acceptedFor === lossOf(form.values)}
            onChange={(accepted) => setAcceptedFor(accepted ? lossOf(form.values) : null)}
          />
        </Banner>
      )}
    </EditDialog>
  )
}
