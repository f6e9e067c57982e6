import type { FlexibleBalance } from '@bittkosh/contract/flexible'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '../kit/page/Card.tsx'
import { Money } from '../kit/money/Money.tsx'
import styles from './Flexible.module.css'

/** The four figures of the account, and what may not leave yet. */
export function Overview({ balance }: { balance: FlexibleBalance }) {
  const { t } = useLingui()
  return (
    <Card>
      <dl className={styles.figures}>
        <div className={styles.current}>
          <dt>{t`Current balance`}</dt>
          <dd>
            <Money amount={balance.current_balance} balance hideable />
          </dd>
        </div>
        <div>
          <dt>{t`Total invested`}</dt>
          <dd>
            <Money amount={balance.total_invested} hideable />
          </dd>
        </div>
        <div>
          <dt>{t`Total profit`}</dt>
          <dd>
            <Money amount={balance.total_profit} change hideable />
          </dd>
        </div>
        <div>
          <dt>
            {t`Pending interest`} <span className={styles.estimate}>{t`estimate`}</span>
          </dt>
          <dd>
            <Money amount={balance.pending_interest} hideable />
          </dd>
        </div>
      </dl>
      {balance.locked_bonus > 0n && (
        <p className={styles.locked}>
          <Trans>
            <Money amount={balance.locked_bonus} /> of it is your welcome bonus. It earns already, and may leave once
            your <Link to="/profile">KYC</Link> and a <Link to="/add-balance">deposit</Link> have been approved.
          </Trans>
        </p>
      )}
    </Card>
  )
}
