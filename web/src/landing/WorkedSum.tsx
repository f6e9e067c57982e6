import { maturityOf, quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { percentText } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CoinIcon } from '../kit/money/CoinIcon.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { useHydrated } from '../kit/device/useHydrated.ts'
import { useNow } from '../kit/page/useNow.ts'
import { When } from '../kit/page/When.tsx'
import { sampleAmounts, samplePlan } from './content.ts'
import styles from './WorkedSum.module.css'

/** A sample plan, calculated by the product's own rule. */
export function WorkedSum() {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState('10000')
  const knowsToday = useHydrated()
  const today = dayOf(useNow(60_000))
  const amount = (sampleAmounts.find(({ value }) => value === chosen) ?? sampleAmounts[1])?.amount
  if (amount === undefined) return null
  const { icon, days, rate } = samplePlan
  const name = i18n._(samplePlan.name)
  const { profit, payout } = quoteInvestment({ amount, rate })
  return (
    <div className={styles.sum}>
      <Khata
        document
        level={2}
        title={
          <span className={styles.title}>
            <CoinIcon url={icon} symbol={name} size={32} />
            {t`${name}, a sample plan`}
          </span>
        }
      >
        <KhataRow label={t`You put in`}>
          <Money amount={amount} />
        </KhataRow>
        <KhataRow label={t`Profit`} note={t`${percentText(rate)} % for all ${days} days`}>
          <Money amount={profit} change="plain" />
        </KhataRow>
        <KhataRow label={t`Bought today, ready on`}>
          {knowsToday ? (
            <When at={maturityOf({ boughtOn: today, days })} look="date" />
          ) : (
            <span aria-hidden="true">…</span>
          )}
        </KhataRow>
        <KhataTotal label={t`You get`}>
          <Money amount={payout} />
        </KhataTotal>
      </Khata>
      <div className={styles.amounts}>
        <Segmented label={t`Work it out for`} options={sampleAmounts} value={chosen} onChange={setChosen} />
        <p className={styles.note}>{t`No early exit: the money stays in the plan until that day.`}</p>
      </div>
    </div>
  )
}
