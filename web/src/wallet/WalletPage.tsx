import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { Button } from '../kit/actions/Button.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { FilterChips } from '../kit/actions/FilterChips.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { Page, Section } from '../kit/page/Page.tsx'
import { Skeleton, SkeletonRows } from '../kit/page/Skeleton.tsx'
import { chips, useHistory, useOpened, type WalletChip } from './api.ts'
import { BalanceHead } from './BalanceHead.tsx'
import { History } from './History.tsx'
import { MonthSheet } from './MonthSheet.tsx'
import { Months } from './Months.tsx'
import { QuickActions } from './QuickActions.tsx'
import { Receipt } from './Receipt.tsx'
import { StatementDialog } from './StatementDialog.tsx'

const route = getRouteApi('/wallet')

export default function WalletPage() {
  const { t } = useLingui()
  const { show, id } = route.useSearch()
  const navigate = route.useNavigate()
  const chip = chips.find((known) => known === show) ?? 'all'
  const history = useHistory(chip)
  const [statementOpen, setStatementOpen] = useState(false)
  const opened = useOpened(id, history)

  function choose(next: WalletChip) {
    void navigate({ search: next === 'all' ? {} : { show: next }, replace: true })
  }

  function open(key: string | undefined) {
    void navigate({ search: ({ id: _closed, ...kept }) => (key ? { ...kept, id: key } : kept), resetScroll: false })
  }

  return (
    <Page
      title={t`Wallet`}
      titleHidden
      aside={
        <Section
          title={<Trans>History</Trans>}
          action={
            <Button
              variant="quiet"
              size="dense"
              icon={<FileText size={16} aria-hidden />}
              onClick={() => setStatementOpen(true)}
            >
              <Trans>Statement</Trans>
            </Button>
          }
        >
          <FilterChips
            label={t`Show`}
            value={chip}
            onChange={choose}
            options={[
              { value: 'all', label: t`All` },
              { value: 'in', label: t`In` },
              { value: 'out', label: t`Out` },
              { value: 'pending', label: t`Pending` },
            ]}
          />
          {history.isPending ? (
            <SkeletonRows rows={4} height={64} />
          ) : history.isError && history.items.length === 0 ? (
            <FailedState
              message={failureMessage(history.error, t`Failed to load transaction history`)}
              onRetry={() => void history.refetch()}
              running={history.isFetching}
            />
          ) : (
            <History items={history.items} chip={chip} stale={history.isPlaceholderData} onOpen={open} />
          )}
          <LoadMore
            hasMore={history.hasNextPage}
            running={history.isFetchingNextPage}
            onMore={() => void history.fetchNextPage()}
          />
        </Section>
      }
    >
      {history.summary ? <BalanceHead summary={history.summary} /> : <Skeleton height={96} />}
      <QuickActions />
      <Months />
      {opened?.entries === null && <Receipt item={opened} onClose={() => open(undefined)} />}
      {opened && opened.entries !== null && <MonthSheet month={opened} onClose={() => open(undefined)} />}
      <StatementDialog open={statementOpen} onClose={() => setStatementOpen(false)} />
    </Page>
  )
}
