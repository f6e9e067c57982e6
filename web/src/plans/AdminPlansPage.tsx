import { yearlyRate } from '@bittkosh/contract/investmentQuote'
import { formatRupees, percentText, trimmedRupees } from '@bittkosh/contract/money'
import {
  type Category,
  createPlan,
  deletePlan,
  exportPlans,
  type ListedPlan,
  updatePlan,
} from '@bittkosh/contract/plans'
import { Plural, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { useExport } from '../api/useExport.ts'
import { Button } from '../kit/actions/Button.tsx'
import { CoinIcon } from '../kit/money/CoinIcon.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useEdited } from '../kit/overlays/useEdited.ts'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { ProposedInList } from '../requests/Proposed.tsx'
import styles from './Admin.module.css'
import { planLists, useAllCategories, useAllPlans } from './api.ts'
import { PlanForm } from './PlanForm.tsx'

export default function AdminPlansPage() {
  const { t } = useLingui()
  const may = useMay()
  const plans = useAllPlans()
  const categories = useAllCategories()
  const [edited, setEdited] = useEdited<ListedPlan>(may(createPlan))
  const error = plans.error ?? categories.error
  return (
    <Page
      title={t`Cryptocurrencies`}
      width="admin"
      action={
        may(createPlan) && (
          <Button size="dense" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            {t`Add plan`}
          </Button>
        )
      }
    >
      <ProposedInList subject="plan" id={null} />
      {plans.data && categories.data ? (
        <Plans plans={plans.data} categories={categories.data} onEdit={setEdited} />
      ) : error ? (
        <FailedState message={failureMessage(error, t`Failed to load cryptocurrencies`)} retry={[plans, categories]} />
      ) : (
        <SkeletonRows rows={6} height={48} />
      )}
      {edited && categories.data && (
        <PlanForm
          plan={edited === 'new' ? null : edited}
          categories={categories.data}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

type PlansProps = { plans: ListedPlan[]; categories: Category[]; onEdit: (plan: ListedPlan) => void }

function Plans({ plans, categories, onEdit }: PlansProps) {
  const { t } = useLingui()
  const may = useMay()
  const { search = '' } = useSearch({ from: '/admin/cryptocurrencies' })
  const navigate = useNavigate({ from: '/admin/cryptocurrencies' })
  const [toDelete, setToDelete] = useState<ListedPlan | null>(null)
  const files = useExport({
    endpoint: exportPlans,
    query: { search: search.trim() || undefined },
    name: 'plans',
    fallback: t`Failed to load cryptocurrencies`,
  })
  const sought = search.trim().toLowerCase()
  const shown = plans.filter((plan) => `${plan.name} ${plan.symbol}`.toLowerCase().includes(sought))
  if (plans.length === 0) {
    return <EmptyState title={t`There are no plans yet`}>{t`Add one, and users see it on their dashboard.`}</EmptyState>
  }
  const actions: Column<ListedPlan> = {
    key: 'actions',
    header: t`Actions`,
    align: 'end',
    cell: (plan) => (
      <span className={styles.actions}>
        <IconButton
          size="dense"
          label={t`Edit ${plan.name}`}
          icon={<Pencil size={16} aria-hidden />}
          onClick={() => onEdit(plan)}
        />
        <IconButton
          size="dense"
          label={t`Delete ${plan.name}`}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => setToDelete(plan)}
        />
      </span>
    ),
  }
  const columns: Column<ListedPlan>[] = [
    {
      key: 'name',
      header: t`Plan`,
      onCard: 'title',
      cell: (plan) => (
        <span className={styles.name}>
          <CoinIcon url={plan.icon_url} symbol={plan.symbol} size={32} />
          <span>
            {plan.name} <span className={styles.symbol}>{plan.symbol}</span>
            <ProposedInList subject="plan" id={plan.id} />
          </span>
        </span>
      ),
    },
    {
      key: 'category',
      header: t`Category`,
      onCard: 'hidden',
      cell: (plan) => categories.find((category) => category.id === plan.category_id)?.name,
    },
    {
      key: 'days',
      header: t`Days`,
      whole: true,
      cell: (plan) => <Plural value={plan.investment_duration_days} one="# day" other="# days" />,
    },
    {
      key: 'profit',
      header: t`Profit`,
      align: 'end',
      onCard: 'aside',
      cell: ({ profit_percentage: rate, investment_duration_days: days }) => (
        <span>
          {percentText(rate)} %
          <br />
          <span className={styles.symbol}>{t`${percentText(yearlyRate(rate, days))} % a year`}</span>
        </span>
      ),
    },
    {
      key: 'deposits',
      header: t`Deposit`,
      align: 'end',
      onCard: 'hidden',
      cell: (plan) => `${trimmedRupees(plan.minimum_deposit)} – ${trimmedRupees(plan.maximum_deposit)}`,
    },
    {
      key: 'investors',
      header: t`Investors`,
      align: 'end',
      onCard: 'hidden',
      cell: (plan) => plan.investors.toLocaleString('en-IN'),
    },
    {
      key: 'invested',
      header: t`Invested`,
      align: 'end',
      cell: (plan) => formatRupees(plan.invested, { decimals: 0 }),
    },
    {
      key: 'status',
      header: t`Status`,
      leftOut: (plan) => plan.is_active,
      cell: (plan) => <StatusBadge status={plan.is_active ? 'active' : 'inactive'} />,
    },
    ...(may(updatePlan) ? [actions] : []),
  ]
  return (
    <>
      <div className={styles.search}>
        <SearchForm
          dense
          label={t`Search name or symbol`}
          value={search}
          onSearch={(typed) => void navigate({ search: typed ? { search: typed } : {}, replace: true })}
        />
        <ExportButtons {...files} />
      </div>
      {shown.length > 0 ? (
        <Table caption={t`Cryptocurrencies`} columns={columns} rows={shown} rowKey={(plan) => plan.id} compact />
      ) : (
        <EmptyState title={t`Nothing matches “${search}”`} />
      )}
      {toDelete && <DeletePlan plan={toDelete} onClose={() => setToDelete(null)} />}
    </>
  )
}

function DeletePlan({ plan, onClose }: { plan: ListedPlan; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: deletePlan,
    fallback: t`Failed to add, update or delete cryptocurrency`,
    success: t`Plan deleted`,
    refreshes: planLists,
    input: { params: { id: plan.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Delete plan`} confirmLabel={t`Delete`} danger>
      <p>{t`Are you sure you want to delete this cryptocurrency?`}</p>
      <p>
        <strong>{plan.name}</strong>
      </p>
      <p>{t`Existing investments continue and are paid.`}</p>
    </ConfirmDialog>
  )
}
