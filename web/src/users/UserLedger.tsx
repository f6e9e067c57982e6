import { kinds, type MovementKind } from '@bittkosh/contract/movements'
import { type LedgerLine, userAccounts, type UserAccountName, userLedger } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { readingPages, usePolling } from '../api/queries.ts'
import { FilterChips } from '../kit/actions/FilterChips.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { useTypedDay } from '../kit/forms/useTypedDay.ts'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { When } from '../kit/page/When.tsx'
import { useKindNames } from '../requests/kindNames.ts'
import { PersonLink } from '../requests/PersonLink.tsx'
import { RecordLink } from '../requests/RecordLink.tsx'
import { useRecordNames } from '../requests/recordNames.ts'
import { useAccountNames } from './accountNames.ts'
import type { PersonSearch } from './personSearch.ts'
import styles from './Person.module.css'

export type UserLedgerProps = { id: number; search: PersonSearch; onSearch: (change: PersonSearch) => void }

/** Every line of every account with its running balance, which explains each balance from top to bottom. */
export function UserLedger({ id, search, onSearch }: UserLedgerProps) {
  const { t } = useLingui()
  const kindName = useKindNames()
  const accountName = useAccountNames()
  const account = userAccounts.find((one) => one === search.account)
  const type = kinds.find((one) => one === search.type)
  const { from, to } = search
  const first = useTypedDay(from ?? '', (day) => onSearch({ from: day || undefined }))
  const last = useTypedDay(to ?? '', (day) => onSearch({ to: day || undefined }))
  const shown = readingPages(userLedger, { params: { id }, query: { account, type, from, to } })
  const lines = useInfiniteQuery(shown)
  usePolling(shown, 30_000)
  return (
    <div className={styles.ledger}>
      <div className={styles.filters}>
        <FilterChips<UserAccountName | 'all'>
          dense
          label={t`Account`}
          value={account ?? 'all'}
          onChange={(next) => onSearch({ account: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t`All accounts` },
            ...userAccounts.map((value) => ({ value, label: accountName(value) })),
          ]}
        />
        <Field label={t`Type`}>
          <Select<MovementKind | 'all'>
            dense
            value={type ?? 'all'}
            onChange={(next) => onSearch({ type: next === 'all' ? undefined : next })}
            options={[
              { value: 'all', label: t`All types` },
              ...kinds.map((value) => ({ value, label: kindName(value) })),
            ]}
          />
        </Field>
        <Field label={t({ message: 'From', context: 'days' })}>
          <TextInput dense type="date" {...first} />
        </Field>
        <Field label={t({ message: 'To', context: 'days' })}>
          <TextInput dense type="date" {...last} />
        </Field>
      </div>
      <PagedList
        query={lines}
        skeleton={{ rows: 10, height: 40 }}
        failure={failureMessage(lines.error, t`Failed to load data`)}
        empty={<EmptyState title={t`Nothing has been booked here`} />}
      >
        {(rows) => <Lines rows={rows} />}
      </PagedList>
    </div>
  )
}

function Lines({ rows }: { rows: readonly LedgerLine[] }) {
  const { t } = useLingui()
  const kindName = useKindNames()
  const accountName = useAccountNames()
  const recordName = useRecordNames()
  const columns: Column<LedgerLine>[] = [
    {
      key: 'what',
      header: t`What`,
      onCard: 'title',
      cell: (line) => (
        <span className={styles.what}>
          <span>{kindName(line.kind)}</span>
          <span className={styles.soft}>
            <RecordLink subject={line.subject} id={line.subject_id}>
              {recordName(line)}
            </RecordLink>
            {line.other && (
              <>
                {' · '}
                <PersonLink user={line.other} />
              </>
            )}
          </span>
        </span>
      ),
    },
    { key: 'at', header: t`When`, whole: true, cell: (line) => <When at={line.at} /> },
    { key: 'account', header: t`Account`, whole: true, cell: (line) => accountName(line.account) },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'end',
      whole: true,
      onCard: 'aside',
      cell: (line) => <Money amount={line.amount} change />,
    },
    {
      key: 'balance',
      header: t`Balance after it`,
      align: 'end',
      whole: true,
      cell: (line) => <Money amount={line.balance} />,
    },
  ]
  return <Table caption={t`Ledger`} columns={columns} rows={rows} rowKey={(line) => line.id} compact />
}
