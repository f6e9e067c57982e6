import { looksLikeReference } from '@bittkosh/contract/references'
import { type AdminWithdrawal, decideWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../api/session.ts'
import type { Paise } from '@bittkosh/contract/money'
import { SecondLook, useSecondLook } from '../requests/SecondLook.tsx'
import { useDecision } from '../requests/useDecision.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { RequestFlags } from '../requests/RequestParts.tsx'
import { OpenBatch } from './OpenBatch.tsx'
import { ReportedPayments } from './ReportedPayments.tsx'
import { isStopped, useWithdrawalWarnings } from './risk.ts'
import { PaymentKhata } from './WithdrawalDocument.tsx'

type ApproveWithdrawalProps = ConfirmProps & {
  withdrawal: AdminWithdrawal
  /** The server's limit; undefined while loading. */
  unusualAbove: Paise | undefined
}

/** The payment has been made: its reference is required to approve. */
export default function ApproveWithdrawal({ withdrawal, unusualAbove, ...dialog }: ApproveWithdrawalProps) {
  const { t } = useLingui()
  const admin = useSession()?.user.id ?? 0
  // This admin claimed it before the owner's money was frozen: the bank may have paid it.
  const wasBegun = isStopped(withdrawal) && withdrawal.claimed_by?.id === admin
  const decision = useDecision({
    endpoint: decideWithdrawal,
    params: { id: withdrawal.id },
    initial: { transaction_id: '', admin_note: '', already_paid: false as boolean },
    body: ({ already_paid: saysPaid, ...typed }) => ({
      status: 'approved',
      ...typed,
      ...(wasBegun && { already_paid: saysPaid }),
    }),
    fallback: t`Failed to process withdrawal`,
    queue: listWithdrawals,
    success: t`Withdrawal marked as paid`,
    ...dialog,
  })
  const warnings = useWithdrawalWarnings(withdrawal)
  const { amount, largest_approved: largest } = withdrawal
  const look = useSecondLook(
    unusualAbove === undefined ? null : { amount, requested: null, largest, limit: unusualAbove },
    t`Mark as paid`,
  )
  const reference = decision.values.transaction_id
  const hints = {
    upi: t`UPI references have 12 digits.`,
    bank: t`IMPS has 12 digits, NEFT 16 characters, RTGS 22.`,
    crypto: t`A TRON transaction has 64 characters, 0 to 9 and a to f.`,
  }
  const isUnusual = reference.trim() !== '' && !looksLikeReference(withdrawal.type, reference)

  return (
    <DecideDialog title={t`Mark as paid`} decision={decision} {...look.dialog} money>
      <PaymentKhata withdrawal={withdrawal} level={3} />
      <ReportedPayments withdrawal={withdrawal} />
      <OpenBatch withdrawal={withdrawal} />
      <RequestFlags sentences={warnings} />
      <SecondLook look={look} />
      {wasBegun && (
        <Checkbox
          label={t`I had paid this before payouts to this person were put on hold`}
          checked={decision.values.already_paid}
          onChange={(saysPaid) => decision.set('already_paid', saysPaid)}
        />
      )}
      <Field label={t`Transaction ID`} error={decision.errors.transaction_id} hint={hints[withdrawal.type]}>
        <TextInput
          {...decision.bind('transaction_id')}
          data-first-focus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
        />
      </Field>
      {isUnusual && (
        <Banner tone="pending">{t`This reference is unusual for the method. Please check it again.`}</Banner>
      )}
      <Field label={t`Note`} optional error={decision.errors.admin_note} hint={t`The user can see it.`}>
        <TextInput {...decision.bind('admin_note')} maxLength={500} />
      </Field>
    </DecideDialog>
  )
}
