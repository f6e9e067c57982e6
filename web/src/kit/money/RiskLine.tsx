import { TriangleAlert } from 'lucide-react'
import styles from './RiskLine.module.css'

/** The risk disclosure (setting risk_disclosure), below plans, Earn and the landing page. */
export function RiskLine({ text }: { text: string }) {
  return (
    <p className={styles.line}>
      <TriangleAlert size={16} aria-hidden className={styles.icon} />
      {text}
    </p>
  )
}
