import { type AdminWithdrawal, decideWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDecision } from '../api/useDecision.ts'
import { RejectDialog } from '../kit/DecideDialog.tsx'
import { Money } from '../kit/Money.tsx'
import type { DecideProps } from '../kit/ReviewQueue.tsx'

/** Gives the whole amount back, with the reason that the user will read. */
export function RejectWithdrawal({ withdrawal, ...dialog }: DecideProps & { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const decision = useDecision({
    endpoint: decideWithdrawal,
    params: { id: withdrawal.id },
    initial: { admin_note: '' },
    body: (typed) => ({ status: 'rejected', ...typed }),
    fallback: t`Failed to process withdrawal`,
    queue: listWithdrawals,
    success: t`Withdrawal rejected`,
    ...dialog,
  })
  const presets = [
    t`The account is not in your own name. Please use an account of yours.`,
    t`The bank refused these account details. Please check them and ask again.`,
    t`This UPI ID does not exist. Please check it and ask again.`,
    t`The address is not on the TRC20 (TRON) network.`,
    t`We need to check recent activity first. Please contact support.`,
    t`This request was made twice.`,
  ]

  return (
    <RejectDialog
      title={t`Reject withdrawal`}
      decision={decision}
      money
      reason={{
        label: t`Reason, as the user will read it`,
        presets,
        value: decision.values.admin_note,
        onChange: (reason) => decision.set('admin_note', reason),
        error: decision.errors.admin_note,
        missing: t`Note is required for rejection`,
      }}
    >
      <p>
        <Trans>
          <Money amount={withdrawal.amount} /> returns to the wallet of {withdrawal.user.name}.
        </Trans>
      </p>
    </RejectDialog>
  )
}
