import type { StatementLine } from '@bittkosh/contract/bankStatements'
import { When } from '../kit/page/When.tsx'
import styles from './BankStatements.module.css'

/** The bank's text; without the day in a list, which has a column for it. */
export function LineText({ line, hasDay = true }: { line: StatementLine; hasDay?: boolean }) {
  return (
    <div className={styles.line}>
      <span className={styles.narration}>{line.narration || line.payer || line.reference || '–'}</span>
      <span className={styles.small}>
        {hasDay && (
          <>
            <When at={line.day} look="date" /> ·{' '}
          </>
        )}
        {line.account.name}
        {line.payer && line.narration ? ` · ${line.payer}` : ''}
        {line.reference ? ` · ${line.reference}` : ''}
      </span>
    </div>
  )
}
