import { alertKindNames, alertKinds, alertStates, listAlerts } from '@bittkosh/contract/alerts'
import { alertText } from '@bittkosh/contract/words/alerts'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { readingPages, usePolling } from '../api/queries.ts'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Select } from '../kit/forms/Select.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { useFocusKept } from '../kit/lists/useFocusKept.ts'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { AlertItem } from './AlertItem.tsx'
import styles from './Alerts.module.css'

const route = getRouteApi('/admin/alerts')

/** The admin's alerts: those that are open or unseen, and past ones. */
export default function AdminAlertsPage() {
  const { t } = useLingui()
  const language = useLanguage()
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = alertStates.find((state) => state === search.status) ?? 'open'
  const kinds = alertKindNames.filter((kind) => may(alertKinds[kind].permission))
  const kind = kinds.find((one) => one === search.kind)
  const pages = readingPages(listAlerts, { query: { status, ...(kind && { kind }) } })
  usePolling(pages, 30_000)
  const list = useInfiniteQuery(pages)
  const labels = { open: t({ message: 'Open', context: 'alerts' }), past: t({ message: 'Past', context: 'alerts' }) }
  const focusKept = useFocusKept<HTMLUListElement>()
  return (
    <Page
      title={t`Alerts`}
      width="admin"
      lead={t`Ongoing and new alerts. Choose in Basic Settings which ones appear, and which also come by mail.`}
    >
      <Tabs
        label={t`Alerts by state`}
        tabs={alertStates.map((id) => ({ id, label: labels[id] }))}
        selected={status}
        onSelect={(next) => void navigate({ search: { ...search, status: next } })}
      >
        <div className={styles.filter}>
          <Select
            dense
            aria-label={t`Kind of alert`}
            value={kind ?? 'all'}
            onChange={(chosen) =>
              void navigate({ search: { status, ...(chosen !== 'all' && { kind: chosen }) }, replace: true })
            }
            options={[
              { value: 'all', label: t`All kinds` },
              ...kinds.map((one) => ({ value: one, label: alertText(language, one) })),
            ]}
          />
        </div>
        <PagedList
          query={list}
          skeleton={{ rows: 4, height: 88 }}
          failure={failureMessage(list.error, t`Failed to load alerts`)}
          empty={
            <EmptyState
              icon={<BellRing size={24} aria-hidden />}
              title={status === 'open' ? t`No open alerts` : t`No past alerts`}
            />
          }
        >
          {(alerts) => (
            <Card flush>
              <ul className={styles.list} {...focusKept}>
                {alerts.map((alert) => (
                  <AlertItem key={alert.id} alert={alert} />
                ))}
              </ul>
            </Card>
          )}
        </PagedList>
      </Tabs>
    </Page>
  )
}
