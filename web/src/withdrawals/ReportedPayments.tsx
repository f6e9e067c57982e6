import type { AdminWithdrawal, ReportedPayment as Report, WithdrawalStatus } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Banner } from '../kit/page/Banner.tsx'
import { ReportedPayment } from '../requests/ReportedPayment.tsx'
import styles from './Claim.module.css'

type ReportedPaymentsProps = {
  withdrawal: AdminWithdrawal
  /** The button of a report. */
  act?: (report: Report) => ReactNode
}

/** What the bank reported as paid and the withdrawal does not show: in its record and in each dialog that asks about it. */
export function ReportedPayments({ withdrawal: { reported_payments: reports, status }, act }: ReportedPaymentsProps) {
  const advice = useAdvice()
  return reports.map((report) => (
    <Banner key={report.id} tone="loss">
      <div className={styles.claim}>
        <p>
          <ReportedPayment report={report} /> {advice[status]}
        </p>
        {act?.(report)}
      </div>
    </Banner>
  ))
}

function useAdvice(): Record<WithdrawalStatus, string> {
  const { t } = useLingui()
  const isBack = t`The amount is back in the wallet: ask the bank to recall the payment.`
  const isPaid = t`It was marked as paid with a different reference: ask the bank whether it was paid twice.`
  return {
    pending: t`If it has paid, mark it as paid. The amount stays held until then, or until this report is dismissed.`,
    approved: isPaid,
    returned: isPaid,
    rejected: isBack,
    cancelled: isBack,
  }
}
