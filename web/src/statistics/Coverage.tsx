import { add, type Paise, subtract } from '@bittkosh/contract/money'
import type { coverage } from '@bittkosh/contract/statistics'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Reading } from '../api/client.ts'
import { Khata, KhataRow, KhataTotal } from '../kit/Khata.tsx'
import { Money } from '../kit/Money.tsx'
import { Section } from '../kit/Page.tsx'
import { When } from '../kit/When.tsx'
import styles from './Dashboard.module.css'
import { LinesSheet, type LinesOf } from './LinesSheet.tsx'

type CoverageFigures = Reading<typeof coverage>

/** What is owed against what is there, to the paisa: the sums of the ledger, each of whose lines can be opened. */
export function Coverage({ figures }: { figures: CoverageFigures }) {
  const { t } = useLingui()
  const { owed, received, paid, fees, costs } = figures
  const [lines, setLines] = useState<LinesOf | null>(null)
  const figure = (title: string, account: LinesOf['account'], amount: Paise, side?: LinesOf['side']) => (
    <KhataRow label={title}>
      <button
        type="button"
        className={styles.open}
        aria-label={t`Ledger lines: ${title}`}
        onClick={() => setLines({ title, account, ...(side && { side }) })}
      >
        <Money amount={amount} />
      </button>
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
      <div className={styles.khatas}>
        <Balance figures={figures} />
        <Khata title={t`Owed to users`}>
          {figure(t`Wallets`, 'wallet', owed.wallet)}
          {figure(t`Earn`, 'flexible', owed.flexible)}
          {figure(t`In plans`, 'invested', owed.invested)}
          {figure(t`Held for withdrawals`, 'held', owed.held)}
          <KhataTotal label={t`Owed`}>
            <Money amount={owed.total} />
          </KhataTotal>
        </Khata>
        <Khata title={t`Falls due from plans`}>
          {figures.maturities.map(({ days, count, principal, profit }) => (
            <KhataRow
              key={days}
              label={t`Within ${days} days`}
              note={
                <>
                  <Plural value={count} one="# investment" other="# investments" />, {t`profit`}{' '}
                  <Money amount={profit} />
                </>
              }
            >
              <Money amount={add(principal, profit)} />
            </KhataRow>
          ))}
        </Khata>
        <Khata title={t`Received`}>
          {figure(t`By UPI`, 'cash_upi', received.upi, 'debit')}
          {figure(t`By bank`, 'cash_bank', received.bank, 'debit')}
          {figure(t`By crypto`, 'cash_crypto', received.crypto, 'debit')}
          <KhataTotal label={t`Received`}>
            <Money amount={received.total} />
          </KhataTotal>
        </Khata>
        <Khata title={t`Paid out`}>
          {figure(t`To UPI`, 'cash_upi', paid.upi, 'credit')}
          {figure(t`To bank accounts`, 'cash_bank', paid.bank, 'credit')}
          {figure(t`In crypto`, 'cash_crypto', paid.crypto, 'credit')}
          <KhataTotal label={t`Paid out`}>
            <Money amount={paid.total} />
          </KhataTotal>
        </Khata>
        <Khata title={t`Fee income`}>
          {figure(t`Withdrawal fees`, 'fee_withdrawal', fees.withdrawal)}
          {figure(t`BittPay fees`, 'fee_transfer', fees.transfer)}
          <KhataTotal label={t`Income`}>
            <Money amount={fees.total} />
          </KhataTotal>
        </Khata>
        <Khata title={t`Costs`}>
          {figure(t`Profit of plans`, 'expense_plan_profit', costs.plan_profit)}
          {figure(t`Earn interest`, 'expense_flexible_interest', costs.flexible_interest)}
          {figure(t`Package bonuses`, 'expense_package_bonus', costs.package_bonus)}
          {figure(t`Welcome bonuses`, 'expense_welcome_bonus', costs.welcome_bonus)}
          {figure(t`Referral income of users`, 'expense_referral', costs.referral)}
          {figure(t`Adjustments by admins`, 'expense_adjustment', costs.adjustment)}
          <KhataTotal label={t`Costs`}>
            <Money amount={costs.total} />
          </KhataTotal>
        </Khata>
      </div>
      {lines && <LinesSheet of={lines} onClose={() => setLines(null)} />}
    </Section>
  )
}

/** The one line to read first: whether what is there covers what is owed. */
function Balance({ figures: { owed, received, paid } }: { figures: CoverageFigures }) {
  const { t } = useLingui()
  const inHand = subtract(received.total, paid.total)
  const over = subtract(inHand, owed.total)
  return (
    <Khata document title={t`Does it cover?`}>
      <KhataRow label={t`Received less paid out`}>
        <Money amount={inHand} />
      </KhataRow>
      <KhataRow label={t`Owed to users`}>
        −<Money amount={owed.total} />
      </KhataRow>
      <KhataTotal label={over < 0n ? t`Missing` : t`Left over`}>
        <Money amount={over} />
      </KhataTotal>
    </Khata>
  )
}
