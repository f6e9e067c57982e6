import { negate, type Paise, subtract } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Banner } from '../kit/page/Banner.tsx'
import { answerOf, dueOf, spoken } from './answer.ts'
import type { CoverageFigures } from './Coverage.tsx'
import styles from './Dashboard.module.css'

/** The first sentence of the dashboard: what falls due, the money in hand, and whether that is enough. */
export function CoverAnswer({ figures }: { figures: CoverageFigures }) {
  const { t } = useLingui()
  const said = (amount: Paise) => {
    const { unit, figure } = spoken(amount < 0n ? negate(amount) : amount)
    const text = unit === 'crore' ? t`₹${figure} crore` : unit === 'lakh' ? t`₹${figure} lakh` : `₹${figure}`
    return amount < 0n ? `−${text}` : text
  }
  const inHand = subtract(figures.received.total, figures.paid.total)
  const due = dueOf(figures.maturities, figures.owed.held)
  const answer = answerOf({ inHand, owed: figures.owed.total, due })
  const [soon, hand] = [said(due), said(inHand)]
  const lacking = answer.sort === 'covered' ? '' : said(answer.amount)
  const verdicts = {
    covered: t`covered`,
    short: t`${lacking} short`,
    missing: t`covered, but ${lacking} of everything owed to users is missing`,
  }
  return (
    <Banner tone={answer.sort === 'covered' ? 'gain' : 'loss'}>
      <p className={styles.answer}>
        {t`${soon} falls due in 30 days, ${hand} in hand:`} <strong>{verdicts[answer.sort]}</strong>
      </p>
    </Banner>
  )
}
