import {
  applyPayoutResult,
  listPayoutBatches,
  listPayoutCandidates,
  payoutBatchById,
  type PayoutBatchDetails,
  type PayoutOutcome,
  previewPayoutResult,
  type RefusalChoice,
  type ResultColumns,
  type ResultMeaning,
  type ResultPreview,
  type ResultRow,
} from '@bittkosh/contract/payoutBatches'
import { type Paise, paise } from '@bittkosh/contract/money'
import { STATEMENT_BYTES_MAX } from '@bittkosh/contract/statementLimits'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { useAction } from '../api/useAction.ts'
import { worded } from '../api/words.ts'
import { Button } from '../kit/actions/Button.tsx'
import { base64Of } from '../kit/device/base64Of.ts'
import { ColumnChoice } from '../kit/forms/ColumnChoice.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { FileInput } from '../kit/forms/FileInput.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { afterDecision } from '../requests/afterDecision.ts'
import { ReportedPayment } from '../requests/ReportedPayment.tsx'
import styles from './PayoutBatches.module.css'
import { useProblems, useResultActs } from './payoutWords.ts'

type Looked = { content: string; columns: ResultColumns | undefined; preview: ResultPreview } | null

/** The bank's result file: a preview of what it would do, which is done once the preview is confirmed. */
export default function ResultDialog({ batch, onClose }: { batch: PayoutBatchDetails; onClose: () => void }) {
  const { t } = useLingui()
  const [looked, setLooked] = useState<Looked>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly PayoutOutcome[] | null>(null)

  async function look(file: File) {
    setLooked(null)
    if (file.size > STATEMENT_BYTES_MAX) return setFailure(t`This file is too large: at most 5 MB.`)
    await read(base64Of(file), undefined)
  }

  async function read(file: string | Promise<string>, columns: ResultColumns | undefined) {
    setFailure(null)
    setLooking(true)
    try {
      const content = await file
      const preview = await call(previewPayoutResult, { params: { id: batch.id }, body: { content, columns } })
      setLooked({ content, columns, preview })
    } catch (error) {
      setFailure(failureMessage(error, t`Failed to read the file`))
    } finally {
      setLooking(false)
    }
  }

  if (outcomes)
    return (
      <Modal
        open
        size="wide"
        title={t`Outcome`}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t`Done`}</Button>}
      >
        <Outcomes batch={batch} outcomes={outcomes} />
      </Modal>
    )
  return (
    <Modal open size="wide" title={t`The bank's result`} onClose={onClose}>
      <div className={styles.form}>
        <Field label={t`File`} hint={t`CSV or XLSX with our reference, the amount and a status, at most 5 MB`}>
          <FileInput
            accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv"
            disabled={isLooking}
            onFile={(file) => void look(file)}
          />
        </Field>
        <ErrorBanner message={failure} />
        {isLooking && !looked && <Skeleton height={240} />}
        {looked && (
          <Columns
            preview={looked.preview}
            disabled={isLooking}
            onChange={(columns) => void read(looked.content, columns)}
          />
        )}
        {looked?.preview.is_readable && (
          <Result key={looked.content} batch={batch} {...looked} onClose={onClose} onDone={setOutcomes} />
        )}
      </div>
    </Modal>
  )
}

type ColumnsProps = { preview: ResultPreview; disabled: boolean; onChange: (columns: ResultColumns) => void }

function Columns({ preview: { headings, columns, is_readable: isReadable }, disabled, onChange }: ColumnsProps) {
  const { t } = useLingui()
  const meanings: Record<ResultMeaning, string> = {
    reference: t`Our reference`,
    status: t`Status`,
    amount: t`Amount`,
    utr: t`Bank’s UTR`,
    reason: t`Reason for refusal`,
    account: t`Account number`,
  }
  return <ColumnChoice {...{ meanings, headings, columns, isReadable, disabled, onChange }} />
}

type ResultProps = {
  batch: PayoutBatchDetails
  content: string
  columns: ResultColumns | undefined
  preview: ResultPreview
  onClose: () => void
  onDone: (outcomes: readonly PayoutOutcome[]) => void
}

/** What the rows would do, the choice for payouts that the bank refused, and the confirm button. */
export function Result({ batch, content, columns, preview: { rows, missing }, onClose, onDone }: ResultProps) {
  const { t } = useLingui()
  const [retried, setRetried] = useState<ReadonlySet<number>>(new Set())
  const { run, running, failure, unanswered } = useAction({
    endpoint: applyPayoutResult,
    fallback: t`Failed to import the result`,
    inPlace: true,
    refreshes: [payoutBatchById, listPayoutBatches, listPayoutCandidates, listWithdrawals, ...afterDecision],
    onDone: (reply) => onDone(reply.outcomes),
  })
  const doing = rows.filter(
    ({ act, with_bank: isKept, is_reported: isReported }) =>
      act === 'pay' || act === 'refuse' || act === 'wait' || isKept || isReported,
  )
  const paid = doing.filter(({ act }) => act === 'pay')
  const refused = doing.flatMap(({ act, withdrawal_id: id }) =>
    act === 'refuse' && id !== null
      ? [{ withdrawal_id: id, choice: retried.has(id) ? ('retry' as const) : ('reject' as const) }]
      : [],
  )
  const total = sumOf(paid)
  const choose = (id: number, choice: RefusalChoice) =>
    setRetried((before) => new Set(choice === 'retry' ? [...before, id] : [...before].filter((one) => one !== id)))
  return (
    <>
      {missing > 0 && (
        <Banner tone="pending">
          <Plural
            value={missing}
            one="# that waits in this batch is not in the file. It stays waiting."
            other="# that wait in this batch are not in the file. They stay waiting."
          />
        </Banner>
      )}
      <ResultRows rows={rows} retried={retried} disabled={running} onChoose={choose} />
      <Khata document>
        <KhataRow label={t`Refused by the bank`}>{refused.length}</KhataRow>
        <KhataTotal label={<Plural value={paid.length} one="# is marked as paid" other="# are marked as paid" />}>
          <Money amount={total} />
        </KhataTotal>
      </Khata>
      {unanswered && <MayBeDone />}
      <ErrorBanner message={failure} />
      <div className={styles.foot}>
        <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          money
          running={running}
          why={doing.length === 0 ? t`Nothing in this file changes anything.` : null}
          onClick={() => void run({ params: { id: batch.id }, body: { content, columns, refused } })}
        >
          {paid.length > 0 ? t`Import the result: ${moneyText(total)} paid` : t`Import the result`}
        </Button>
      </div>
    </>
  )
}

