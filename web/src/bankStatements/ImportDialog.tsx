import {
  type ColumnMeaning,
  importBankStatement,
  listBankStatements,
  listStatementAccounts,
  listStatementLines,
  previewBankStatement,
  type StatementAccount,
  type StatementColumns,
  type StatementPreview,
} from '@bittkosh/contract/bankStatements'
import { STATEMENT_BYTES_MAX } from '@bittkosh/contract/statementLimits'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { base64Of } from '../kit/device/base64Of.ts'
import { ColumnChoice } from '../kit/forms/ColumnChoice.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { FileInput } from '../kit/forms/FileInput.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Table } from '../kit/lists/Table.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton, SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './BankStatements.module.css'
import { useNoLineWords } from './lineWords.ts'
import { Period } from './Period.tsx'

const SHEETS = '.csv,.txt,.tsv,.xls,.xlsx,text/csv'
const OTHER = 'other'

type Chosen = { fileName: string; content: Promise<string>; columns: StatementColumns | undefined }
type Looked = { preview: StatementPreview | null; failure: string | null; isLooking: boolean }

const nothing: Looked = { preview: null, failure: null, isLooking: false }

/** A file and its account, then a preview; the file is imported once the preview is confirmed. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const accounts = useQuery(reading(listStatementAccounts))
  return (
    <Modal open size="wide" title={t`Import a statement`} onClose={onClose}>
      {accounts.isPending ? (
        <SkeletonRows rows={3} height={56} />
      ) : !accounts.data ? (
        <FailedState message={failureMessage(accounts.error, t`Failed to load the accounts`)} retry={accounts} />
      ) : (
        <ImportForm accounts={accounts.data} onClose={onClose} />
      )}
    </Modal>
  )
}

function ImportForm({ accounts, onClose }: { accounts: readonly StatementAccount[]; onClose: () => void }) {
  const { t } = useLingui()
  const [account, setAccount] = useState(onlyChoice(accounts))
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [looked, setLooked] = useState<Looked>(nothing)
  /** The last choice: a preview of an earlier one is not shown, because it is not what would be imported. */
  const newest = useRef<Chosen | null>(null)
  const importing = useAction({
    endpoint: importBankStatement,
    fallback: t`Failed to import the statement`,
    inPlace: true,
    refreshes: [listStatementLines, listBankStatements, listStatementAccounts],
    onDone: ({ added }) => {
      toast(added === 0 ? t`Everything in this file is already known` : t`Statement imported`)
      onClose()
    },
  })
  const { preview, failure, isLooking } = looked
  const of = accounts.find((one) => keyOf(one) === account)
  const accountOf = (known: StatementAccount | undefined, typed: string) =>
    known === undefined
      ? { name: typed.trim() }
      : known.id === null
        ? { method_id: known.method_id ?? 0 }
        : { account_id: known.id }
  const bodyOf = async ({ fileName, content, columns }: Chosen, to = accountOf(of, name)) => ({
    account: to,
    file_name: fileName,
    content: await content,
    ...(columns && { columns }),
  })

  async function look(next: Chosen, to = accountOf(of, name)) {
    newest.current = next
    setChosen(next)
    setLooked((before) => ({ ...before, failure: null, isLooking: true }))
    try {
      const found = await call(previewBankStatement, { body: await bodyOf(next, to) })
      if (newest.current === next) setLooked({ preview: found, failure: null, isLooking: false })
    } catch (error) {
      if (newest.current !== next) return
      setLooked({ preview: null, failure: failureMessage(error, t`Failed to read the file`), isLooking: false })
    }
  }

  /** The file or the account is about to be another one. */
  function clear() {
    newest.current = null
    setLooked(nothing)
  }

  function take(file: File) {
    clear()
    if (file.size <= STATEMENT_BYTES_MAX)
      return void look({ fileName: file.name.slice(-200), content: base64Of(file), columns: undefined })
    setChosen(null)
    setLooked({ ...nothing, failure: t`This file is too large: at most 5 MB.` })
  }

  function whyNot({ headings, is_readable: isReadable, lines }: StatementPreview): string | null {
    if (headings.length === 0) return t`A file without headings can’t be imported. Save it as CSV or XLSX first.`
    if (!isReadable) return t`Choose the columns of the date and the amount first`
    return lines === 0 ? t`No row of this file can be read as a line` : null
  }

  const lacksName = account === OTHER && name.trim() === ''
  const lacksAccount = account === '' || lacksName
  return (
    <div className={styles.form}>
      <Field label={t`Account`} hint={t`Where the money is: a payment method, or another account of yours`}>
        <Select
          value={account}
          {...(account === '' && { placeholder: t`Choose an account` })}
          onChange={(next) => {
            setAccount(next)
            clear()
            const to = accounts.find((one) => keyOf(one) === next)
            if (chosen && (to || name.trim() !== '')) void look({ ...chosen, columns: undefined }, accountOf(to, name))
          }}
          options={[
            ...accounts.map((one) => ({ value: keyOf(one), label: one.name })),
            { value: OTHER, label: t`Another account` },
          ]}
        />
      </Field>
      {account === OTHER && (
        <Field label={t`Name of the account`} hint={t`For example: HDFC payouts`}>
          <TextInput
            value={name}
            onChange={(typed) => {
              setName(typed)
              clear()
            }}
            onBlur={() => {
              if (chosen && !lacksName && newest.current === null) void look({ ...chosen, columns: undefined })
            }}
            maxLength={100}
          />
        </Field>
      )}
      <Field label={t`File`} hint={t`CSV or XLSX from your bank or UPI app, at most 5 MB`}>
        <FileInput accept={SHEETS} disabled={lacksAccount || importing.running} onFile={take} />
      </Field>
      <ErrorBanner message={failure} />
      {isLooking && !preview && <Skeleton height={240} />}
      {chosen && preview && (
        <>
          <Preview preview={preview} />
          <Columns
            preview={preview}
            disabled={isLooking || importing.running}
            onChange={(columns) => void look({ ...chosen, columns })}
          />
          <ErrorBanner message={importing.failure} />
          <div className={styles.foot}>
            <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
            <Button
              running={importing.running}
              disabled={isLooking}
              why={whyNot(preview)}
              onClick={async () => importing.run({ body: await bodyOf({ ...chosen, columns: preview.columns }) })}
            >
              <Plural value={preview.lines - preview.known} one="Import # new line" other="Import # new lines" />
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** The account that a file is for if there is no choice: lines in a wrong one stay there. */
function onlyChoice(accounts: readonly StatementAccount[]): string {
  const [only, another] = accounts
  if (!only) return OTHER
  return another ? '' : keyOf(only)
}

function keyOf({ id, method_id }: StatementAccount): string {
  return id === null ? `method ${method_id}` : `account ${id}`
}

/** Period, sums, number of known lines, the first lines and what is left out. */
function Preview({ preview }: { preview: StatementPreview }) {
  const { t } = useLingui()
  const reasons = useNoLineWords()
  const { first_day: first, last_day: last, opening_balance: opening, closing_balance: closing } = preview
  const figure = (label: string, value: ReactNode) => ({ label, value })
  return (
    <section className={styles.form} aria-label={t`What this file would add`}>
      {preview.is_known_file ? (
        <Banner tone="pending">{t`This file has already been imported. It adds nothing new.`}</Banner>
      ) : (
        preview.known > 0 && (
          <Banner>
            <Plural
              value={preview.known}
              one="# line is known from another file and is not added again."
              other="# lines are known from other files and are not added again."
            />
          </Banner>
        )
      )}
      {preview.lines > 0 && (
        <>
          <p>
            {t`Period`}: <Period first={first} last={last} />
          </p>
          <Figures
            items={[
              figure(t`Lines`, preview.lines),
              figure(t`Came in`, <Money amount={preview.sum_in} />),
              figure(t`Went out`, <Money amount={preview.sum_out} />),
              ...(opening === null ? [] : [figure(t`Opening balance`, <Money amount={opening} />)]),
              ...(closing === null ? [] : [figure(t`Closing balance`, <Money amount={closing} />)]),
            ]}
          />
          <Table
            caption={t`The first lines`}
            inside
            columns={[
              {
                key: 'day',
                header: t`Day`,
                whole: true,
                onCard: 'title',
                cell: (line) => <When at={line.day} look="date" />,
              },
              {
                key: 'text',
                header: t`Line`,
                cell: (line) => <span className={styles.narration}>{line.narration || line.payer || '–'}</span>,
              },
              { key: 'reference', header: t`Reference`, cell: (line) => line.reference || '–' },
              {
                key: 'amount',
                header: t`Amount`,
                align: 'end',
                cell: (line) => <Money amount={line.amount} change="plain" />,
              },
            ]}
            rows={preview.first_lines.map((line, index) => ({ ...line, index }))}
            rowKey={({ index }) => index}
          />
        </>
      )}
      {preview.skipped > 0 && (
        <details className={styles.skipped} open={preview.lines === 0}>
          <summary>
            <Plural value={preview.skipped} one="# row is no line" other="# rows are no lines" />
          </summary>
          <ul>
            {preview.skipped_rows.map(({ row, text, reason }) => (
              <li key={row}>
                {row}: {text} ({reasons[reason]})
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

type ColumnsProps = {
  preview: StatementPreview
  disabled: boolean
  onChange: (columns: StatementColumns) => void
}

function Columns({ preview: { headings, columns, is_readable: isReadable }, disabled, onChange }: ColumnsProps) {
  const { t } = useLingui()
  const meanings: Record<ColumnMeaning, string> = {
    date: t`Date`,
    narration: t`Narration`,
    reference: t`Reference`,
    payer: t`Payer`,
    credit: t`Came in`,
    debit: t`Went out`,
    amount: t`Amount, in or out`,
    direction: t`In or out`,
    status: t`Status`,
    balance: t`Balance`,
  }
  return <ColumnChoice {...{ meanings, headings, columns, isReadable, disabled, onChange }} />
}
