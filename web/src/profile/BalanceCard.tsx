import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { Card } from '../kit/page/Card.tsx'
import { useHiddenAmounts } from '../kit/money/hiddenAmounts.ts'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Money } from '../kit/money/Money.tsx'
import styles from './profile.module.css'

export function BalanceCard({ balance }: { balance: Paise }) {
  const { t } = useLingui()
  const [hidden, setHidden] = useHiddenAmounts()
  return (
    <Card>
      <div className={styles.balance}>
        <div>
          <span className={styles.label}>{t`Balance`}</span>
          <Money amount={balance} balance hideable />
        </div>
        <IconButton
          label={hidden ? t`Show amounts` : t`Hide amounts`}
          icon={hidden ? <EyeOff size={22} aria-hidden /> : <Eye size={22} aria-hidden />}
          aria-pressed={hidden}
          onClick={() => setHidden(!hidden)}
        />
      </div>
    </Card>
  )
}
