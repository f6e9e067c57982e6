import { type RequestKind, type RequestState } from '@bittkosh/contract/requestStates'
import { defaultSort, type RequestSort, requestSorts } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { Select } from '../kit/forms/Select.tsx'
import type { SearchChange } from '../kit/lists/addressSearch.ts'
import { filterOf, isNarrowed, notNarrowed, type QueueSearch } from './queueFilter.ts'
import styles from './QueueTools.module.css'

const Narrowing = lazy(() => import('./Narrowing.tsx'))

type QueueToolsProps = {
  kind: RequestKind
  search: QueueSearch
  onSearch: (change: SearchChange<QueueSearch>, isStep?: boolean) => void
  searchLabel: string
  searchRef: Ref<HTMLInputElement>
  /** Enter was pressed in the search. */
  onSought: () => void
  /** Whether the order can be chosen, and the list narrowed to amounts and ways of payment. */
  isOfMoney: boolean
  /** More of the page's own: a download. */
  children?: ReactNode
}

/** Above a queue: its search, order and filters. The address has all of it, so a reload or a link shows the same. */
export function QueueTools({
  kind,
  search,
  onSearch,
  searchLabel,
  searchRef,
  onSought,
  isOfMoney,
  children,
}: QueueToolsProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(isNarrowed(search))
  const { status, sort } = filterOf(kind, search)
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchForm
            label={searchLabel}
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined, page: undefined }, !search.search)}
            onEnter={onSought}
            ref={searchRef}
            dense
          />
        </div>
        {isOfMoney && <OrderSelect value={sort} state={status} onChange={(next) => onSearch({ sort: next })} />}
        <Checkbox
          label={t`Flagged`}
          checked={search.flagged !== undefined}
          onChange={(isOnly) =>
            onSearch({ flagged: isOnly ? 'true' : undefined, page: undefined, id: undefined }, true)
          }
        />
        <IconButton
          size="dense"
          label={t`Filters`}
          aria-expanded={isOpen}
          icon={<SlidersHorizontal size={18} aria-hidden />}
          onClick={() => {
            setOpen(!isOpen)
            if (isOpen && isNarrowed(search)) onSearch({ ...notNarrowed, page: undefined, id: undefined }, true)
          }}
        />
        {children}
      </div>
      {isOpen && (
        <Suspense>
          <Narrowing search={search} onSearch={onSearch} isOfMoney={isOfMoney} />
        </Suspense>
      )}
    </>
  )
}

type OrderProps = {
  value: RequestSort | undefined
  state: RequestState | undefined
  onChange: (order: RequestSort) => void
}

function OrderSelect({ value, state, onChange }: OrderProps) {
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
        value={value ?? defaultSort(state)}
        onChange={onChange}
        options={requestSorts.map((order) => ({ value: order, label: labels[order] }))}
      />
    </div>
  )
}
