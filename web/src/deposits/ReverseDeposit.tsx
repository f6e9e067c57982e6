import { type AdminDeposit, listDeposits, reverseDeposit } from '@bittkosh/contract/deposits'
import { add, negate, subtract, ZERO } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import type { ConfirmProps } from '../requests/RequestQueue.tsx'
import { useDecision } from '../requests/useDecision.ts'

/** Reverses an approved deposit, bonus included, with the reason that the user will read. */
export default function ReverseDeposit({ deposit, ...dialog }: ConfirmProps & { deposit: AdminDeposit }) {
  const { t } = useLingui()
  const decision = useDecision({
    endpoint: reverseDeposit,
    params: { id: deposit.id },
    initial: { reason: '', free_reference: false as boolean },
    body: (typed) => typed,
    fallback: t`Failed to process deposit`,
    queue: listDeposits,
    success: t`Deposit reversed`,
    ...dialog,
  })
  const { after } = reversalOf(deposit)
  const name = deposit.user.name

  return (
    <DecideDialog
      title={t`Reverse deposit #${deposit.id}`}
      decision={decision}
      confirmLabel={t`Reverse`}
      danger
      money
      disabled={after < 0n}
    >
      <p>
        <Trans>
          Take the money back out of <strong>{name}</strong>’s wallet? They are notified in the app and by mail.
        </Trans>
      </p>
      <ReversalKhata deposit={deposit} />
      {after < 0n && (
        <Banner tone="pending">{t`The wallet balance is too low. A deposit can only be reversed in full.`}</Banner>
      )}
      <Field
        label={t`Reason, as the user will read it`}
        error={decision.errors.reason}
        hint={t`For example: the bank recalled the payment.`}
      >
        <TextInput {...decision.bind('reason')} data-first-focus maxLength={500} autoComplete="off" />
      </Field>
      <Checkbox
        label={t`Let another request use this transaction ID: the money belongs to that person`}
        checked={decision.values.free_reference}
        onChange={(checked) => decision.set('free_reference', checked)}
      />
    </DecideDialog>
  )
}

function reversalOf({ approved_amount, package: bought, user }: AdminDeposit) {
  const amount = approved_amount ?? ZERO
  const bonus = bought?.bonus_amount ?? ZERO
  const holds = user.wallet_balance
  return { amount, bonus, holds, after: subtract(holds, add(amount, bonus)) }
}

/** What is taken out of the wallet. */
export function ReversalKhata({ deposit }: { deposit: AdminDeposit }) {
  const { t } = useLingui()
  const { amount, bonus, holds, after } = reversalOf(deposit)
  return (
    <Khata>
      <KhataRow label={t`Wallet now`}>
        <Money amount={holds} />
      </KhataRow>
      <KhataRow label={t`Approved amount`}>
        <Money amount={negate(amount)} change />
      </KhataRow>
      {bonus > 0n && (
        <KhataRow label={t`Bonus`}>
          <Money amount={negate(bonus)} change />
        </KhataRow>
      )}
      <KhataTotal label={after < 0n ? t`Missing` : t`Balance after the reversal`}>
        <Money amount={after < 0n ? negate(after) : after} />
      </KhataTotal>
    </Khata>
  )
}
