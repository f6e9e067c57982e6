import { decimalText, percentText } from '@bittkosh/contract/money'
import {
  type Category,
  createPlan,
  DURATION_DEFAULT_DAYS,
  listAllPlans,
  type ListedPlan,
  updatePlan,
} from '@bittkosh/contract/plans'
import { useLingui } from '@lingui/react/macro'
import { call } from '../api/client.ts'
import { useEdit } from '../api/useEdit.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { wireNumber } from '../kit/forms/amountText.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { InHindi } from '../kit/forms/InHindi.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './Admin.module.css'
import { planLists } from './api.ts'
import { PlanPreview } from './PlanPreview.tsx'

type PlanFormProps = {
  /** Null adds a plan. */
  plan: ListedPlan | null
  categories: Category[]
  onClose: () => void
}

export function PlanForm({ plan, categories, onClose }: PlanFormProps) {
  const { t } = useLingui()
  const { edit, ...version } = useEdit('plan', { record: plan, readList: () => call(listAllPlans, {}) })
  const form = useDraftForm({
    draft: version.draft,
    endpoint: plan ? updatePlan : createPlan,
    ...(plan && { params: { id: plan.id } }),
    initial: typedFrom(plan),
    body: (typed) => ({ ...bodyOf(typed), ...version.body }),
    onRefused: version.onRefused,
    fallback: t`Failed to save cryptocurrency`,
    refreshes: planLists,
    onDone: () => {
      toast(plan ? t`Plan saved` : t`Plan added`)
      onClose()
    },
    onSent: () => {
      form.discard() // the proposal has it now
      onClose()
    },
  })
  const percent = (name: 'profit_percentage' | 'bottom_flow' | 'upper_flow') => (
    <AmountInput {...form.bind(name)} symbol="" suffix="%" dense />
  )
  return (
    <EditDialog title={plan ? t`Edit ${plan.name}` : t`Add plan`} form={form} edit={edit} size="wide" onClose={onClose}>
      <div className={styles.pair}>
        <Field label={t`Name`} error={form.errors['name']}>
          <TextInput {...form.bind('name')} data-first-focus dense />
        </Field>
        <Field label={t`Symbol`} error={form.errors['symbol']}>
          <TextInput {...form.bind('symbol')} dense autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label={t`Category`} error={form.errors['category_id']}>
          <Select
            dense
            value={form.values.category_id}
            onChange={(chosen) => form.set('category_id', chosen)}
            placeholder={t`Choose a category`}
            options={categories.map((category) => ({ value: String(category.id), label: category.name }))}
          />
        </Field>
        <Field
          label={t`Icon link`}
          hint={t`Only https pictures are shown; if one doesn’t load, the first letter of the symbol appears.`}
          error={form.errors['icon_url']}
        >
          <TextInput {...form.bind('icon_url')} dense inputMode="url" spellCheck={false} />
        </Field>
      </div>
      <InHindi label={t`Name`} {...form.bind('name_hi')} error={form.errors['name_hi']} maxLength={100} />
      <Field label={t`Description`} optional error={form.errors['description']}>
        <TextArea {...form.bind('description')} rows={3} />
      </Field>
      <InHindi label={t`Description`} {...form.bind('description_hi')} error={form.errors['description_hi']} rows={3} />
      <div className={styles.pair}>
        <Field label={t`Duration in days`} error={form.errors['investment_duration_days']}>
          <TextInput {...form.bind('investment_duration_days')} dense inputMode="numeric" />
        </Field>
        <Field label={t`Profit for the whole term`} error={form.errors['profit_percentage']}>
          {percent('profit_percentage')}
        </Field>
        <Field label={t`Minimum deposit`} error={form.errors['minimum_deposit']}>
          <AmountInput {...form.bind('minimum_deposit')} dense />
        </Field>
        <Field label={t`Maximum deposit`} error={form.errors['maximum_deposit']}>
          <AmountInput {...form.bind('maximum_deposit')} dense />
        </Field>
      </div>
      <PlanPreview plan={plan} typed={form.values} />
      <h3>{t`Simulated price`}</h3>
      <div className={styles.pair}>
        <Field label={t`Lower price`} error={form.errors['lower_fluctuation']}>
          <AmountInput {...form.bind('lower_fluctuation')} dense />
        </Field>
        <Field label={t`Higher price`} error={form.errors['higher_fluctuation']}>
          <AmountInput {...form.bind('higher_fluctuation')} dense />
        </Field>
        <Field
          label={t`Bottom flow`}
          hint={t`Smallest rise every 3 seconds; a fall is at most twice this.`}
          error={form.errors['bottom_flow']}
        >
          {percent('bottom_flow')}
        </Field>
        <Field label={t`Upper flow`} hint={t`Largest rise every 3 seconds.`} error={form.errors['upper_flow']}>
          {percent('upper_flow')}
        </Field>
      </div>
      <Field label={t`Wallet address`} optional error={form.errors['wallet_address']}>
        <TextInput {...form.bind('wallet_address')} dense spellCheck={false} />
      </Field>
      <div className={styles.switches}>
        <Checkbox
          label={t`Active: users can see it and invest`}
          checked={form.values.is_active}
          onChange={(checked) => form.set('is_active', checked)}
        />
        <Checkbox
          label={t`A user may hold several investments at the same time`}
          checked={form.values.multiple_allowed}
          onChange={(checked) => form.set('multiple_allowed', checked)}
        />
      </div>
    </EditDialog>
  )
}

