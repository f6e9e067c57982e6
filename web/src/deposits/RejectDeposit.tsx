import { type AdminDeposit, decideDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { depositReasons, rejectionOf } from '@bittkosh/contract/reasons'
import { depositReasonWords } from '@bittkosh/contract/words/depositReasons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '../kit/device/language.ts'
import { RejectDialog } from '../requests/DecideDialog.tsx'
import { useDecision } from '../requests/useDecision.ts'
import { Money } from '../kit/money/Money.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'

/** Rejects with the reason that the user will read. */
export default function RejectDeposit({ deposit, ...dialog }: ConfirmProps & { deposit: AdminDeposit }) {
  const { t } = useLingui()
  const words = depositReasonWords[useLanguage()]
  const decision = useDecision({
    endpoint: decideDeposit,
    params: { id: deposit.id },
    initial: { admin_note: '' },
    body: ({ admin_note: typed }) => {
      const { preset, note } = rejectionOf(typed, { reasons: depositReasons, words })
      return { status: 'rejected', rejection_preset: preset, admin_note: note }
    },
    fallback: t`Failed to reject deposit`,
    queue: listDeposits,
    success: t`Deposit rejected`,
    ...dialog,
  })
  const name = deposit.user.name

  return (
    <RejectDialog
      title={t`Reject deposit #${deposit.id}`}
      decision={decision}
      money
      reason={{
        label: t`Reason, as the user will read it`,
        presets: depositReasons.map((reason) => words[reason]),
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
