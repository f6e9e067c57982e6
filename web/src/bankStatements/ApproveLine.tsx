import { approveStatementLine, listStatementLines, type StatementLine } from '@bittkosh/contract/bankStatements'
import { type AdminDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetDraft } from '../api/draft.ts'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { afterDecision } from '../requests/afterDecision.ts'
import { RequestFlags } from '../requests/RequestParts.tsx'
import { SecondLook, useSecondLook } from '../requests/SecondLook.tsx'
import { useDepositWarnings } from '../requests/useDepositWarnings.ts'
import styles from './BankStatements.module.css'
import { ChooseRequest } from './ChooseRequest.tsx'
import { LineText } from './LineText.tsx'
import { Reasons } from './Reasons.tsx'

type Chosen = Pick<AdminDeposit, 'id' | 'number' | 'requested_amount' | 'transaction_id'> & { user: { name: string } }

/**
 * Approves the deposit that a line matches, with the amount of the line; if none matches, one is chosen first. What is unusual
 * about it is said as in the queue of deposits.
 */
export function ApproveLine({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Chosen | null>(line.deposit?.status === 'pending' ? line.deposit : null)
  const found = useQuery({
    ...reading(listDeposits, { query: { search: chosen?.number ?? '' } }),
    enabled: chosen !== null,
  })
  const deposit = found.data?.data.find(({ id }) => id === chosen?.id)
  const look = useSecondLook(
    deposit && found.data
      ? {
          amount: line.amount,
          requested: deposit.requested_amount,
          largest: deposit.largest_approved,
          limit: found.data.unusual_above,
        }
      : null,
    t`Approve ${moneyText(line.amount)}`,
  )
  const differs = chosen !== null && chosen.requested_amount !== line.amount
  // The deposit makes another attempt: the body of a lost one is sent again as it was.
  const draft = `approve deposit ${chosen?.id} by line ${line.id}`
  return (
    <Modal
      open
      title={chosen ? t`Approve the deposit` : t`Choose a deposit`}
      tone={differs || look.dialog.caution ? 'pending' : undefined}
      onClose={onClose}
      onDiscard={() => forgetDraft(draft)}
    >
      <div className={styles.form}>
        <LineText line={line} />
        <Reasons line={line} />
        {chosen ? (
          deposit ? (
            <Approval {...{ line, deposit, look, differs, draft, onClose }} />
          ) : found.isPending ? (
            <Skeleton height={280} />
          ) : (
            <FailedState message={failureMessage(found.error, t`Failed to load deposits`)} retry={found} />
          )
        ) : (
          <ChooseDeposit line={line} onChoose={setChosen} />
        )}
      </div>
    </Modal>
  )
}

type ApprovalProps = {
  line: StatementLine
  deposit: AdminDeposit
  look: ReturnType<typeof useSecondLook>
  differs: boolean
  draft: string
  onClose: () => void
}

function Approval({ line, deposit, look, differs, draft, onClose }: ApprovalProps) {
  const { t } = useLingui()
  const warnings = useDepositWarnings(deposit)
  const form = useDraftForm({
    draft,
    endpoint: approveStatementLine,
    params: { id: line.id },
    initial: { note: '' },
    body: (typed) => ({ deposit_id: deposit.id, admin_note: typed.note || null }),
    fallback: t`Failed to approve deposit`,
    refreshes: [listStatementLines, listDeposits, ...afterDecision],
    onDone: () => {
      toast(t`Deposit approved`)
      onClose()
    },
    onSent: onClose,
  })
  return (
    <form {...form.props} className={styles.form}>
      <Khata document title={`${deposit.number} · ${deposit.user.name}`}>
        <KhataRow label={t`Asked for`}>
          <Money amount={deposit.requested_amount} />
        </KhataRow>
        <KhataRow label={t`Transaction ID`}>{deposit.transaction_id}</KhataRow>
        <KhataTotal label={t`Received and credited`}>
          <Money amount={line.amount} />
        </KhataTotal>
      </Khata>
      {differs && (
        <Banner tone="pending">{t`The line’s amount differs from the request. The user will see your note.`}</Banner>
      )}
      <Field label={t`Note to the user`} optional={!differs} error={form.errors.admin_note}>
        <TextInput
          {...form.bind('note')}
          maxLength={500}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes after the dialog has opened, too late for data-first-focus
          autoFocus
        />
      </Field>
      <RequestFlags sentences={warnings} />
      <SecondLook look={look} />
      <Submit form={form} money variant={look.dialog.caution ? 'caution' : 'primary'} disabled={look.dialog.disabled}>
        {look.dialog.confirmLabel}
      </Submit>
    </form>
  )
}

function ChooseDeposit({ line, onChoose }: { line: StatementLine; onChoose: (deposit: Chosen) => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...reading(listDeposits, { query: { status: 'pending', search, per_page: 50 } }),
    select: ({ data }) =>
      data
        .filter(({ method }) => method.type !== 'crypto') // no bank receives USDT
        .map((deposit) => ({ request: deposit, amount: deposit.requested_amount, at: deposit.created_at })),
    placeholderData: keepPreviousData,
  })
  return (
    <ChooseRequest
      line={line}
      query={query}
      failure={t`Failed to load deposits`}
      none={t`No pending deposits match this search.`}
      search={search}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  )
}