type Typed = ReturnType<typeof typedFrom>

function typedFrom(plan: ListedPlan | null) {
  return {
    name: plan?.name ?? '',
    symbol: plan?.symbol ?? '',
    icon_url: plan?.icon_url ?? '',
    description: plan?.description ?? '',
    name_hi: plan?.name_hi ?? '',
    description_hi: plan?.description_hi ?? '',
    category_id: plan ? String(plan.category_id) : '',
    investment_duration_days: String(plan?.investment_duration_days ?? DURATION_DEFAULT_DAYS),
    profit_percentage: plan ? percentText(plan.profit_percentage) : '',
    minimum_deposit: plan ? decimalText(plan.minimum_deposit, 2) : '',
    maximum_deposit: plan ? decimalText(plan.maximum_deposit, 2) : '',
    wallet_address: plan?.wallet_address ?? '',
    lower_fluctuation: plan ? decimalText(plan.lower_fluctuation, 2) : '',
    higher_fluctuation: plan ? decimalText(plan.higher_fluctuation, 2) : '',
    bottom_flow: plan ? percentText(plan.bottom_flow) : '',
    upper_flow: plan ? percentText(plan.upper_flow) : '',
    is_active: plan?.is_active ?? true,
    multiple_allowed: plan?.multiple_allowed ?? false,
  }
}

function bodyOf(typed: Typed) {
  return {
    name: typed.name,
    symbol: typed.symbol,
    icon_url: typed.icon_url,
    description: typed.description,
    name_hi: typed.name_hi,
    description_hi: typed.description_hi,
    category_id: typed.category_id === '' ? undefined : Number(typed.category_id),
    investment_duration_days: wireNumber(typed.investment_duration_days),
    profit_percentage: wireNumber(typed.profit_percentage),
    minimum_deposit: wireNumber(typed.minimum_deposit),
    maximum_deposit: wireNumber(typed.maximum_deposit),
    wallet_address: typed.wallet_address.trim() || null,
    lower_fluctuation: wireNumber(typed.lower_fluctuation),
    higher_fluctuation: wireNumber(typed.higher_fluctuation),
    bottom_flow: typed.bottom_flow,
    upper_flow: typed.upper_flow,
    is_active: typed.is_active,
    multiple_allowed: typed.multiple_allowed,
  }
}
