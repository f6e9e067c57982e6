import { decimalText, formatRupees, larger, type Paise, trimmedRupees, ZERO } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { ButtonLink } from '../actions/Button.tsx'
import { useShownText } from './hiddenAmounts.ts'
import { KhataRow } from './Khata.tsx'
import styles from './TooLittle.module.css'

/** Replaces the total in a khata if the balance does not suffice: shows how much is missing. */
export function ShortRow({ missing }: { missing: Paise }) {
  const { t } = useLingui()
  const shown = useShownText()
  return (
    <KhataRow label={t`More than you have`}>
      <strong className={styles.short}>{shown(t`${formatRupees(missing)} short`)}</strong>
    </KhataRow>
  )
}

/** Replaces the total in a khata if the amount is outside of what is possible. */
export function LimitRow({ least, most }: { least?: Paise; most: Paise }) {
  const { t } = useLingui()
  return (
    <KhataRow label={t`Possible here`}>
      {least === undefined ? t`at most ${trimmedRupees(most)}` : t`${trimmedRupees(least)} to ${trimmedRupees(most)}`}
    </KhataRow>
  )
}

/**
 * The link to the missing amount: Add balance with the amount filled in, and back to this page from there. If less is missing than
 * the smallest deposit, that is filled in; null if it is unknown.
 */
export function AddLink({ missing, smallest }: { missing: Paise; smallest: Paise | null }) {
  const { t } = useLingui()
  const shown = useShownText()
  const back = useRouterState({ select: ({ location }) => location.href })
  const amount = larger(missing, smallest ?? ZERO)
  return (
    <>
      <ButtonLink to="/add-balance" search={{ amount: decimalText(amount, 2), back }} variant="secondary" wide>
        {shown(t`Add ${trimmedRupees(amount)}`)}
      </ButtonLink>
      {amount > missing && <p className={styles.why}>{t`${trimmedRupees(amount)} is the smallest deposit.`}</p>}
    </>
  )
}
