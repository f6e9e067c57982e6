import { decimalText, formatRupees, type Paise } from '@bittkosh/contract/money'
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

/** The link to the missing amount: Add balance with the amount filled in, and back to this page from there. */
export function AddMissing({ missing }: { missing: Paise }) {
  const { t } = useLingui()
  const shown = useShownText()
  const back = useRouterState({ select: ({ location }) => location.href })
  const isWhole = missing % 100n === 0n
  return (
    <ButtonLink to="/add-balance" search={{ amount: decimalText(missing, 2), back }} variant="secondary" wide>
      {shown(t`Add ${formatRupees(missing, { decimals: isWhole ? 0 : 2 })}`)}
    </ButtonLink>
  )
}
