import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { add, formatRupees, type Paise, percentText } from '@bittkosh/contract/money'
import { formatUsdt, usdtCovering, usdtOf } from '@bittkosh/contract/usdt'
import { payeeLine } from '@bittkosh/contract/payees'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { useRefusalMessage } from '../api/useRefusalMessage.ts'
import { useTrail } from '../api/useTrail.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Card } from '../kit/page/Card.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { LazyLife } from '../requests/LazyLife.tsx'
import { ActButtons, DecisionCard, PersonState } from '../requests/RequestParts.tsx'
import type { Acts } from '../requests/RequestQueue.tsx'
import { Folded, RiskFacts, StripHead } from '../requests/Strip.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { type ApprovalDraft, approvalOf, type approvalProblem } from './approvalDraft.ts'
import { useDepositRisk } from './risk.ts'
import styles from './DepositDocument.module.css'
import { OtherDeposits, PayeeFacts, SeenBefore, UserFacts } from './DepositFacts.tsx'

type DepositDocumentProps = {
  deposit: AdminDeposit
  draft: ApprovalDraft
  onDraft: (draft: ApprovalDraft) => void
  /** Changes with each attempt to open the confirm dialog. */
  tried: object | null
  /** The most that may be approved; null while loading. */
  largest: Paise | null
  /** Why the confirm dialog did not open. */
  problem: ReturnType<typeof approvalProblem>
  acts: Acts<'deposit'>
}

/** The requested amount, what would be credited, and what an admin should know before deciding. */
export default function DepositDocument(props: DepositDocumentProps) {
  const { deposit } = props
  const trail = useTrail('deposit', deposit.id)
  const risk = useDepositRisk(deposit)
  return (
    <>
      <PersonState person={deposit.user} />
      <StripHead user={deposit.user} kyc={deposit.user.kyc_approved ? 'approved' : null} />
      {props.acts.approve && <RiskFacts facts={risk} />}
      {props.acts.approve ? <OpenRecord {...props} /> : <ClosedRecord {...props} />}
      {deposit.reversed_at && <ReversalCard deposit={deposit} />}
      {deposit.decided_at && (
        <DecisionCard
          status={deposit.reversed_at ? 'approved' : deposit.status}
          by={deposit.decided_by}
          at={deposit.decided_at}
          note={deposit.admin_note}
        />
      )}
      <Folded>
        <PayeeFacts deposit={deposit} />
        <UserFacts deposit={deposit} />
        <OtherDeposits deposit={deposit} />
        <LazyLife kind="deposit" id={deposit.id} />
      </Folded>
      <RecordTrail {...trail} />
    </>
  )
}

/** When and why it was reversed; the trail below shows by whom. */
function ReversalCard({ deposit }: Pick<DepositDocumentProps, 'deposit'>) {
  const { t } = useLingui()
  return (
    <Card title={t`Reversal`} aside={<StatusBadge status="reversed" />}>
      <KeyValues
        items={[
          { label: t`At`, value: deposit.reversed_at && <When at={deposit.reversed_at} /> },
          { label: t`Reason`, value: deposit.reversal_reason },
          { label: t`Transaction ID`, value: deposit.reference_freed ? t`free for another request` : t`stays taken` },
        ]}
      />
    </Card>
  )
}

