import { type InboxItem, type InboxTab, inboxTabs, listInbox } from '@bittkosh/contract/inbox'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { readingPages, usePolling } from '../api/queries.ts'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { useWide } from '../kit/device/useWide.ts'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { SearchLimit } from '../kit/lists/SearchLimit.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { cx } from '../kit/page/cx.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Waited } from '../kit/page/When.tsx'
import { aboutName } from './aboutNames.ts'
import styles from './AdminSupport.module.css'
import { InboxThread } from './InboxThread.tsx'
import { StateChip } from './StateChip.tsx'

const CannedAnswers = lazy(() => import('./CannedAnswers.tsx'))

const route = getRouteApi('/admin/support')
const POLL_MS = 15_000

/** The team's inbox: conversations by whose turn it is, and the opened one with facts about its person. */
export default function AdminSupportPage() {
  const { t } = useLingui()
  const may = useMay()
  const isWide = useWide()
  const { id } = route.useSearch()
  const [isManaging, setManaging] = useState(false)
  const thread = id !== undefined && <InboxThread key={id} id={id} />
  return (
    <Page
      title={t`Support`}
      width="admin"
      action={
        may('conversations.answer') && (
          <Button variant="secondary" size="dense" onClick={() => setManaging(true)}>{t`Saved answers`}</Button>
        )
      }
    >
      <div className={styles.columns}>
        {(isWide || !thread) && <Inbox />}
        <div className={styles.opened}>
          {!isWide && thread && <BackToList />}
          {thread}
          {isWide && !thread && (
            <EmptyState icon={<MessagesSquare size={28} aria-hidden />} title={t`No conversation is open`}>
              {t`Choose one on the left.`}
            </EmptyState>
          )}
        </div>
      </div>
      <Suspense fallback={null}>{isManaging && <CannedAnswers onClose={() => setManaging(false)} />}</Suspense>
    </Page>
  )
}

function BackToList() {
  const { t } = useLingui()
  return (
    <ButtonLink
      from="/admin/support"
      to="."
      search={({ id: _opened, ...others }) => others}
      variant="quiet"
      size="dense"
      className={styles.back}
      icon={<ArrowLeft size={16} aria-hidden />}
    >
      {t`Back to the list`}
    </ButtonLink>
  )
}

function Inbox() {
  const { t } = useLingui()
  const { tab: typed, search } = route.useSearch()
  const navigate = route.useNavigate()
  const tab = inboxTabs.find((one) => one === typed) ?? 'open'
  const pages = readingPages(listInbox, { query: { tab, search } })
  const list = useInfiniteQuery({ ...pages, placeholderData: keepPreviousData })
  usePolling(pages, (list.data?.pages.length ?? 0) > 2 ? null : POLL_MS)
  const [first] = list.data?.pages ?? []
  const labels: Record<InboxTab, string> = {
    open: t({ context: 'conversation', message: 'Open' }),
    waiting: t`Answered`,
    mine: t`Mine`,
    unassigned: t`Unassigned`,
    closed: t`Closed`,
  }
  return (
    <div className={styles.list}>
      <SearchForm
        label={t`Name, e-mail, words or #number`}
        dense
        value={search ?? ''}
        onSearch={(next) =>
          void navigate({
            search: ({ search: _old, ...others }) => (next ? { ...others, search: next } : others),
            replace: Boolean(search), // Back undoes a whole search, not one letter
          })
        }
      />
      <Tabs
        label={t`Next reply by`}
        tabs={inboxTabs.map((id) => ({ id, label: labels[id], count: first?.counts[id] }))}
        selected={tab}
        onSelect={(next) => void navigate({ search: (before) => ({ ...before, tab: next }) })}
      >
        <SearchLimit isCut={first?.is_cut} />
        <PagedList
          query={list}
          skeleton={{ rows: 5, height: 72 }}
          failure={failureMessage(list.error, t`Failed to load conversations`)}
          empty={<Nothing tab={tab} isSearching={Boolean(search)} />}
        >
          {(rows) => (
            <ul className={styles.rows}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row row={row} isWaiting={tab === 'open' || tab === 'unassigned'} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Tabs>
    </div>
  )
}

function Nothing({ tab, isSearching }: { tab: InboxTab; isSearching: boolean }) {
  const { t } = useLingui()
  const title = isSearching
    ? t`Nothing matches this search here`
    : tab === 'open'
      ? t`Nobody is waiting for an answer`
      : t`Nothing here`
  return <EmptyState icon={<MessagesSquare size={28} aria-hidden />} title={title} />
}

function Row({ row, isWaiting }: { row: InboxItem; isWaiting: boolean }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const { id: opened } = route.useSearch()
  return (
    <Link
      from="/admin/support"
      to="."
      search={(before) => ({ ...before, id: row.id })}
      className={cx(styles.row, row.id === opened && styles.current)}
      aria-current={row.id === opened ? 'true' : undefined}
    >
      <span className={styles.head}>
        <strong>{row.name}</strong>
        <span>
          <Waited since={row.last_at} />
        </span>
      </span>
      <span className={styles.preview}>
        {row.last_from === 'support' && t`We: `}
        {row.preview}
      </span>
      <span className={styles.chips}>
        {!isWaiting && <StateChip state={row.state} reader="support" />}
        {row.user_id === null && <Chip tone="info">{t`Visitor`}</Chip>}
        {row.about && <Chip>{aboutName(row.about, i18n)}</Chip>}
        {row.assigned_to && <Chip>{row.assigned_to.name}</Chip>}
      </span>
    </Link>
  )
}
