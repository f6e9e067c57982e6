import {
  type ApprovalOutcome,
  approveStatementLines,
  listStatementLines,
  type StatementLine,
} from '@bittkosh/contract/bankStatements'
import { listDeposits } from '@bittkosh/contract/deposits'
import { paise } from '@bittkosh/contract/money'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAction } from '../api/useAction.ts'
import { worded } from '../api/words.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Khata, KhataTotal } from '../kit/money/Khata.tsx'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { afterDecision } from '../requests/afterDecision.ts'
import styles from './BankStatements.module.css'
import { LineText } from './LineText.tsx'
import { Reasons } from './Reasons.tsx'

/** Approves the deposits of the selected lines, and then shows the result of each line. */
export function ApproveLines({ lines, onClose }: { lines: readonly StatementLine[]; onClose: () => void }) {
  const { t } = useLingui()
  const [outcomes, setOutcomes] = useState<readonly ApprovalOutcome[] | null>(null)
  const { run, running, failure, unanswered } = useAction({
    endpoint: approveStatementLines,
    fallback: t`Failed to approve deposits`,
    inPlace: true,
    refreshes: [listStatementLines, listDeposits, ...afterDecision],
    onDone: (reply) => setOutcomes(reply.outcomes),
  })
  const total = paise(lines.reduce((sum, { amount }) => sum + amount, 0n))
  return (
    <Modal
      open
      size="wide"
      title={outcomes ? t`Outcome` : t`Approve selected deposits`}
      onClose={onClose}
      footer={
        outcomes ? (
          <Button onClick={onClose}>{t`Done`}</Button>
        ) : (
          <>
            {unanswered && <MayBeDone />}
            <ErrorBanner message={failure} />
            <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
            <Button
              money
              running={running}
              onClick={() =>
                void run({
                  body: {
                    lines: lines.flatMap(({ id, deposit }) => (deposit ? [{ id, deposit_id: deposit.id }] : [])),
                  },
                })
              }
            >{t`Approve ${moneyText(total)}`}</Button>
          </>
        )
      }
    >
      <div className={styles.form} aria-live="polite">
        <ul className={styles.choices}>
          {lines.map((line) => (
            <li key={line.id} className={styles.outcome}>
              <span className={styles.line}>
                <span>
                  {line.deposit?.number} · {line.deposit?.user.name}
                </span>
                {outcomes ? (
                  <Outcome outcome={outcomes.find((one) => one.line === line.id)} />
                ) : (
                  <>
                    <LineText line={line} />
                    <Reasons line={line} />
                  </>
                )}
              </span>
              <Money amount={line.amount} />
            </li>
          ))}
        </ul>
        {!outcomes && (
          <Khata document>
            <KhataTotal label={<Plural value={lines.length} one="# deposit" other="# deposits" />}>
              <Money amount={total} />
            </KhataTotal>
          </Khata>
        )}
      </div>
    </Modal>
  )
}

function Outcome({ outcome }: { outcome: ApprovalOutcome | undefined }) {
  const { t } = useLingui()
  if (!outcome) return null
  switch (outcome.outcome) {
    case 'approved':
      return <Chip tone="gain">{t`Approved`}</Chip>
    case 'proposed':
      return <Chip tone="pending">{t`Another admin must approve it`}</Chip>
    case 'refused':
      return <span className={styles.refused}>{worded(outcome, outcome.message)}</span>
    default:
      return outcome satisfies never
  }
}
