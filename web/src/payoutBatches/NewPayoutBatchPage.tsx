import {
  BATCH_AMOUNT_MAX,
  BATCH_ROWS_MAX,
  listPayoutBatches,
  listPayoutCandidates,
  makePayoutBatch,
  type PayoutCandidate,
} from '@bittkosh/contract/payoutBatches'
import { type Paise, paise } from '@bittkosh/contract/money'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { Plural, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { useStillHere } from '../kit/device/useStillHere.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { readAmount } from '../kit/forms/amountText.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Khata, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Since } from '../kit/page/When.tsx'
import { PersonLink } from '../requests/PersonLink.tsx'
import { RecordLink } from '../requests/RecordLink.tsx'
import styles from './PayoutBatches.module.css'
import { useFlagWords, useHindrances } from './payoutWords.ts'

/** Chooses the withdrawals of a new batch, and claims them with it. */
export default function NewPayoutBatchPage() {
  const { t } = useLingui()
  const list = useInfiniteQuery(readingPages(listPayoutCandidates))
  return (
    <Page
      title={t`New payout batch`}
      lead={t`Pending withdrawals to bank accounts, oldest first. UPI and USDT are paid one by one.`}
      width="admin"
      action={<ButtonLink to="/admin/payout-batches" variant="secondary" size="dense">{t`All batches`}</ButtonLink>}
    >
      <div className={styles.list}>
        <PagedList
          query={list}
          skeleton={{ rows: 6, height: 64 }}
          failure={failureMessage(list.error, t`Failed to load withdrawals`)}
          empty={
            <EmptyState icon={<Layers size={28} aria-hidden />} title={t`No withdrawals to bank accounts are waiting`}>
              {t`Requests to pay out to a bank account appear here.`}
            </EmptyState>
          }
        >
          {(rows) => <Choosing rows={rows} />}
        </PagedList>
      </div>
    </Page>
  )
}

