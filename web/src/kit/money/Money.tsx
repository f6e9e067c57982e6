import { formatRupees, nearestRupee, type Paise } from '@bittkosh/contract/money'
import { cx } from '../page/cx.ts'
import { HIDDEN, useHiddenAmounts } from './hiddenAmounts.ts'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import styles from './Money.module.css'

type MoneyProps = {
  amount: Paise
  /** 0 on admin cards, where the amount is rounded to the rupee. */
  decimals?: 0 | 2
  /** A change: shows + or − in the colour of gain or loss; 'plain' keeps the text's colour. */
  change?: boolean | 'plain'
  /** Large with small paise, for a balance at the top of a page. */
  balance?: boolean
  /** Hidden by the eye button, which hides amounts from onlookers. */
  hideable?: boolean
}

/** The only way to show an amount of money: ₹, Indian grouping, tabular digits. */
export function Money({ amount, decimals = 2, change, balance, hideable }: MoneyProps) {
  const { t } = useLingui()
  const [hidden] = useHiddenAmounts()
  const look = cx(
    styles.money,
    balance && styles.balance,
    change === true && amount !== 0n && (amount < 0n ? styles.loss : styles.gain),
  )
  if (hideable && hidden)
    return (
      <span className={look}>
        <span aria-hidden="true">{HIDDEN}</span>
        <span className="visually-hidden">{t`Amount hidden`}</span>
      </span>
    )
  const text = moneyText(amount, { decimals, change: Boolean(change) })
  if (!balance) return <span className={look}>{text}</span>
  const [rupees, fraction] = text.split('.')
  return (
    <span className={look} style={{ '--figures': text.length } as CSSProperties}>
      {rupees}
      {fraction && <span className={styles.paise}>.{fraction}</span>}
    </span>
  )
}

/** The same as text, for labels and messages. */
export function moneyText(
  amount: Paise,
  { decimals = 2, change = false }: { decimals?: 0 | 2; change?: boolean } = {},
): string {
  const text = formatRupees(amount, { decimals })
  return change && (decimals === 0 ? nearestRupee(amount) : amount) > 0n ? `+${text}` : text
}
