import { type RequestSort, requestSorts } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { Select } from '../kit/forms/Select.tsx'
import type { SearchChange } from '../kit/lists/addressSearch.ts'
import { isNarrowed, type NarrowedBy, notNarrowed, type QueueSearch } from './queueFilter.ts'
import styles from './QueueTools.module.css'

const Narrowing = lazy(() => import('./Narrowing.tsx'))

type QueueToolsProps = {
  search: QueueSearch
  onSearch: (change: SearchChange<QueueSearch>, isStep?: boolean) => void
  searchLabel: string
  searchRef?: Ref<HTMLInputElement>
  /** Enter was pressed in the search. */
  onSought?: () => void
  /** Left out if the order can't be chosen. */
  order?: RequestSort | undefined
  /** The list's filters. */
  by: readonly NarrowedBy[]
  /** The page's own controls, such as a download. */
  children?: ReactNode
}

/**
 * Above a list of money or requests: its search, order and filters. All of it is in the address, so a reload or a link shows the
 * same.
 */
export function QueueTools({
  search,
  onSearch,
  searchLabel,
  searchRef,
  onSought,
  order,
  by,
  children,
}: QueueToolsProps) {
  const { t } = useLingui()
  const isNarrow = isNarrowed(search)
  const [isOpen, setOpen] = useState(isNarrow)
  const [was, setWas] = useState(isNarrow)
  if (was !== isNarrow) {
    setWas(isNarrow)
    if (isNarrow) setOpen(true) // Back or a link applied a filter, which must be visible
  }
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchForm
            label={searchLabel}
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined, page: undefined, id: undefined }, !search.search)}
            onEnter={onSought}
            ref={searchRef}
            dense
          />
        </div>
        {order && <OrderSelect value={order} onChange={(next) => onSearch({ sort: next, page: undefined })} />}
        {by.includes('flagged') && (
          <Checkbox
            label={t`Flagged`}
            checked={search.flagged !== undefined}
            onChange={(isOnly) =>
              onSearch({ flagged: isOnly ? 'true' : undefined, page: undefined, id: undefined }, true)
            }
          />
        )}
        <IconButton
          size="dense"
          label={t`Filters`}
          aria-expanded={isOpen}
          icon={<SlidersHorizontal size={18} aria-hidden />}
          onClick={() => {
            setOpen(!isOpen)
            if (isOpen && isNarrow) onSearch({ ...notNarrowed, page: undefined, id: undefined }, true)
          }}
        />
        {children}
      </div>
      {isOpen && (
        <Suspense>
          <Narrowing search={search} onSearch={onSearch} by={by} />
        </Suspense>
      )}
    </>
  )
}

function OrderSelect({ value, onChange }: { value: RequestSort; onChange: (order: RequestSort) => void }) {
  const { t } = useLingui()
  const labels = {
    oldest: t`Oldest first`,
    newest: t`Newest first`,
    amount: t`Largest first`,
    smallest: t`Smallest first`,
  }
  return (
    <div>
      <Select
        dense
        aria-label={t`Order`}
        value={value}
        onChange={onChange}
        options={requestSorts.map((order) => ({ value: order, label: labels[order] }))}
      />
    </div>
  )
}