/** The list with its checkboxes, the total, and the confirm dialog. */
export function Choosing({ rows }: { rows: readonly PayoutCandidate[] }) {
  const { t } = useLingui()
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  // As they were when the dialog opened: once the batch exists, the list behind it offers them no longer.
  const [asked, setAsked] = useState<Pick<ConfirmBatchProps, 'chosen' | 'total'> | null>(null)
  const free = rows.filter(({ hindrance }) => hindrance === null)
  const clear = free.filter((row) => !isFlagged(row))
  const chosen = free.filter((row) => checked.has(row.withdrawal_id))
  const total = paise(chosen.reduce((sum, { amount }) => sum + amount, 0n))
  const toggle = (id: number, isChecked: boolean) =>
    setChecked((before) => new Set(isChecked ? [...before, id] : [...before].filter((one) => one !== id)))
  return (
    <>
      <Checkbox
        label={t`Select all without a warning`}
        checked={clear.length > 0 && clear.slice(0, BATCH_ROWS_MAX).every((row) => checked.has(row.withdrawal_id))}
        disabled={clear.length === 0}
        onChange={(all) =>
          setChecked(new Set(all ? clear.slice(0, BATCH_ROWS_MAX).map((row) => row.withdrawal_id) : []))
        }
      />
      <Candidates rows={rows} checked={checked} isFull={chosen.length >= BATCH_ROWS_MAX} onToggle={toggle} />
      <div className={styles.total}>
        <span className={styles.sum}>
          <Plural value={chosen.length} one="# withdrawal" other="# withdrawals" /> · <Money amount={total} />
        </span>
        <div className={styles.act}>
          <Button
            money
            why={
              chosen.length === 0
                ? t`Choose withdrawals first`
                : total > BATCH_AMOUNT_MAX
                  ? t`At most ${moneyText(BATCH_AMOUNT_MAX)} in one batch`
                  : null
            }
            onClick={() => setAsked({ chosen, total })}
          >{t`Create a batch`}</Button>
        </div>
      </div>
      {asked && <ConfirmBatch {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What asks for a second look, in a word or two each. */
function useWarnings(): (row: PayoutCandidate) => string[] {
  const { t } = useLingui()
  const words = useFlagWords()
  return ({ flags, is_unusual: isUnusual }) => [
    ...flags.map((flag) => words[flag]),
    ...(isUnusual ? [t`unusual amount`] : []),
  ]
}

/** Something about it asks for a second look. */
const isFlagged = ({ flags, is_unusual: isUnusual }: PayoutCandidate) => flags.length > 0 || isUnusual === true

type ConfirmBatchProps = { chosen: readonly PayoutCandidate[]; total: Paise; onClose: () => void }

function ConfirmBatch({ chosen, total, onClose }: ConfirmBatchProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const flagged = chosen.filter(isFlagged)
  const warningsOf = useWarnings()
  const [typed, setTyped] = useState('')
  const isTaken = flagged.length === 0 || readAmount(typed) === total
  const { run, running, failure, unanswered } = useAction({
    endpoint: makePayoutBatch,
    fallback: t`Failed to create the batch`,
    success: t`Batch created`,
    refreshes: [listPayoutBatches, listPayoutCandidates, listWithdrawals],
    inPlace: true,
    onDone: ({ id }) => {
      if (isHere()) void navigate({ to: '/admin/payout-batches/$id', params: { id: String(id) } })
    },
  })
  return (
    <Modal
      open
      title={t`Create this batch?`}
      tone={flagged.length > 0 ? 'pending' : undefined}
      onClose={onClose}
      footer={
        <>
          {unanswered && <MayBeDone />}
          <ErrorBanner message={failure} />
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            money
            variant={flagged.length > 0 ? 'caution' : 'primary'}
            disabled={!isTaken}
            running={running}
            onClick={() => void run({ body: { withdrawal_ids: chosen.map((row) => row.withdrawal_id) } })}
          >{t`Create a batch of ${moneyText(total)}`}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          {t`From then on you are the one paying them: nobody else can decide them, and their owners can’t cancel. Nothing is paid yet.`}
        </p>
        <Khata document>
          <KhataTotal label={<Plural value={chosen.length} one="# withdrawal" other="# withdrawals" />}>
            <Money amount={total} />
          </KhataTotal>
        </Khata>
        {flagged.length > 0 && (
          <Banner tone="pending">
            <p>
              <strong>{t`Look at these again:`}</strong>
            </p>
            <ul>
              {flagged.map((row) => (
                <li key={row.withdrawal_id}>
                  {row.number}, {row.user.name}, <Money amount={row.amount} />: {warningsOf(row).join(', ')}
                </li>
              ))}
            </ul>
            <Field
              label={t`Type the total again`}
              hint={isTaken ? undefined : t`The button works once it is the total above.`}
            >
              <AmountInput dense value={typed} onChange={setTyped} />
            </Field>
          </Banner>
        )}
      </div>
    </Modal>
  )
}

type CandidatesProps = {
  rows: readonly PayoutCandidate[]
  checked: ReadonlySet<number>
  isFull: boolean
  onToggle: (id: number, isChecked: boolean) => void
}

function Candidates({ rows, checked, isFull, onToggle }: CandidatesProps) {
  const { t } = useLingui()
  const hindrances = useHindrances()
  const warningsOf = useWarnings()
  const columns: Column<PayoutCandidate>[] = [
    {
      key: 'check',
      header: t`Chosen`,
      onCard: 'check',
      cell: (row) => (
        <Checkbox
          labelHidden
          label={t`Choose ${row.number} of ${row.user.name}`}
          checked={row.hindrance === null && checked.has(row.withdrawal_id)}
          disabled={row.hindrance !== null || (isFull && !checked.has(row.withdrawal_id))}
          onChange={(isChecked) => onToggle(row.withdrawal_id, isChecked)}
        />
      ),
    },
    {
      key: 'user',
      header: t`User`,
      onCard: 'title',
      cell: (row) => (
        <div className={styles.cell}>
          <PersonLink user={row.user} />
          <span className={styles.small}>
            <RecordLink subject="withdrawal" id={row.withdrawal_id}>
              {row.number}
            </RecordLink>{' '}
            · <Since at={row.created_at} />
          </span>
        </div>
      ),
    },
    {
      key: 'to',
      header: t`To`,
      onCard: 'below',
      cell: (row) => (
        <div className={styles.cell}>
          <span>{row.payee}</span>
          {row.hindrance !== null && <span className={styles.small}>{hindrances[row.hindrance]}</span>}
          <span className={styles.chips}>
            {warningsOf(row).map((warning) => (
              <Chip key={warning} tone="loss">
                {warning}
              </Chip>
            ))}
          </span>
        </div>
      ),
    },
    {
      key: 'amount',
      header: t`Arrives`,
      align: 'end',
      onCard: 'aside',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ]
  return (
    <Table
      caption={t`Withdrawals to choose from`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.withdrawal_id}
      compact
    />
  )
}
