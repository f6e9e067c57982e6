import { listAudit } from '@bittkosh/contract/audit'
import { recordLife } from '@bittkosh/contract/life'
import { dismissReportedPayment, payoutBatchById } from '@bittkosh/contract/payoutBatches'
import { type AdminWithdrawal, listWithdrawals, type ReportedPayment as Report } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useMay } from '../api/may.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { ReportedPayment } from '../requests/ReportedPayment.tsx'
import { ReportedPayments } from './ReportedPayments.tsx'

/** The payments that the bank reported, in the record of the withdrawal; each can be dismissed. */
export function ReportsToDismiss({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const may = useMay()
  const [dismissing, askToDismiss, close] = useOpened<Report>()
  return (
    <>
      <ReportedPayments
        withdrawal={withdrawal}
        act={(report) =>
          may(dismissReportedPayment) && (
            <Button variant="secondary" size="dense" onClick={() => askToDismiss(report)}>
              {t`Dismiss the report`}
            </Button>
          )
        }
      />
      {dismissing && <DismissReport report={dismissing} onClose={close} />}
    </>
  )
}

/** The bank did not pay, or has sent the money back: with its answer, for the audit log. */
function DismissReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useLingui()
  const form = useDraftForm({
    draft: `dismiss reported payment ${report.id}`,
    endpoint: dismissReportedPayment,
    params: { id: report.id },
    initial: { reason: '' },
    body: (typed) => typed,
    fallback: t`Failed to dismiss the report`,
    refreshes: [listWithdrawals, payoutBatchById, recordLife, listAudit],
    onDone: () => {
      toast(t`The report was dismissed`)
      onClose()
    },
  })
  return (
    <DecideDialog
      title={t`Dismiss the bank’s report?`}
      decision={{ ...form, close: onClose }}
      confirmLabel={t`Dismiss the report`}
      danger
      money
    >
      <p>
        <ReportedPayment report={report} />
      </p>
      <p>{t`Only once the bank has confirmed that it did not pay, or that the money is back. If it still waits, the bank’s next result can then give the amount back to the wallet.`}</p>
      <Field
        label={t`The bank’s answer`}
        error={form.errors.reason}
        hint={t`It is kept in the audit log with your name.`}
      >
        <TextInput {...form.bind('reason')} data-first-focus maxLength={500} autoComplete="off" />
      </Field>
    </DecideDialog>
  )
}