function OpenRecord({ deposit, draft, onDraft, tried, largest, problem, acts }: DepositDocumentProps) {
  const { t } = useLingui()
  const approval = approvalOf(deposit, draft)
  const form = useRef<HTMLFormElement>(null)
  const lastTried = useRef(tried)
  useLayoutEffect(() => {
    if (lastTried.current === tried) return // the record was only opened again: the focus stays, so that J and K work
    lastTried.current = tried
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tried])
  const refusal = useRefusalMessage(problem?.refused)
  const errorOf = (field: keyof ApprovalDraft) => (problem?.field === field ? refusal : undefined)
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        acts.approve?.()
      }}
    >
      <Khata document level={2} title={t`Deposit #${deposit.id}`}>
        <RequestRows deposit={deposit} />
        <div>
          <dt className="visually-hidden">{t`To approve`}</dt>
          <dd className={styles.inputs}>
            <Field
              label={t`Approved amount`}
              hint={largest !== null && t`At most ${formatRupees(largest)}`}
              error={errorOf('amount')}
            >
              <AmountInput dense value={draft.amount} onChange={(amount) => onDraft({ ...draft, amount })} />
            </Field>
            <Field
              label={t`Note`}
              optional={approval?.amount === deposit.requested_amount}
              hint={t`The user can see it.`}
              error={errorOf('note')}
            >
              <TextInput dense value={draft.note} maxLength={500} onChange={(note) => onDraft({ ...draft, note })} />
            </Field>
          </dd>
        </div>
        <ApprovalRows deposit={deposit} draft={draft} />
      </Khata>
      <SeenBefore deposit={deposit} />
      <ActButtons acts={acts} approveSubmits money />
    </form>
  )
}

function ClosedRecord({ deposit, acts }: Pick<DepositDocumentProps, 'deposit' | 'acts'>) {
  const { t } = useLingui()
  const { approved_amount: approved, package: bought } = deposit
  return (
    <>
      <Khata document level={2} title={t`Deposit #${deposit.id}`}>
        <RequestRows deposit={deposit} />
        {approved !== null && bought && (
          <>
            <KhataRow label={t`Approved amount`}>
              <Money amount={approved} />
            </KhataRow>
            <KhataRow label={t`Bonus of ${bought.name} (${percentText(bought.bonus_percentage)} %)`}>
              <Money amount={bought.bonus_amount} change />
            </KhataRow>
          </>
        )}
        {approved !== null && (
          <KhataTotal label={bought ? t`Credited` : t`Approved amount`}>
            <Money amount={bought ? add(approved, bought.bonus_amount) : approved} />
          </KhataTotal>
        )}
      </Khata>
      <SeenBefore deposit={deposit} />
      <ActButtons acts={acts} money />
    </>
  )
}

/** The user's request and how they say they paid. */
export function RequestRows({ deposit }: { deposit: AdminDeposit }) {
  const { t } = useLingui()
  const { usdt_rate: rate, usdt_amount: usdt, requested_amount: requested, package: bought } = deposit
  const { name } = deposit.method
  return (
    <>
      <KhataRow label={bought ? t`Package price` : t`Requested`} note={bought?.name}>
        <Money amount={requested} />
      </KhataRow>
      {rate !== null && (
        <KhataRow
          label={t`USDT`}
          note={
            <>
              <UsdtRate rate={rate} />
              {deposit.usdt_rate_is_fallback && <> · {t`standard rate`}</>}
            </>
          }
        >
          {formatUsdt(usdt === null ? usdtCovering(requested, rate) : usdtOf(usdt))}
        </KhataRow>
      )}
      <KhataRow label={t`Paid to`} note={deposit.has_former_payee ? t`${name}, earlier details` : name}>
        {payeeLine(deposit.payee)}
      </KhataRow>
      <KhataRow label={t`Transaction ID`}>
        <span className={styles.copyable}>
          <span className={styles.reference}>{deposit.transaction_id}</span>
          <CopyButton text={deposit.transaction_id} label={t`Copy`} name={t`Copy transaction ID`} />
        </span>
      </KhataRow>
    </>
  )
}

/** What approving credits and the wallet balance after it; also shown in the confirm dialog. */
export function ApprovalRows({ deposit, draft }: { deposit: AdminDeposit; draft: ApprovalDraft }) {
  const { t } = useLingui()
  const approval = approvalOf(deposit, draft)
  const bought = deposit.package
  return (
    <>
      {bought && (
        <KhataRow label={t`Bonus of ${bought.name} (${percentText(bought.bonus_percentage)} %)`}>
          {approval ? <Money amount={approval.bonus} change /> : '–'}
        </KhataRow>
      )}
      <KhataTotal label={t`Balance after approval`}>
        {approval ? <Money amount={approval.balanceAfter} /> : '–'}
      </KhataTotal>
    </>
  )
}
