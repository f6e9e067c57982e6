import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { RequestFlags } from '../requests/RequestParts.tsx'
import { ReportedPayments } from './ReportedPayments.tsx'
import { ReturnKhata } from './ReturnWithdrawal.tsx'
import { useWithdrawalWarnings } from './risk.ts'
import { PaymentKhata } from './WithdrawalDocument.tsx'

type ProposedWithdrawalProps = { withdrawal: AdminWithdrawal; isReturn: boolean }

/** Who is paid and what leaves, or what comes back, as its maker confirmed it; with every warning as of now. */
export default function ProposedWithdrawal({ withdrawal, isReturn }: ProposedWithdrawalProps) {
  const warnings = useWithdrawalWarnings(withdrawal)
  return (
    <>
      {isReturn ? (
        <ReturnKhata withdrawal={withdrawal} />
      ) : (
        <>
          <ReportedPayments withdrawal={withdrawal} />
          <PaymentKhata withdrawal={withdrawal} level={3} />
        </>
      )}
      <RequestFlags sentences={warnings} />
    </>
  )
}
