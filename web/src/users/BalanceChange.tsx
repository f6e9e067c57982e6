import { type Paise, subtract } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'

type BalanceChangeProps = {
  now: Paise
  /** The balance when the form was opened, if the wallet has moved since. */
  movedFrom?: Paise | undefined
  /** Null if no amount is typed. */
  after: Paise | null
}

/** What saving will do to a wallet, as the ledger entry will show it; nothing if the balance stays. */
export function BalanceChange({ now, movedFrom, after }: BalanceChangeProps) {
  const { t } = useLingui()
  if (after === null || (after === now && movedFrom === undefined)) return null
  return (
    <div aria-live="polite">
      <Khata document title={t`Wallet adjustment`}>
        <KhataRow
          label={t`Balance now`}
          note={movedFrom === undefined ? undefined : t`it was ${moneyText(movedFrom)} when you opened this form`}
        >
          <Money amount={now} />
        </KhataRow>
        <KhataRow label={t`Change`}>
          <Money amount={subtract(after, now)} change />
        </KhataRow>
        <KhataTotal label={t`Balance after`}>
          <Money amount={after} />
        </KhataTotal>
      </Khata>
    </div>
  )
}
