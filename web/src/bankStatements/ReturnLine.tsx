import { listStatementLines, returnByStatementLine, type StatementLine } from '@bittkosh/contract/bankStatements'
import type { Paise } from '@bittkosh/contract/money'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetDraft } from '../api/draft.ts'
import { reading } from '../api/queries.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { afterDecision } from '../requests/afterDecision.ts'
import styles from './BankStatements.module.css'
import { ChooseRequest } from './ChooseRequest.tsx'
import { LineText } from './LineText.tsx'
import { Reasons } from './Reasons.tsx'

type Payout = { id: number; number: string; user: { name: string }; transaction_id: string | null; paid_amount: Paise }

/** Returns a payout that this line shows as sent back; if no payout matches, one is chosen first. */
export function ReturnLine({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Payout | null>(line.withdrawal)
  // The payout makes another attempt: the body of a lost one is sent again as it was.
  const draft = `return payout ${chosen?.id} by line ${line.id}`
  return (
    <Modal
      open
      title={chosen ? t`Returned by the bank` : t`Choose the returned payout`}
      onClose={onClose}
      onDiscard={() => forgetDraft(draft)}
    >
      <div className={styles.form}>
        <LineText line={line} />
        <Reasons line={line} />
        {chosen ? (
          <Return line={line} payout={chosen} draft={draft} onClose={onClose} />
        ) : (
          <ChoosePayout line={line} onChoose={setChosen} />
        )}
      </div>
    </Modal>
  )
}

type ReturnProps = { line: StatementLine; payout: Payout; draft: string; onClose: () => void }

function Return({ line, payout, draft, onClose }: ReturnProps) {
  const { t } = useLingui()
  const form = useDraftForm({
    draft,
    endpoint: returnByStatementLine,
    params: { id: line.id },
    initial: { reason: '' },
    body: ({ reason }) => ({ withdrawal_id: payout.id, reason }),
    fallback: t`Failed to process withdrawal`,
    refreshes: [listStatementLines, listWithdrawals, ...afterDecision],
    onDone: () => {
      toast(t`Withdrawal returned`)
      onClose()
    },
    onSent: onClose,
  })
  return (
    <form {...form.props} className={styles.form}>
      <Khata document title={`${payout.number} · ${payout.user.name}`}>
        <KhataRow label={t`Paid`} note={payout.transaction_id ?? undefined}>
          <Money amount={payout.paid_amount} />
        </KhataRow>
        <KhataTotal label={t`Returned by the bank`}>
          <Money amount={line.amount} />
        </KhataTotal>
      </Khata>
      <Field
        label={t`Reason, as the user will read it`}
        hint={t`Amount and fee go back to the wallet. The reference stays in use.`}
        error={form.errors.reason ?? form.errors.withdrawal_id}
      >
        <TextInput {...form.bind('reason')} maxLength={500} data-first-focus />
      </Field>
      <Submit form={form} money>{t`Return the amount`}</Submit>
    </form>
  )
}

function ChoosePayout({ line, onChoose }: { line: StatementLine; onChoose: (payout: Payout) => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...reading(listWithdrawals, { query: { status: 'approved', search, per_page: 10 } }),
    select: ({ data }) =>
      data.map((withdrawal) => ({
        request: { ...withdrawal, paid_amount: withdrawal.net_amount },
        amount: withdrawal.net_amount,
        at: withdrawal.created_at,
      })),
    placeholderData: keepPreviousData,
  })
  return (
    <ChooseRequest
      line={line}
      query={query}
      failure={t`Failed to load withdrawals`}
      none={t`No paid withdrawals match this search.`}
      search={search}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  )
}
