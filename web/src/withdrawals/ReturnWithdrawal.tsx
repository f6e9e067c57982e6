import { type AdminWithdrawal, listWithdrawals, returnWithdrawal } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { useDecision } from '../requests/useDecision.ts'
import { ReportedPayments } from './ReportedPayments.tsx'

/**
 * The bank sent a payout back: net and fee return to the wallet, with the reason that the user will read. Once the account is
 * closed, nobody reads it, and the amount is owed in the books only.
 */
export default function ReturnWithdrawal({ withdrawal, ...dialog }: ConfirmProps & { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const decision = useDecision({
    endpoint: returnWithdrawal,
    params: { id: withdrawal.id },
    initial: { reason: '' },
    body: (typed) => typed,
    fallback: t`Failed to process withdrawal`,
    queue: listWithdrawals,
    success: t`Withdrawal returned`,
    ...dialog,
  })
  return (
    <DecideDialog title={t`Returned by the bank`} decision={decision} confirmLabel={t`Return the amount`} danger money>
      <ReturnKhata withdrawal={withdrawal} />
      <Field
        label={isOfClosed(withdrawal) ? t`Reason` : t`Reason, as the user will read it`}
        error={decision.errors.reason}
        hint={t`Only once the money is back in the account. The reference stays in use.`}
      >
        <TextInput {...decision.bind('reason')} data-first-focus maxLength={500} />
      </Field>
    </DecideDialog>
  )
}

/** What the bank sent back, and what goes back to the wallet. */
export function ReturnKhata({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const isClosed = isOfClosed(withdrawal)
  return (
    <>
      {isClosed && (
        <Banner tone="pending">
          {t`This account is closed. The amount stays owed in the books; nobody is notified.`}
        </Banner>
      )}
      <ReportedPayments withdrawal={withdrawal} />
      <Khata document title={withdrawal.user.name}>
        <KhataRow label={t`Returned by the bank`} note={withdrawal.transaction_id}>
          <Money amount={withdrawal.net_amount} />
        </KhataRow>
        <KhataRow label={t`Fee, refunded`}>
          <Money amount={withdrawal.processing_fee} />
        </KhataRow>
        <KhataTotal label={isClosed ? t`Still owed` : t`Back in the wallet`}>
          <Money amount={withdrawal.amount} />
        </KhataTotal>
      </Khata>
    </>
  )
}

function isOfClosed({ user }: AdminWithdrawal): boolean {
  return user.email === null
}
