import {
  APPROVED_AT_ONCE_MAX,
  approveStatementLine,
  ignoreStatementLine,
  type LineView,
  listStatementLines,
  reopenStatementLine,
  returnByStatementLine,
  type StatementLine,
} from '@bittkosh/contract/bankStatements'
import type { Paise } from '@bittkosh/contract/money'
import { unusualAbout } from '@bittkosh/contract/unusual'
import { Plural, useLingui } from '@lingui/react/macro'
import { Archive, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { PersonLink } from '../requests/PersonLink.tsx'
import { RecordLink } from '../requests/RecordLink.tsx'
import { ApproveLine } from './ApproveLine.tsx'
import { ApproveLines } from './ApproveLines.tsx'
import styles from './BankStatements.module.css'
import { IgnoreLine } from './IgnoreLine.tsx'
import { LineText } from './LineText.tsx'
import { Reasons } from './Reasons.tsx'
import { ReturnLine } from './ReturnLine.tsx'
import { stateTones, useStateWords } from './lineWords.ts'

/** What a dialog is open for. Its state is outside the list, which may lose its last line meanwhile. */
export type LineAct =
  | { act: 'approve' | 'return' | 'ignore'; line: StatementLine }
  | { act: 'approve set'; lines: readonly StatementLine[] }

type LineListProps = {
  view: LineView
  /** The setting; undefined while it is unknown, and with it what is usual. */
  unusualAbove: Paise | undefined
  lines: readonly StatementLine[]
  onAct: (act: LineAct) => void
}

/** The lines of one list, each with its match and the acts on it. */
export function LineList({ view, unusualAbove, lines, onAct }: LineListProps) {
  const { t } = useLingui()
  const may = useMay()
  const mayApprove = may(approveStatementLine)
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const matched = lines.filter(({ deposit }) => deposit !== null)
  const approvable = matched.filter((line) => mayBeInSet(line, unusualAbove))
  const clear = approvable.filter(isClear)
  const all = clear.slice(0, APPROVED_AT_ONCE_MAX)
  const chosen = approvable.filter(({ id }) => checked.has(id))
  const toggle = (id: number, isChecked: boolean) =>
    setChecked((before) => new Set(isChecked ? [...before, id] : [...before].filter((one) => one !== id)))
  const hasSets = view === 'suggested' && mayApprove
  const columns: Column<StatementLine>[] = [
    ...(hasSets
      ? [
          {
            key: 'check',
            header: t`Chosen`,
            onCard: 'check' as const,
            cell: (line: StatementLine) =>
              approvable.includes(line) && (
                <Checkbox
                  labelHidden
                  label={t`Choose the line for ${line.narration || line.reference}`}
                  checked={checked.has(line.id)}
                  disabled={!checked.has(line.id) && chosen.length >= APPROVED_AT_ONCE_MAX}
                  onChange={(isChecked) => toggle(line.id, isChecked)}
                />
              ),
          },
        ]
      : []),
    {
      key: 'line',
      header: t`Line`,
      onCard: 'title',
      cell: (line) => <LineText line={line} hasDay={false} />,
    },
    {
      key: 'day',
      header: t`Day`,
      whole: true,
      onCard: 'below',
      leftOut: fitsSome,
      cell: (line) => <When at={line.day} look="date" />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'end',
      onCard: 'aside',
      cell: (line) => <Money amount={line.amount} change="plain" />,
    },
    {
      key: 'fits',
      header: view === 'payouts' ? t`Withdrawal` : t`Deposit or returned payout`,
      onCard: 'below',
      leftOut: (line) => !fitsSome(line) && line.ignored_because === null,
      cell: (line) => <Fits line={line} />,
    },
    ...(view === 'matched' || !may(ignoreStatementLine)
      ? []
      : [
          {
            key: 'acts',
            header: t`What to do`,
            cell: (line: StatementLine) => <Acts line={line} mayApprove={mayApprove} onAct={onAct} />,
          },
        ]),
  ]
  return (
    <>
      {hasSets && (
        <div className={styles.set}>
          <Checkbox
            label={t`Choose all`}
            checked={all.length > 0 && all.every(({ id }) => checked.has(id))}
            disabled={all.length === 0}
            onChange={(isChecked) => setChecked(new Set(isChecked ? all.map(({ id }) => id) : []))}
          />
          <Button
            size="dense"
            money
            why={chosen.length === 0 ? t`Choose lines first` : null}
            onClick={() => onAct({ act: 'approve set', lines: chosen })}
          >
            <Plural value={chosen.length} one="Approve # deposit" other="Approve # deposits" />
          </Button>
          {clear.length < approvable.length && (
            <span className={styles.small}>
              {t`Lines without the payer’s name or with several matches are chosen one by one.`}
            </span>
          )}
          {approvable.length < matched.length && (
            <span
              className={styles.small}
            >{t`Unusual amounts and deposits with warnings are approved one by one.`}</span>
          )}
        </div>
      )}
      <div className={styles.lines}>
        <Table caption={t`Lines of bank statements`} columns={columns} rows={lines} rowKey={({ id }) => id} compact />
      </div>
    </>
  )
}

/** The dialog of the current act. */
export function LineDialog({ doing, onClose }: { doing: LineAct; onClose: () => void }) {
  switch (doing.act) {
    case 'approve':
      return <ApproveLine line={doing.line} onClose={onClose} />
    case 'return':
      return <ReturnLine line={doing.line} onClose={onClose} />
    case 'ignore':
      return <IgnoreLine line={doing.line} onClose={onClose} />
    case 'approve set':
      return <ApproveLines lines={doing.lines} onClose={onClose} />
    default:
      return doing satisfies never
  }
}

/**
 * Whether a line may be chosen without a look at it. The payer may have written a reference: alone it proves nothing, and
 * of several requests it may belong to another one.
 */
function isClear({ reasons }: StatementLine): boolean {
  return reasons.includes('payer') && !reasons.includes('several')
}

/** Whether a line may be approved with others: only the dialog of a single line warns, and asks for an unusual amount again. */
function mayBeInSet({ amount, deposit }: StatementLine, limit: Paise | undefined): boolean {
  if (deposit === null || deposit.has_warnings || limit === undefined) return false
  const { requested_amount: requested, largest_approved: largest } = deposit
  return unusualAbout({ amount, requested, largest, limit }).length === 0
}

function fitsSome({ deposit, withdrawal }: StatementLine): boolean {
  return deposit !== null || withdrawal !== null
}

/** The deposit or withdrawal that a line matches, and why. */
function Fits({ line }: { line: StatementLine }) {
  const { t } = useLingui()
  const words = useStateWords()
  const { deposit, withdrawal } = line
  return (
    <div className={styles.fits}>
      {deposit && (
        <span>
          <span className={styles.number}>
            <RecordLink subject="deposit" id={deposit.id}>
              {deposit.number}
            </RecordLink>{' '}
          </span>
          <PersonLink user={deposit.user} />{' '}
          <span className={deposit.status === 'pending' ? styles.waits : undefined}>
            <StatusBadge status={deposit.status} />
          </span>
        </span>
      )}
      {withdrawal && (
        <span>
          <span className={styles.number}>
            <RecordLink subject="withdrawal" id={withdrawal.id}>
              {withdrawal.number}
            </RecordLink>{' '}
          </span>
          <PersonLink user={withdrawal.user} /> <StatusBadge status={withdrawal.status} />
        </span>
      )}
      {deposit && line.state === 'mismatched' && (
        <span className={styles.small}>
          {t`asked for`} <Money amount={deposit.requested_amount} />
        </span>
      )}
      {withdrawal && line.state === 'mismatched' && (
        <span className={styles.small}>
          {line.amount > 0n ? t`paid` : t`to be paid`} <Money amount={withdrawal.paid_amount} />
        </span>
      )}
      <Reasons line={line}>
        {line.amount < 0n && <Chip tone={stateTones[line.state]}>{words[line.state]}</Chip>}
      </Reasons>
      {line.ignored_because !== null && <span>{line.ignored_because}</span>}
      {line.decided_by !== null && line.decided_at !== null && (
        <span className={styles.small}>
          {line.decided_by}, <When at={line.decided_at} />
        </span>
      )}
    </div>
  )
}

type ActsProps = { line: StatementLine; mayApprove: boolean; onAct: (act: LineAct) => void }

function Acts({ line, mayApprove, onAct }: ActsProps) {
  const { t } = useLingui()
  const reopening = useAction({
    endpoint: reopenStatementLine,
    fallback: t`Failed to put the line back`,
    success: t`The line is back in its list`,
    refreshes: [listStatementLines],
  })
  const mayReturn = useMay()(returnByStatementLine)
  if (line.state === 'matched') return null
  if (line.state === 'ignored')
    return (
      <Button
        size="dense"
        variant="secondary"
        running={reopening.running}
        onClick={() => void reopening.run({ params: { id: line.id } })}
      >
        {t`Put back`}
      </Button>
    )
  const isIn = line.amount > 0n
  return (
    <div className={styles.acts}>
      {mayApprove && isIn && !line.withdrawal && (
        <Button size="dense" onClick={() => onAct({ act: 'approve', line })}>
          {line.deposit ? t`Approve` : t`Choose a deposit`}
        </Button>
      )}
      {mayReturn && isIn && line.state === (line.withdrawal ? 'suggested' : 'unmatched') && (
        <Button
          size="dense"
          {...(!line.withdrawal && { variant: 'secondary', icon: <Undo2 size={16} aria-hidden /> })}
          onClick={() => onAct({ act: 'return', line })}
        >
          {line.withdrawal ? t`Return the amount` : <span className={styles.word}>{t`A payout was returned`}</span>}
        </Button>
      )}
      <Button
        size="dense"
        variant="secondary"
        icon={<Archive size={16} aria-hidden />}
        onClick={() => onAct({ act: 'ignore', line })}
      >
        <span className={styles.word}>{t`Set aside`}</span>
      </Button>
    </div>
  )
}