function sumOf(rows: readonly ResultRow[]): Paise {
  return paise(rows.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n))
}

type ResultRowsProps = {
  rows: readonly ResultRow[]
  retried: ReadonlySet<number>
  disabled: boolean
  onChoose: (id: number, choice: RefusalChoice) => void
}

function ResultRows({ rows, retried, disabled, onChoose }: ResultRowsProps) {
  const { t } = useLingui()
  const acts = useResultActs()
  const problems = useProblems()
  const columns: Column<ResultRow>[] = [
    {
      key: 'row',
      header: t`Row`,
      onCard: 'title',
      cell: ({ row, number, user }) => (
        <div className={styles.cell}>
          <span>{user?.name ?? number}</span>
          <span className={styles.small}>{user ? `${row} · ${number}` : row}</span>
        </div>
      ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'end',
      cell: ({ amount }) => (amount === null ? '–' : <Money amount={amount} />),
    },
    {
      key: 'bank',
      header: t`The bank says`,
      cell: ({
        act,
        problem,
        expected,
        with_bank: isKept,
        is_reported: isReported,
        reported_payments: reports,
        ...said
      }) => (
        <div className={styles.cell}>
          <Chip tone={acts[act].tone}>{acts[act].text}</Chip>
          <span className={styles.small}>{[said.status, said.utr, said.reason].filter(Boolean).join(' · ')}</span>
          {problem !== null && <span className={styles.problem}>{problems(expected)[problem]}</span>}
          {reports.map((report) => (
            <span key={report.id} className={styles.problem}>
              <ReportedPayment report={report} />
            </span>
          ))}
          {isReported && (
            <span className={styles.small}>{t`The import adds this payment to the record of the withdrawal.`}</span>
          )}
          {isKept && (
            <span className={styles.small}>{t`No file that is downloaded after the import contains it.`}</span>
          )}
        </div>
      ),
    },
    ...(rows.some(({ act }) => act === 'refuse')
      ? [
          {
            key: 'then',
            header: t`What to do`,
            cell: ({ act, withdrawal_id: id, number }: ResultRow) =>
              act !== 'refuse' || id === null ? (
                '–'
              ) : (
                <Field label={<span className="visually-hidden">{t`What happens to ${number}`}</span>}>
                  <Select
                    dense
                    disabled={disabled}
                    value={retried.has(id) ? 'retry' : 'reject'}
                    onChange={(choice) => onChoose(id, choice === 'retry' ? 'retry' : 'reject')}
                    options={[
                      { value: 'reject', label: t`Reject: back to the wallet` },
                      { value: 'retry', label: t`Back to the queue` },
                    ]}
                  />
                </Field>
              ),
          },
        ]
      : []),
  ]
  return <Table caption={t`Rows of the file`} inside columns={columns} rows={rows} rowKey={({ row }) => row} />
}

function Outcomes({ batch, outcomes }: { batch: PayoutBatchDetails; outcomes: readonly PayoutOutcome[] }) {
  const { t } = useLingui()
  const payouts = new Map(batch.payouts.map((payout) => [payout.withdrawal_id, payout]))
  const columns: Column<PayoutOutcome>[] = [
    {
      key: 'user',
      header: t`User`,
      onCard: 'title',
      cell: ({ withdrawal_id: id }) => `${payouts.get(id)?.user.name} · ${payouts.get(id)?.number}`,
    },
    { key: 'outcome', header: t`State`, cell: (outcome) => <Outcome outcome={outcome} /> },
  ]
  if (outcomes.length === 0) return <p>{t`Nothing in this file changes anything.`}</p>
  return (
    <div aria-live="polite">
      <Table
        caption={t`Outcome`}
        inside
        columns={columns}
        rows={outcomes}
        rowKey={(outcome) => outcome.withdrawal_id}
      />
    </div>
  )
}

function Outcome({ outcome }: { outcome: PayoutOutcome }) {
  const { t } = useLingui()
  switch (outcome.outcome) {
    case 'paid':
      return <Chip tone="gain">{t({ context: 'payout', message: 'Paid' })}</Chip>
    case 'proposed':
      return <Chip tone="pending">{t`Another admin must approve it`}</Chip>
    case 'rejected':
      return <Chip tone="loss">{t`Rejected: back in the wallet`}</Chip>
    case 'retried':
      return <Chip tone="pending">{t`Back in the queue`}</Chip>
    case 'unknown':
      return <Chip tone="pending">{t`Not settled yet`}</Chip>
    case 'reported':
      return <Chip tone="loss">{t`Not recorded as paid: see its record`}</Chip>
    case 'refused':
      return <span className={styles.problem}>{worded(outcome, outcome.message)}</span>
    default:
      return outcome satisfies never
  }
}
