import type { WalletSummary } from '@bittkosh/contract/wallet'
import { Trans, useLingui } from '@lingui/react/macro'
import { HideAmounts } from '../kit/money/HideAmounts.tsx'
import { Money } from '../kit/money/Money.tsx'
import styles from './BalanceHead.module.css'

/** The spendable balance, large; below it what is held and what referrals brought. */
export function BalanceHead({ summary }: { summary: WalletSummary }) {
  const { t } = useLingui()
  return (
    <section className={styles.head} aria-label={t`Balance`}>
      <div>
        <p className={styles.label}>
          <Trans>Wallet</Trans>
        </p>
        <p>
          <Money amount={summary.current_balance} balance hideable />
        </p>
        <p className={styles.facts}>
          <Trans>Available</Trans>
          <span className={styles.more}>
            <Trans>
              referral income <Money amount={summary.total_referral_income} hideable />
            </Trans>
          </span>
        </p>
        {summary.held_amount > 0n && (
          <p className={styles.facts}>
            <Trans>
              <Money amount={summary.held_amount} hideable /> held for a withdrawal that is being checked
            </Trans>
          </p>
        )}
      </div>
      <HideAmounts />
    </section>
  )
}
