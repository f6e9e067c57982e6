import { add, type Paise, subtract } from '@bittkosh/contract/money'
import {
  type coverage,
  type OwedAccountName,
  owedAccounts,
  type PlatformAccountName,
} from '@bittkosh/contract/statistics'
import { Plural, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Reading } from '../api/client.ts'
import { focusPart } from '../kit/device/focusPart.ts'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { When } from '../kit/page/When.tsx'
import { useAccountNames } from './accountNames.ts'
import styles from './Dashboard.module.css'
import { DueSheet, type Rung } from './DueSheet.tsx'
import { LinesSheet, type LinesOf } from './LinesSheet.tsx'

export type CoverageFigures = Reading<typeof coverage>

/** Liabilities against assets, to the paisa: each figure opens the lines that it is the sum of. */
export function Coverage({ figures }: { figures: CoverageFigures }) {
  const { t } = useLingui()
  const accountName = useAccountNames()
  const { owed, received, paid, returned, fees, costs } = figures
  const inHand = subtract(received.total, paid.total)
  const over = subtract(inHand, owed.total)
  const [lines, setLines] = useState<LinesOf | null>(null)
  const [rung, setRung] = useState<Rung | null>(null)
  const part = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => void focusPart(part), [part]) // an alert links here
  const opens = (of: LinesOf, look?: 'total' | 'missing') => (
    <Opens label={t`Ledger lines: ${of.title}`} amount={of.amount} look={look} onOpen={() => setLines(of)} />
  )
  const row = (of: LinesOf) => <KhataRow label={of.title}>{opens(of)}</KhataRow>
  const total = (of: LinesOf, look: 'total' | 'missing' = 'total') => (
    <KhataTotal label={of.title}>{opens(of, look)}</KhataTotal>
  )
  const rowOf = (account: OwedAccountName | PlatformAccountName, amount: Paise) => (
    <KhataRow key={account} label={accountName(account)}>
      {opens({ title: accountName(account), account, amount })}
    </KhataRow>
  )
  return (
    <Section
      title={t`Coverage`}
      action={
        <span className={styles.soft}>
          {t`as of`} <When at={figures.as_of} look="time" />
        </span>
      }
    >
      <div id="coverage" className={styles.khatas}>
        {/* The one to read first: whether what is there covers what is owed. */}
        <Khata document title={t`Is it covered?`}>
          {row({ title: t`Received less paid out`, account: 'cash', amount: inHand })}
          <KhataRow label={t`Owed to users`}>
            −{opens({ title: t`Owed to users`, account: 'owed', amount: owed.total })}
          </KhataRow>
          {total(
            {
              title: over < 0n ? t`Missing` : t`Left over`,
              account: 'result',
              amount: over,
              note: t`What is in hand and not owed to users is fee income, less costs.`,
            },
            over < 0n ? 'missing' : 'total',
          )}
        </Khata>
        <Khata title={t`Owed to users`}>
          {owedAccounts.map((account) => rowOf(account, owed[account]))}
          {total({ title: t`Owed`, account: 'owed', amount: owed.total })}
        </Khata>
        <Khata title={t`Falls due from plans`}>
          {figures.maturities.map((step) => (
            <KhataRow
              key={step.days}
              label={t`Within ${step.days} days`}
              note={
                <>
                  <Plural value={step.count} one="# investment" other="# investments" />, {t`profit`}{' '}
                  <Money amount={step.profit} />
                </>
              }
            >
              <Opens
                label={t`Investments: within ${step.days} days`}
                amount={add(step.principal, step.profit)}
                onOpen={() => setRung(step)}
              />
            </KhataRow>
          ))}
        </Khata>
        <Khata title={t`Received`}>
          {row({ title: t`By UPI`, account: 'cash_upi', side: 'debit', amount: received.upi })}
          {row({ title: t`By bank`, account: 'cash_bank', side: 'debit', amount: received.bank })}
          {row({ title: t`By crypto`, account: 'cash_crypto', side: 'debit', amount: received.crypto })}
          {total({ title: t`Received`, account: 'cash', side: 'debit', amount: received.total })}
          {returned.total > 0n && (
            <KhataRow label={t`Of which payouts returned by banks`}>
              <Money amount={returned.total} />
            </KhataRow>
          )}
        </Khata>
        <Khata title={t`Paid out`}>
          {row({ title: t`To UPI`, account: 'cash_upi', side: 'credit', amount: paid.upi })}
          {row({ title: t`To bank accounts`, account: 'cash_bank', side: 'credit', amount: paid.bank })}
          {row({ title: t`In crypto`, account: 'cash_crypto', side: 'credit', amount: paid.crypto })}
          {total({ title: t`Paid out`, account: 'cash', side: 'credit', amount: paid.total })}
        </Khata>
        <Khata title={t`Fee income`}>
          {rowOf('fee_withdrawal', fees.withdrawal)}
          {rowOf('fee_transfer', fees.transfer)}
          {total({ title: t`Income`, account: 'fees', amount: fees.total })}
        </Khata>
        <Khata title={t`Costs`}>
          {rowOf('expense_plan_profit', costs.plan_profit)}
          {rowOf('expense_flexible_interest', costs.flexible_interest)}
          {rowOf('expense_package_bonus', costs.package_bonus)}
          {rowOf('expense_welcome_bonus', costs.welcome_bonus)}
          {rowOf('expense_referral', costs.referral)}
          {rowOf('expense_adjustment', costs.adjustment)}
          {total({ title: t`Costs`, account: 'costs', amount: costs.total })}
        </Khata>
      </div>
      {lines && <LinesSheet of={lines} onClose={() => setLines(null)} />}
      {rung && <DueSheet rung={rung} onClose={() => setRung(null)} />}
    </Section>
  )
}

type OpensProps = {
  label: string
  amount: Paise
  /** A total has its double rule and needs no other line; a shortfall is red. */
  look?: 'total' | 'missing' | undefined
  onOpen: () => void
}

function Opens({ label, amount, look, onOpen }: OpensProps) {
  return (
    <button type="button" className={styles.open} data-look={look} onClick={onOpen}>
      <span className="visually-hidden">{label} </span>
      <Money amount={amount} />
    </button>
  )
}
