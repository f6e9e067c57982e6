import { type AdminDeposit, decideDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDecision } from '../api/useDecision.ts'
import { RejectDialog } from '../kit/DecideDialog.tsx'
import { Money } from '../kit/Money.tsx'
import type { DecideProps } from '../kit/ReviewQueue.tsx'

/** Rejects with the reason that the user will read. */
export function RejectDeposit({ deposit, ...dialog }: DecideProps & { deposit: AdminDeposit }) {
  const { t } = useLingui()
  const decision = useDecision({
    endpoint: decideDeposit,
    params: { id: deposit.id },
    initial: { admin_note: '' },
    body: (typed) => ({ status: 'rejected', ...typed }),
    fallback: t`Failed to reject deposit`,
    queue: listDeposits,
    success: t`Deposit rejected`,
    ...dialog,
  })
  const presets = [
    t`We found no payment with this transaction ID. Please check it and ask again.`,
    t`The payment came from an account that is not yours. It will be returned to the sender.`,
    t`The amount that arrived is not the one you asked for. Please contact support.`,
    t`This payment was credited already.`,
    t`The payment failed or was returned by your bank.`,
    t`The USDT came over another network than TRC20. Please contact support.`,
  ]
  const name = deposit.user.name

  return (
    <RejectDialog
      title={t`Reject deposit #${deposit.id}`}
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
          <strong>
            <Money amount={deposit.requested_amount} />
          </strong>{' '}
          of <strong>{name}</strong> will not be credited.
        </Trans>
      </p>
    </RejectDialog>
  )
}
