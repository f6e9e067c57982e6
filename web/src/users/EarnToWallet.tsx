import { listAudit } from '@bittkosh/contract/audit'
import { subtract } from '@bittkosh/contract/money'
import { listUsers, moveEarnToWallet, type UserDetails, userDetails, userLedger } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'

/** Moves what may leave a person's Earn account to their wallet, from where it is paid out before the account is closed. */
export default function EarnToWallet({ details, onClose }: { details: UserDetails; onClose: () => void }) {
  const { t } = useLingui()
  const { id, name } = details.user
  const { current_balance: balance, locked_bonus: locked } = details.investments.flexible
  const form = useDraftForm({
    draft: `earn to wallet ${id}`,
    endpoint: moveEarnToWallet,
    params: { id },
    initial: { reason: '' },
    body: (typed) => typed,
    fallback: t`The money could not be moved`,
    refreshes: [userDetails, userLedger, listUsers, listAudit],
    onDone: ({ amount }) => {
      toast(t`${moneyText(amount)} moved to the wallet of ${name}`)
      onClose()
    },
  })
  const leaving = subtract(balance, locked)
  return (
    <DecideDialog
      title={t`Move the Earn money of ${name}`}
      decision={{ ...form, close: onClose }}
      confirmLabel={t`Move ${moneyText(leaving)} to the wallet`}
      money
    >
      <p>{t`It earns no more interest, and ${name} can use it like any money in the wallet. Before the account can be closed, the wallet must be paid out.`}</p>
      <Khata document>
        <KhataRow label={t`In Earn`}>
          <Money amount={balance} />
        </KhataRow>
        {locked > 0n && (
          <KhataRow
            label={t`Locked welcome bonus`}
            note={t`With its interest. It stays in Earn, and is taken back when the account is closed.`}
          >
            −<Money amount={locked} />
          </KhataRow>
        )}
        <KhataTotal label={t`Moves to the wallet`}>
          <Money amount={leaving} />
        </KhataTotal>
      </Khata>
      <Field label={t`Reason`} hint={t`It is kept in the audit log.`} error={form.errors.reason}>
        <TextInput {...form.bind('reason')} data-first-focus dense maxLength={500} autoComplete="off" />
      </Field>
    </DecideDialog>
  )
}
