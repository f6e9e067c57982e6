import { approveStatementLine, listStatementLines, type StatementLine } from '@bittkosh/contract/bankStatements'
import { type AdminDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../api/queries.ts'
import { useForm } from '../api/useForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Banner } from '../kit/page/Banner.tsx'
import styles from './BankStatements.module.css'
import { ChooseRequest } from './ChooseRequest.tsx'
import { LineText } from './LineText.tsx'
import { Reasons } from './Reasons.tsx'

type Chosen = Pick<AdminDeposit, 'id' | 'number' | 'requested_amount' | 'transaction_id'> & { user: { name: string } }

/** Approves the deposit that a line matches, with the amount of the line; if none matches, one is chosen first. */
export function ApproveLine({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Chosen | null>(line.deposit?.status === 'pending' ? line.deposit : null)
  return (
    <Modal
      open
      title={chosen ? t`Approve the deposit` : t`Choose a deposit`}
      onClose={onClose}
      {...(chosen && chosen.requested_amount !== line.amount && { tone: 'pending' as const })}
    >
      <div className={styles.form}>
        <LineText line={line} />
        <Reasons line={line} />
        {chosen ? (
          <Approval line={line} deposit={chosen} onClose={onClose} />
        ) : (
          <ChooseDeposit line={line} onChoose={setChosen} />
        )}
      </div>
    </Modal>
  )
}

function Approval({ line, deposit, onClose }: { line: StatementLine; deposit: Chosen; onClose: () => void }) {
  const { t } = useLingui()
  const differs = deposit.requested_amount !== line.amount
  const form = useForm({
    endpoint: approveStatementLine,
    params: { id: line.id },
    initial: { note: '' },
    body: (typed) => ({ deposit_id: deposit.id, admin_note: typed.note || null }),
    fallback: t`Failed to approve deposit`,
    refreshes: [listStatementLines, listDeposits],
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
        <TextInput {...form.bind('note')} maxLength={500} data-first-focus />
      </Field>
      <Submit form={form} money>{t`Approve ${moneyText(line.amount)}`}</Submit>
    </form>
  )
}

function ChooseDeposit({ line, onChoose }: { line: StatementLine; onChoose: (deposit: Chosen) => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...reading(listDeposits, { query: { status: 'pending', search, per_page: 10 } }),
    select: ({ data }) =>
      data.map((deposit) => ({ request: deposit, amount: deposit.requested_amount, at: deposit.created_at })),
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
