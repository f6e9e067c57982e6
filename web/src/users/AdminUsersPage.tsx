import { exportUsers, listUsers, type UserRow, userFilters, type UserSort, userSorts } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useQueue } from '../api/queries.ts'
import { useExport } from '../api/useExport.ts'
import { changedSearch, type SearchChange } from '../kit/lists/addressSearch.ts'
import { Button } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { FilterChips } from '../kit/actions/FilterChips.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Pagination } from '../kit/lists/Pagination.tsx'
import { SearchLimit } from '../kit/lists/SearchLimit.tsx'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { fetched } from '../requests/fetched.ts'
import styles from './Users.module.css'
import { UserTable } from './UserTable.tsx'

const EditUser = fetched(() => import('./EditUser.tsx'))
const DeleteUser = fetched(() => import('./DeleteUser.tsx'))

const route = getRouteApi('/admin/users')
const filters = ['all', 'active', 'inactive', ...userFilters, 'admins'] as const
type Opened = { dialog: 'edit' | 'delete'; user: UserRow }

export default function AdminUsersPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, open, close] = useOpened<Opened>()
  const filter = filters.find((one) => one === search.status) ?? 'all'
  const only = userFilters.find((one) => one === filter)
  const sort = userSorts.find((one) => one === search.sort)
  const shown = {
    search: search.search,
    sort,
    // Without a search the list shows the people whom the dashboard counts; admins have their own filter.
    ...(filter === 'admins' ? { role: 'admin' as const } : !search.search && { role: 'user' as const }),
    ...(only && { only }),
    ...((filter === 'active' || filter === 'inactive') && { status: filter }),
  }
  const query = { ...shown, page: search.page }
  const list = useQueue(listUsers, { query })
  const files = useExport({ endpoint: exportUsers, query: shown, name: 'users', fallback: t`Failed to load users` })
  const isPart = filter === 'admins' || only !== undefined
  const counts = isPart ? undefined : list.data?.counts
  const found = list.data && list.data.counts.active + list.data.counts.inactive
  /** `isStep`: Back undoes it. */
  const change = (next: SearchChange<typeof search>, isStep = false) =>
    void navigate({ search: (before) => changedSearch(before, next), replace: !isStep })
  const order = (next: UserSort) => change({ sort: next === 'newest' ? undefined : next, page: undefined })

  return (
    <Page title={t`User Management`} width="admin">
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchForm
            label={t`Name, e-mail, phone or #number`}
            value={search.search ?? ''}
            onSearch={(text) => change({ search: text || undefined, page: undefined }, !search.search)}
            dense
          />
        </div>
        <FilterChips
          dense
          label={t`Show`}
          value={filter}
          onChange={(next) => change({ status: next === 'all' ? undefined : next, page: undefined }, true)}
          options={[
            { value: 'all', label: t`All`, count: counts && counts.active + counts.inactive },
            { value: 'active', label: t`Active`, count: counts?.active },
            { value: 'inactive', label: t`Inactive`, count: counts?.inactive },
            { value: 'frozen', label: t`Frozen`, count: filter === 'frozen' ? found : undefined },
            { value: 'flagged', label: t`Flagged`, count: filter === 'flagged' ? found : undefined },
            { value: 'closing', label: t`Asked to close`, count: filter === 'closing' ? found : undefined },
            { value: 'admins', label: t`Admins` },
          ]}
        />
        <div className={styles.order}>
          <Select
            dense
            aria-label={t`Order`}
            value={sort ?? 'newest'}
            onChange={order}
            options={[
              { value: 'newest', label: t`Newest first` },
              { value: 'oldest', label: t`Oldest first` },
              { value: 'name', label: t`By name` },
              { value: 'balance', label: t`Largest balance first` },
            ]}
          />
          <ExportButtons {...files} />
        </div>
      </div>
      <SearchLimit isCut={list.data?.is_cut} />
      {list.data ? (
        <>
          {list.data.data.length === 0 ? (
            <NobodyHere
              isSearching={Boolean(search.search) || filter !== 'all'}
              onClear={() => change({ search: undefined, status: undefined, page: undefined })}
            />
          ) : (
            <UserTable
              rows={list.data.data}
              sort={sort ?? 'newest'}
              onSort={order}
              stale={list.isPlaceholderData}
              onEdit={(user) => open({ dialog: 'edit', user })}
              onDelete={(user) => open({ dialog: 'delete', user })}
            />
          )}
          <Pagination
            page={list.data.pagination.current_page}
            lastPage={list.data.pagination.last_page}
            onPage={(page, isLost) => change({ page }, !isLost)}
          />
        </>
      ) : list.isError ? (
        <FailedState message={failureMessage(list.error, t`Failed to load users`)} retry={list} />
      ) : (
        <SkeletonRows rows={10} height={56} />
      )}
      <Suspense>
        {opened?.dialog === 'edit' && <EditUser user={opened.user} onClose={close} />}
        {opened?.dialog === 'delete' && <DeleteUser user={opened.user} onClose={close} />}
      </Suspense>
    </Page>
  )
}

function NobodyHere({ isSearching, onClear }: { isSearching: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={isSearching ? t`Nobody matches this search` : t`Nobody is here yet`}
      action={<Button variant="secondary" size="dense" onClick={onClear}>{t`Show everyone`}</Button>}
    >
      {isSearching && t`The search looks at names and e-mail addresses, at parts of phone numbers, and at #numbers.`}
    </EmptyState>
  )
}
