import { exportReport, getReport, type ReportName, reportNames, shapeOf } from '@bittkosh/contract/reports'
import { BRAND } from '@bittkosh/contract/brand'
import type { FileFormat } from '@bittkosh/contract/exports'
import { dayOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChartColumn, Download } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useDownload } from '../api/useDownload.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { Meanings } from './Meanings.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { chosenPeriod } from './periods.ts'
import { ReportPicture } from './ReportPicture.tsx'
import { ReportTable } from './ReportTable.tsx'
import { saysNothing } from './rows.ts'
import styles from './Reports.module.css'
import { useReportWords } from './words.ts'

const route = getRouteApi('/admin/reports')

/** The operator's monthly figures: one report at a time, as a chart, a table and a file. */
export default function AdminReportsPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const words = useReportWords()
  const report = reportNames.find((one) => one === search.report) ?? 'profit_and_loss'
  const today = dayOf(useNow(60_000))
  const period = chosenPeriod(search, today)
  return (
    <Page title={t`Reports`} lead={t`Months are those of India, from their first day to their last.`} width="admin">
      <Tabs
        label={t`Report`}
        tabs={reportNames.map((id) => ({ id, label: words[id].name }))}
        selected={report}
        onSelect={(next) => void navigate({ search: (before) => ({ ...before, report: next }), resetScroll: false })}
      >
        <div className={styles.report}>
          <p>{words[report].about}</p>
          <div className={styles.bar}>
            {shapeOf(report).isByPeriod ? (
              <PeriodChoice
                period={period}
                today={today}
                onChoose={(next) => void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false })}
              />
            ) : (
              <span className={styles.now}>{t`As things stand now`}</span>
            )}
            <span className={styles.files}>
              <FileButton report={report} period={period} format="csv" label={t`Download as CSV`} />
              <FileButton report={report} period={period} format="xlsx" label={t`Download as Excel file (XLSX)`} />
            </span>
          </div>
          <Report key={report} report={report} period={period} />
        </div>
      </Tabs>
    </Page>
  )
}

type Asked = { report: ReportName; period: { from: string; to: string } }

function Report({ report, period }: Asked) {
  const { t } = useLingui()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...reading(getReport, { params: { report }, query: period }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) {
    if (error === null) return <SkeletonRows rows={3} height={160} />
    const message = failureMessage(error, t`Failed to load the report`)
    return <FailedState message={message} retry={{ isFetching, refetch }} />
  }
  if (saysNothing(data.rows))
    return (
      <EmptyState icon={<ChartColumn size={32} aria-hidden />} title={t`Nothing to report yet`}>
        {shapeOf(report).isByPeriod
          ? t`Nothing of this kind happened in these months. Other months may have something.`
          : t`There is nothing of this kind now.`}
      </EmptyState>
    )
  return (
    <div className={styles.figures} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      <ReportPicture report={report} rows={data.rows} />
      <ReportTable report={report} rows={data.rows} />
      <Meanings report={report} rows={data.rows} />
    </div>
  )
}

function FileButton({ report, period, format, label }: Asked & { format: FileFormat; label: string }) {
  const { t } = useLingui()
  const file = useDownload({
    endpoint: exportReport,
    input: { params: { report }, query: { ...period, format } },
    name: (day) => `${BRAND.toLowerCase()}-${report.replaceAll('_', '-')}-${day}.${format}`,
    fallback: t`Failed to load the report`,
  })
  if (file.hidden) return null
  return (
    <Button
      variant="secondary"
      size="dense"
      icon={<Download size={16} aria-hidden />}
      running={file.running}
      onClick={file.onDownload}
      aria-label={label}
    >
      {format.toUpperCase()}
    </Button>
  )
}
