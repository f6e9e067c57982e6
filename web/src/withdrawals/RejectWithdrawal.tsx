import { type AdminWithdrawal, decideWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { withdrawalReasons, rejectionOf } from '@bittkosh/contract/reasons'
import { withdrawalReasonWords } from '@bittkosh/contract/words/withdrawalReasons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '../kit/device/language.ts'
import { RejectDialog } from '../requests/DecideDialog.tsx'
import { useDecision } from '../requests/useDecision.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Money } from '../kit/money/Money.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { OpenBatch } from './OpenBatch.tsx'
import { ReportedPayments } from './ReportedPayments.tsx'

/** Returns the whole amount, with the reason that the user will read. */
export default function RejectWithdrawal({ withdrawal, ...dialog }: ConfirmProps & { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const words = withdrawalReasonWords[useLanguage()]
  const decision = useDecision({
    endpoint: decideWithdrawal,
    params: { id: withdrawal.id },
    initial: { admin_note: '' },
    body: ({ admin_note: typed }) => {
      const { preset, note } = rejectionOf(typed, { reasons: withdrawalReasons, words })
      return { status: 'rejected', rejection_preset: preset, admin_note: note }
    },
    fallback: t`Failed to process withdrawal`,
    queue: listWithdrawals,
    success: t`Withdrawal rejected`,
    ...dialog,
  })

  return (
    <RejectDialog
      title={t`Reject withdrawal`}
      decision={decision}
      money
      reason={{
        label: t`Reason, as the user will read it`,
        presets: withdrawalReasons.map((reason) => words[reason]),
        value: decision.values.admin_note,
        onChange: (reason) => decision.set('admin_note', reason),
        error: decision.errors.admin_note,
        missing: t`Note is required for rejection`,
      }}
    >
      <ReportedPayments withdrawal={withdrawal} />
      <OpenBatch withdrawal={withdrawal} />
      {withdrawal.being_paid && (
        <Banner tone="pending">{t`Only if nothing was paid: this doesn’t bring back money that has left the bank.`}</Banner>
      )}
      <p>
        <Trans>
          <Money amount={withdrawal.amount} /> returns to the wallet of {withdrawal.user.name}.
        </Trans>
      </p>
    </RejectDialog>
  )
}
