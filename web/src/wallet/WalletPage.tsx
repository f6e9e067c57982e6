import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { Button } from '../kit/actions/Button.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { changedSearch } from '../kit/lists/addressSearch.ts'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { useStepBack } from '../kit/device/useStepBack.ts'
import { useIsLate } from '../kit/page/useIsLate.ts'
import { Page, Section } from '../kit/page/Page.tsx'
import { Skeleton, SkeletonRows } from '../kit/page/Skeleton.tsx'
import { filterOf, type HistoryFilter, useHistory, useOpened } from './api.ts'
import { BalanceHead } from './BalanceHead.tsx'
import { History } from './History.tsx'
import { HistoryFilters } from './HistoryFilters.tsx'
import { MonthSheet } from './MonthSheet.tsx'
import { Months, useMonths } from './Months.tsx'
import { OnItsWay } from './OnItsWay.tsx'
import { QuickActions } from './QuickActions.tsx'
import { Receipt } from './Receipt.tsx'
import { StatementDialog } from './StatementDialog.tsx'
import { useOnItsWay } from './useOnItsWay.ts'

const route = getRouteApi('/wallet')

export default function WalletPage() {
  const { t } = useLingui()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(address)
  const history = useHistory(filter)
  const onItsWay = useOnItsWay()
  const months = useMonths()
  const [statementOpen, setStatementOpen] = useState(false)
  const { entry, isListed, failed } = useOpened(address.id, [...history.items, ...onItsWay.items], history.isPending)
  const summary = history.summary ?? onItsWay.summary // a filter that fails to load does not hide the balance
  const hasFailed = history.isError && onItsWay.isError
  const stepBack = useStepBack()
  // Each of them would push down what is below it, while somebody reaches for it.
  const isLate = useIsLate()
  const isThere = isLate || (!months.isPending && (onItsWay.summary !== undefined || onItsWay.isError))

  function narrow({ chip, ...change }: Partial<HistoryFilter>) {
    const show = chip === 'all' ? undefined : (chip ?? address.show)
    void navigate({ search: (before) => changedSearch(before, { ...change, show }), replace: true })
  }

  function open(id: string) {
    void navigate({ search: (before) => changedSearch(before, { id }), state: { isOpened: true }, resetScroll: false })
  }

  function close() {
    stepBack(() => {
      void navigate({ search: (before) => changedSearch(before, { id: undefined }), replace: true, resetScroll: false })
    })
  }

  return (
    <Page
      title={t`Wallet`}
      titleHidden
      aside={
        isThere && (
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
            <HistoryFilters filter={filter} onChange={narrow} />
            {history.isPending ? (
              <SkeletonRows rows={4} height={64} />
            ) : history.isError && history.items.length === 0 ? (
              <FailedState
                message={failureMessage(history.error, t`Failed to load transaction data`)}
                retry={history}
              />
            ) : (
              <History
                items={history.items}
                filter={filter}
                stale={history.isPlaceholderData}
                onOpen={open}
                onShowAll={() => void navigate({ search: {}, replace: true })}
              />
            )}
            <LoadMore query={history} failure={failureMessage(history.error, t`Failed to load transaction data`)} />
          </Section>
        )
      }
    >
      {isThere ? (
        <>
          {summary ? <BalanceHead summary={summary} /> : !hasFailed && <Skeleton height={96} />}
          <OnItsWay items={onItsWay.items} hasMore={onItsWay.hasMore} search={address} />
          <QuickActions />
          {!months.isError && <Months months={months.data?.data} />}
        </>
      ) : (
        <Skeleton height={640} />
      )}
      {entry?.entries === null && <Receipt item={entry} onClose={close} />}
      {entry && entry.entries !== null && (
        <MonthSheet month={entry} period={isListed ? filter.period : undefined} onClose={close} />
      )}
      {failed && (
        <Modal open shape="sheet" title={t`Receipt`} onClose={close}>
          <FailedState
            message={failureMessage(failed.error, t`Failed to load transaction data`)}

            retry={failed}
          />
        </Modal>
      )}
      <StatementDialog open={statementOpen} onClose={() => setStatementOpen(false)} />
    </Page>
  )
}
