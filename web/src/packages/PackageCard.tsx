import { percentText } from '@bittkosh/contract/money'
import { type BalancePackage, quotePackage } from '@bittkosh/contract/packages'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import styles from './Packages.module.css'

/** One package on offer, with its calculation. */
export function PackageCard({
  offer,
  isChosen,
  onChoose,
}: {
  offer: BalancePackage
  isChosen: boolean
  onChoose: () => void
}) {
  const { t } = useLingui()
  return (
    <Card title={offer.name} aside={<Chip tone="gain">{t`+${percentText(offer.bonus_percentage)} % bonus`}</Chip>}>
      <p className={styles.description}>{offer.description}</p>
      <dl className={styles.sum}>
        <PackageSum amount={offer.amount} bonus={offer.bonus_percentage} />
      </dl>
      <Button
        variant={isChosen ? 'primary' : 'secondary'}
        wide
        aria-pressed={isChosen}
        aria-label={isChosen ? t`${offer.name} is chosen` : t`Choose ${offer.name}`}
        onClick={onChoose}
      >
        {isChosen ? t`Chosen` : t`Choose`}
      </Button>
    </Card>
  )
}

/** Price, bonus and their sum: the lines of a khata. */
export function PackageSum({
  amount,
  bonus,
}: {
  amount: BalancePackage['amount']
  bonus: BalancePackage['bonus_percentage']
}) {
  const { t } = useLingui()
  const quote = quotePackage({ amount, bonus })
  return (
    <>
      <KhataRow label={t`You pay`}>
        <Money amount={quote.amount} />
      </KhataRow>
      <KhataRow label={t`Bonus (${percentText(bonus)} %)`}>
        <Money amount={quote.bonus} change />
      </KhataRow>
      <KhataTotal label={t`You get`}>
        <Money amount={quote.total} />
      </KhataTotal>
    </>
  )
}
