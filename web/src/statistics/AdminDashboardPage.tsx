import {
  coverage,
  dailyRegistrations,
  monthlyTotals,
  RANGE_MAX_DAYS,
  userStatistics,
  waiting,
} from '@bittkosh/contract/statistics'
import { listAdmins } from '@bittkosh/contract/team'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading, usePolling } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { CoverAnswer } from './CoverAnswer.tsx'
import { Coverage } from './Coverage.tsx'
import { type DayRange, isRangeTooLong, rangeOf } from './dashboardTimes.ts'
import { MonthlyTotals } from './MonthlyTotals.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { Registrations } from './Registrations.tsx'
import { Tiles } from './Tiles.tsx'
import { UserFigures } from './UserFigures.tsx'
import { Waiting } from './Waiting.tsx'
import { WithoutFactor } from './WithoutFactor.tsx'

const route = getRouteApi('/admin')
const waitingEveryMs = 30_000

export default function AdminDashboardPage() {
  const { t } = useLingui()
  const may = useMay()
  const name = useSession()?.user.name ?? ''
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: DayRange) => void navigate({ search: next, replace: true, resetScroll: false })
  const range = rangeOf(search)
  const queues = useQuery({ ...reading(waiting), enabled: may(waiting) })
  usePolling(reading(waiting), may(waiting) ? waitingEveryMs : null)
  const users = useQuery({ ...reading(userStatistics), enabled: may(userStatistics) })
  const totals = useQuery({
    ...reading(monthlyTotals, { query: range }),
    enabled: may(monthlyTotals),
    placeholderData: keepPreviousData,
  })
  const covered = useQuery({ ...reading(coverage), enabled: may(coverage) })
  usePolling(reading(coverage), may(coverage) ? waitingEveryMs : null)
  const all = [queues, users, totals, covered]
  const failed = all.filter((query) => query.isError && query.data === undefined)

  return (
    <Page title={t`Welcome, ${name}`} width="admin">
      {failed[0] && (
        <FailedState message={failureMessage(failed[0].error, t`Failed to load dashboard statistics`)} retry={failed} />
      )}
      {may(listAdmins) && <WithoutFactor />}
      {covered.data && <CoverAnswer figures={covered.data} />}
      {queues.data ? <Waiting queues={queues.data} /> : queues.isLoading && <SkeletonRows rows={1} height={132} />}
      <Tiles />
      {users.data ? (
        <UserFigures statistics={users.data.user_statistics} />
      ) : (
        users.isLoading && <SkeletonRows rows={1} height={120} />
      )}
      {may(monthlyTotals) && <PeriodChoice range={range} onRange={change} />}
      {isRangeTooLong(search) && (
        <Banner tone="pending">{t`At most ${RANGE_MAX_DAYS} days can be shown at once; this month is shown instead.`}</Banner>
      )}
      {totals.data ? (
        <MonthlyTotals totals={totals.data.monthly_totals} stale={totals.isPlaceholderData} onDays={change} />
      ) : (
        totals.isLoading && <SkeletonRows rows={2} height={200} />
      )}
      {may(dailyRegistrations) && <Registrations range={range} />}
      {covered.data ? <Coverage figures={covered.data} /> : covered.isLoading && <SkeletonRows rows={2} height={240} />}
    </Page>
  )
}
