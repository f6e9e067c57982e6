import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { decimalText, type Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Khata, KhataRow } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { RequestFlags } from '../requests/RequestParts.tsx'
import { useDepositWarnings } from '../requests/useDepositWarnings.ts'
import { ApprovalRows, RequestRows } from './DepositDocument.tsx'
import { ReversalKhata } from './ReverseDeposit.tsx'

type ProposedDepositProps = { deposit: AdminDeposit; isReversal: boolean; amount: Paise }

/** The request and what would be credited or taken back, as its maker confirmed it; with every warning as of now. */
export default function ProposedDeposit({ deposit, isReversal, amount }: ProposedDepositProps) {
  const { t } = useLingui()
  const warnings = useDepositWarnings(deposit)
  return (
    <>
      {isReversal ? (
        <ReversalKhata deposit={deposit} />
      ) : (
        <Khata document level={3} title={t`Deposit #${deposit.id}`}>
          <RequestRows deposit={deposit} />
          <KhataRow label={t`Wallet now`}>
            <Money amount={deposit.user.wallet_balance} />
          </KhataRow>
          <KhataRow label={t`Approved amount`}>
            <Money amount={amount} change />
          </KhataRow>
          <ApprovalRows deposit={deposit} draft={{ amount: decimalText(amount, 2), note: '' }} />
        </Khata>
      )}
      <RequestFlags sentences={warnings} />
    </>
  )
}
