import type { ReconciledAccount, ReconciliationReason } from '@bittkosh/contract/reconciliation'
import { add, negate, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { When } from '../kit/page/When.tsx'
import { PersonLink } from '../requests/PersonLink.tsx'
import { RecordLink } from '../requests/RecordLink.tsx'
import styles from './Reconciliation.module.css'
import { useAccountWord, useReasonKinds } from './words.ts'

/** An account according to its statement and to the ledger, and every reason why they differ. */
export function AccountCard({ account }: { account: ReconciledAccount }) {
  const { t } = useLingui()
  const wordOf = useAccountWord()
  const word = wordOf(account)
  const name = account.name || t`Payouts on no statement`
  return (
    <Card title={name} aside={<Chip tone={word.tone}>{word.text}</Chip>}>
      <div className={styles.account}>
        {(account.opening !== null || account.closing !== null) && (
          <KeyValues
            items={[
              {
                label: t`Opening balance`,
                value: account.opening === null ? null : <Money amount={account.opening} />,
              },
              {
                label: t`Closing balance`,
                value: account.closing === null ? null : <Money amount={account.closing} />,
              },
            ]}
          />
        )}
        <Table
          caption={name}
          columns={useFigureColumns()}
          rows={useFigures(account)}
          rowKey={({ key }) => key}
          inside
        />
        {account.sums.length > 0 && <Reasons account={account} name={name} />}
      </div>
    </Card>
  )
}

type Figure = { key: string; label: string; statement: Paise | null; book: Paise | null; difference: Paise }

function useFigures(account: ReconciledAccount): Figure[] {
  const { t } = useLingui()
  const { has_statement: hasStatement, late } = account
  const compared = (statement: Paise, book: Paise) => ({
    statement: hasStatement || statement !== ZERO ? statement : null,
    book,
    difference: subtract(statement, book),
  })
  return [
    { key: 'in', label: t`Came in`, ...compared(account.sum_in, account.book_in) },
    { key: 'out', label: t`Went out`, ...compared(negate(account.sum_out), negate(account.book_out)) },
    ...(late === ZERO
      ? []
      : [{ key: 'late', label: t`Late lines for closed days`, statement: late, book: null, difference: late }]),
  ]
}

function useFigureColumns(): Column<Figure>[] {
  const { t } = useLingui()
  const cellOf = (amount: Paise | null) => (amount === null ? '–' : <Money amount={amount} />)
  return [
    { key: 'label', header: t`Figure`, onCard: 'title', cell: (row) => row.label },
    { key: 'statement', header: t`Per statement`, align: 'end', cell: (row) => cellOf(row.statement) },
    { key: 'book', header: t`Per book`, align: 'end', cell: (row) => cellOf(row.book) },
    { key: 'difference', header: t`Difference`, align: 'end', cell: (row) => cellOf(row.difference) },
  ]
}

function Reasons({ account, name }: { account: ReconciledAccount; name: string }) {
  const { t } = useLingui()
  const kinds = useReasonKinds()
  const total = add(ZERO, ...account.sums.map(({ amount }) => amount))
  const columns: Column<ReconciliationReason & { key: number }>[] = [
    {
      key: 'why',
      header: t`Why they differ`,
      onCard: 'title',
      cell: (reason) => (
        <span className={styles.stack}>
          <span>{kinds[reason.kind]}</span>
          {reason.other_day !== null && (
            <Link className={styles.small} to="/admin/reconciliation" search={{ day: reason.other_day }}>
              <When at={reason.other_day} look="date" />
            </Link>
          )}
          {reason.note !== null && <span className={styles.small}>{reason.note}</span>}
          <span>
            {reason.is_settled ? (
              <Chip tone="gain">{t`Settled since`}</Chip>
            ) : (
              reason.is_open && <Chip tone="pending">{t`Unexplained`}</Chip>
            )}
          </span>
        </span>
      ),
    },
    { key: 'line', header: t`Line`, cell: ({ line }) => <LineOf line={line} /> },
    { key: 'record', header: t`Record`, cell: ({ record }) => <RecordOf record={record} /> },
    {
      key: 'amount',
      header: t`Adds`,
      align: 'end',
      cell: (reason) => <Money amount={reason.amount} change="plain" />,
    },
  ]
  return (
    <>
      <Table
        caption={t`Why statement and book of ${name} differ`}
        columns={columns}
        rows={account.reasons.map((reason, key) => ({ ...reason, key }))}
        rowKey={({ key }) => key}
        inside
      />
      <dl className={styles.sums}>
        {account.sums.map(({ kind, amount, n }) => (
          <div key={kind}>
            <dt>
              {kinds[kind]} · {n}
            </dt>
            <dd>
              <Money amount={amount} change="plain" />
            </dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>
            <Trans>All reasons: statement less book</Trans>
          </dt>
          <dd>
            <Money amount={total} change="plain" />
          </dd>
        </div>
      </dl>
    </>
  )
}

function LineOf({ line }: { line: ReconciliationReason['line'] }) {
  if (!line) return '–'
  return (
    <span className={styles.stack}>
      <Link className={styles.words} to="/admin/bank-statements" search={{ tab: line.view, search: line.text }}>
        {line.text}
      </Link>
      <span className={styles.small}>
        <When at={line.day} look="date" /> · <Money amount={line.amount} change="plain" />
      </span>
    </span>
  )
}

function RecordOf({ record }: { record: ReconciliationReason['record'] }) {
  if (!record) return '–'
  return (
    <span className={styles.stack}>
      <span>
        <RecordLink subject={record.subject} id={record.id}>
          {record.number}
        </RecordLink>{' '}
        <PersonLink user={record.user} />
      </span>
      <span className={styles.small}>
        <Money amount={record.amount} />
      </span>
    </span>
  )
}
