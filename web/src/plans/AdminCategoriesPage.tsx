import { type AdminCategory, createCategory, exportCategories, updateCategory } from '@bittkosh/contract/plans'
import { Plural, useLingui } from '@lingui/react/macro'
import { Pencil, Plus } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useExport } from '../api/useExport.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useEdited } from '../kit/overlays/useEdited.ts'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import styles from './Admin.module.css'
import { useAllCategories } from './api.ts'
import { CategoryForm } from './CategoryForm.tsx'

export default function AdminCategoriesPage() {
  const { t } = useLingui()
  const may = useMay()
  const { data, error, isFetching, refetch } = useAllCategories()
  const files = useExport({ endpoint: exportCategories, name: 'categories', fallback: t`Failed to load categories` })
  const [edited, setEdited] = useEdited<AdminCategory>(may(createCategory))
  return (
    <Page
      title={t`Categories`}
      width="admin"
      action={
        <>
          <ExportButtons {...files} />
          {may(createCategory) && (
            <Button size="dense" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              {t`Add category`}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <Cards categories={data} onEdit={setEdited} />
      ) : error ? (
        <FailedState message={failureMessage(error, t`Failed to load categories`)} retry={{ isFetching, refetch }} />
      ) : (
        <SkeletonRows rows={3} height={120} />
      )}
      {edited && <CategoryForm category={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function Cards({ categories, onEdit }: { categories: AdminCategory[]; onEdit: (category: AdminCategory) => void }) {
  const { t } = useLingui()
  const may = useMay()
  if (categories.length === 0) {
    return <EmptyState title={t`There are no categories yet`}>{t`Every plan belongs to a category.`}</EmptyState>
  }
  return (
    <ul className={styles.cards}>
      {categories.map((category) => (
        <li key={category.id}>
          <Card title={category.name} aside={<StatusBadge status={category.is_active ? 'active' : 'inactive'} />}>
            <p className={styles.description}>{category.description}</p>
            <div className={styles.foot}>
              <Plural value={category.cryptocurrencies_count} one="# plan" other="# plans" />
              {may(updateCategory) && (
                <IconButton
                  size="dense"
                  label={t`Edit ${category.name}`}
                  icon={<Pencil size={16} aria-hidden />}
                  onClick={() => onEdit(category)}
                />
              )}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
