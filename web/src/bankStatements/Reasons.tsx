import type { StatementLine } from '@bittkosh/contract/bankStatements'
import type { ReactNode } from 'react'
import { Chip } from '../kit/page/Chip.tsx'
import styles from './BankStatements.module.css'
import { useReasonWords } from './lineWords.ts'

/** Why a line matches, or why not quite. On a phone the list has space for the latter only; the dialogs show both. */
export function Reasons({ line, children }: { line: StatementLine; children?: ReactNode }) {
  const words = useReasonWords()
  return (
    <span className={styles.chips}>
      {children}
      {line.reasons.map((reason) => (
        <span key={reason} className={words[reason].tone === 'gain' ? styles.good : undefined}>
          <Chip tone={words[reason].tone}>{words[reason].text}</Chip>
        </span>
      ))}
    </span>
  )
}
