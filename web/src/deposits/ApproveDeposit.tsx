import { type AdminDeposit, decideDeposit, listDeposits } from '@bittkosh/contract/deposits'
import type { Paise } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDecision } from '../requests/useDecision.ts'
import { SecondLook, useSecondLook } from '../requests/SecondLook.tsx'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { wireNumber } from '../kit/forms/amountText.ts'
import { Khata, KhataRow } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { type ApprovalDraft, approvalOf, forgetTyped } from './approvalDraft.ts'
import { RequestFlags } from '../requests/RequestParts.tsx'
import { useDepositWarnings } from '../requests/useDepositWarnings.ts'
import { ApprovalRows } from './DepositDocument.tsx'

type ApproveDepositProps = ConfirmProps & {
  deposit: AdminDeposit
  typed: ApprovalDraft
  /** The server's limit; undefined while loading. */
  unusualAbove: Paise | undefined
}

/** The confirm dialog: repeats the user and the amount. */
export default function ApproveDeposit({ deposit, typed, unusualAbove, ...dialog }: ApproveDepositProps) {
  const { t } = useLingui()
  const decision = useDecision({
    endpoint: decideDeposit,
    params: { id: deposit.id },
    initial: {},
    body: () => ({ status: 'approved', approved_amount: wireNumber(typed.amount), admin_note: typed.note }),
    fallback: t`Failed to approve deposit`,
    queue: listDeposits,
    success: t`Deposit approved`,
    ...dialog,
    draft: `${dialog.draft}: ${typed.amount}, ${typed.note}`, // what is typed outside of the dialog makes another attempt
    onDone: () => {
      forgetTyped(deposit)
      dialog.onDone()
    },
  })
  const warnings = useDepositWarnings(deposit)
  const approval = approvalOf(deposit, typed)
  const look = useSecondLook(
    approval && unusualAbove !== undefined
      ? {
          amount: approval.amount,
          requested: deposit.requested_amount,
          largest: deposit.largest_approved,
          limit: unusualAbove,
        }
      : null,
    t`Approve`,
  )
  const name = deposit.user.name

  return (
    <DecideDialog
      title={t`Approve deposit #${deposit.id}`}
      decision={decision}
      {...look.dialog}
      money
      confirmFirst={look.isTaken}
    >
      {approval && (
        <>
          <p>
            <Trans>
              Credit{' '}
              <strong>
                <Money amount={approval.amount} />
              </strong>{' '}
              to <strong>{name}</strong>?
            </Trans>
          </p>
          <Khata>
            <KhataRow label={t`Wallet now`}>
              <Money amount={deposit.user.wallet_balance} />
            </KhataRow>
            <KhataRow label={t`Approved amount`}>
              <Money amount={approval.amount} change />
            </KhataRow>
            <ApprovalRows deposit={deposit} draft={typed} />
          </Khata>
          {approval.amount !== deposit.requested_amount && (
            <p>
              <Trans>
                The user asked for <Money amount={deposit.requested_amount} />. They will see: “{typed.note}”
              </Trans>
            </p>
          )}
          <RequestFlags sentences={warnings} />
          <SecondLook look={look} />
        </>
      )}
    </DecideDialog>
  )
}
