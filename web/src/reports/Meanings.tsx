import { type AnyRow, type ReportName, shownColumns } from '@bittkosh/contract/reports'
import { useLingui } from '@lingui/react/macro'
import { Section } from '../kit/page/Page.tsx'
import styles from './Reports.module.css'
import { useReportWords } from './words.ts'

/** What each column of a report counts, in one sentence. */
export function Meanings({ report, rows }: { report: ReportName; rows: readonly AnyRow[] }) {
  const { t } = useLingui()
  const words: Readonly<Record<string, { label: string; meaning: string | null }>> = useReportWords()[report].columns
  const meanings = shownColumns(report, rows).flatMap(([column]) => words[column] ?? [])
  return (
    <Section title={t`What the figures mean`}>
      <dl className={styles.meanings}>
        {meanings.map(
          ({ label, meaning }) =>
            meaning !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{meaning}</dd>
              </div>
            ),
        )}
      </dl>
    </Section>
  )
}
