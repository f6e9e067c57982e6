import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../kit/page/Card.tsx'
import { HideAmounts } from '../kit/money/HideAmounts.tsx'
import { Money } from '../kit/money/Money.tsx'
import styles from './profile.module.css'

export function BalanceCard({ balance }: { balance: Paise }) {
  const { t } = useLingui()
  return (
    <Card>
      <div className={styles.balance}>
        <div>
          <span className={styles.label}>{t`Balance`}</span>
          <Money amount={balance} balance hideable />
        </div>
        <HideAmounts />
      </div>
    </Card>
  )
}
