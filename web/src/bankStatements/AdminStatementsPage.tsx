import {
  importBankStatement,
  lineStates,
  type LineView,
  lineViews,
  listStatementAccounts,
  listStatementLines,
} from '@bittkosh/contract/bankStatements'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp, Landmark } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading, readingPages, usePolling } from '../api/queries.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { changedSearch, type SearchChange } from '../kit/lists/addressSearch.ts'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import styles from './BankStatements.module.css'
import { type LineAct, LineDialog, LineList } from './LineList.tsx'
import { StatementList } from './StatementList.tsx'
import { useStateWords } from './lineWords.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

const route = getRouteApi('/admin/bank-statements')
const POLL_MS = 30_000
const tabs = [...lineViews, 'statements'] as const

/** Money in and out of the operator's accounts: imported, matched and processed. */
export default function AdminStatementsPage() {
  const { t } = useLingui()
  const may = useMay()
  const [isImporting, open, close] = useOpened<true>()
  const button = may(importBankStatement) && (
    <Button size="dense" icon={<FileUp size={16} aria-hidden />} onClick={() => open(true)}>
      {t`Import a statement`}
    </Button>
  )
  return (
    <Page
      title={t`Bank statements`}
      lead={t`Money in and out, matched to deposits and payouts.`}
      width="admin"
      action={button}
    >
      <Lists importButton={button} />
      <Suspense fallback={null}>{isImporting && <ImportDialog onClose={close} />}</Suspense>
    </Page>
  )
}

function Lists({ importButton }: { importButton: ReactNode }) {
  const { t } = useLingui()
  const { tab: typed, account, state: typedState, search } = route.useSearch()
  const navigate = route.useNavigate()
  const [doing, act, close] = useOpened<LineAct>()
  const tab = tabs.find((one) => one === typed) ?? 'suggested'
  const view: LineView = tab === 'statements' ? 'suggested' : tab
  const state = view === 'payouts' ? lineStates.find((one) => one === typedState) : undefined
  const pages = readingPages(listStatementLines, { query: { view, account, state, search } })
  const list = useInfiniteQuery({ ...pages, placeholderData: keepPreviousData })
  usePolling(pages, (list.data?.pages.length ?? 0) > 2 ? null : POLL_MS)
  const { counts, unusual_above: unusualAbove } = list.data?.pages[0] ?? {}
  const labels: Record<(typeof tabs)[number], string> = {
    suggested: t`Suggested`,
    unmatched: t`Unmatched`,
    mismatched: t`Mismatched`,
    payouts: t`Payouts`,
    matched: t`Matched`,
    ignored: t({ context: 'line', message: 'Set aside' }),
    statements: t`Files`,
  }
  return (
    <Tabs
      label={t`List`}
      tabs={tabs.map((id) => ({ id, label: labels[id], count: id === 'statements' ? undefined : counts?.[id] }))}
      selected={tab}
      onSelect={(next) => void navigate({ search: (before) => changedSearch(before, { tab: next, state: undefined }) })}
    >
      {tab === 'statements' ? (
        <StatementList importButton={importButton} />
      ) : (
        <div className={styles.list}>
          <Filters isPayouts={view === 'payouts'} />
          <PagedList
            query={list}
            skeleton={{ rows: 6, height: 76 }}
            failure={failureMessage(list.error, t`Failed to load the lines`)}
            empty={<Nothing view={view} isNarrowed={Boolean(search) || account !== undefined} action={importButton} />}
          >
            {(rows) => <LineList key={view} {...{ view, unusualAbove }} lines={rows} onAct={act} />}
          </PagedList>
          {doing && <LineDialog doing={doing} onClose={close} />}
        </div>
      )}
    </Tabs>
  )
}

const ANY = 'any'

/** The account, text or an amount; for payouts also the state. */
function Filters({ isPayouts }: { isPayouts: boolean }) {
  const { t } = useLingui()
  const stateWords = useStateWords()
  const narrowing = route.useSearch()
  const { account, state, search } = narrowing
  const navigate = route.useNavigate()
  /** `replace`: Back undoes a whole search, not one letter. */
  const change = (next: SearchChange<typeof narrowing>, replace = false) =>
    void navigate({ search: (before) => changedSearch(before, next), replace })
  const accounts = useQuery(reading(listStatementAccounts))
  const known =
    accounts.data?.flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }])) ?? []
  return (
    <div className={styles.filters}>
      <SearchForm
        label={t`Name, reference or amount`}
        dense
        value={search ?? ''}
        onSearch={(next) => change({ search: next || undefined }, Boolean(search))}
      />
      <Field label={t`Account`}>
        <Select
          dense
          value={account === undefined ? ANY : String(account)}
          onChange={(chosen) => change({ account: chosen === ANY ? undefined : Number(chosen) })}
          options={[{ value: ANY, label: t`All accounts` }, ...known]}
        />
      </Field>
      {isPayouts && (
        <Field label={t`State`}>
          <Select
            dense
            value={state ?? ANY}
            onChange={(chosen) => change({ state: chosen === ANY ? undefined : chosen })}
            options={[
              { value: ANY, label: t`All states` },
              ...(['matched', 'unmatched', 'mismatched', 'ignored'] as const).map((value) => ({
                value,
                label: stateWords[value],
              })),
            ]}
          />
        </Field>
      )}
    </div>
  )
}

function Nothing({ view, isNarrowed, action }: { view: LineView; isNarrowed: boolean; action: ReactNode }) {
  const { t } = useLingui()
  const sentences: Record<LineView, string> = {
    suggested: t`Statement lines that match a pending deposit or a returned payout appear here.`,
    unmatched: t`Incoming money that matches no deposit or payout appears here.`,
    mismatched: t`Lines whose reference matches a deposit, but whose amount doesn’t, appear here.`,
    payouts: t`Outgoing money appears here, with the withdrawal it paid.`,
    matched: t`Lines that belong to an approved deposit or a returned payout appear here.`,
    ignored: t`Lines that were set aside with a reason appear here.`,
  }
  return (
    <EmptyState
      icon={<Landmark size={28} aria-hidden />}
      title={isNarrowed ? t`No lines match this filter` : t`Nothing here`}
      action={!isNarrowed && view === 'suggested' && action}
    >
      {sentences[view]}
    </EmptyState>
  )
}
