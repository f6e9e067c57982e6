import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../kit/page/Page.tsx'
import { DayList } from './DayList.tsx'
import { DayView } from './DayView.tsx'

const route = getRouteApi('/admin/reconciliation')

/** The operator's account statements compared with the ledger: the list of days, or one of them. */
export default function AdminReconciliationPage() {
  const { t } = useLingui()
  const { day } = route.useSearch()
  return (
    <Page
      title={t`Reconciliation`}
      lead={t`What your accounts hold according to their statements, compared with the book, day by day.`}
      width="admin"
    >
      {day === undefined ? <DayList /> : <DayView key={day} day={day} />}
    </Page>
  )
}
