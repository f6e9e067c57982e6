import type { FlexibleBalance } from '@bittkosh/contract/flexible'
import type { Paise } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../kit/page/Card.tsx'
import { Money } from '../kit/money/Money.tsx'
import styles from './Flexible.module.css'

/** The four figures of the account, and what can't be withdrawn yet. */
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
      {balance.bonus_conditions && <LockedBonus amount={balance.locked_bonus} conditions={balance.bonus_conditions} />}
    </Card>
  )
}

type Conditions = NonNullable<FlexibleBalance['bonus_conditions']>

/** The welcome bonus and its conditions, ticked off one by one. */
function LockedBonus({ amount, conditions }: { amount: Paise; conditions: Conditions }) {
  const { t } = useLingui()
  if (conditions.had_before) {
    return (
      <p className={styles.locked}>
        <Trans>
          <Money amount={amount} hideable /> of it is a welcome bonus with its interest. You've already had yours on
          another account: this one stays here and is taken back when the account is closed.
        </Trans>
      </p>
    )
  }
  return (
    <div className={styles.locked}>
      <p>
        <Trans>
          <Money amount={amount} hideable /> of it is your welcome bonus with its interest. You can withdraw it once
          both are approved:
        </Trans>
      </p>
      <ul className={styles.conditions}>
        <Condition met={conditions.kyc_approved}>
          <Link to="/profile">{t`Your KYC`}</Link>
        </Condition>
        <Condition met={conditions.deposit_approved}>
          <Link to="/add-balance">{t`A deposit`}</Link>
        </Condition>
      </ul>
    </div>
  )
}

function Condition({ met, children }: { met: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const Mark = met ? CircleCheck : Circle
  return (
    <li>
      <Mark size={16} role="img" aria-label={met ? t`Done` : t`Still to do`} />
      {children}
    </li>
  )
}
