import { useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { When } from '../kit/page/When.tsx'
import type { Completed } from './BittPayPage.tsx'
import styles from './BittPay.module.css'

/** The receipt of a completed transfer, with the receiver's full name. */
export function TransferReceipt({ transfer, onAgain }: { transfer: Completed; onAgain: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.sent}>
        <CircleCheck size={24} aria-hidden />
        {t`Money sent`}
      </h2>
      <Khata document>
        <KhataRow label={t`To`}>{transfer.receiver_name}</KhataRow>
        <KhataRow label={t`They received`}>
          <Money amount={transfer.amount} />
        </KhataRow>
        <KhataRow label={t`Fee`}>
          <Money amount={transfer.fee} />
        </KhataRow>
        <KhataRow label={t`When`}>
          <When at={transfer.completed_at} />
        </KhataRow>
        <KhataRow label={t`Reference`}>{transfer.number}</KhataRow>
        <KhataTotal label={t`Left your wallet`} drawn>
          <Money amount={transfer.total_deducted} />
        </KhataTotal>
      </Khata>
      <Button wide onClick={onAgain}>{t`Send Another`}</Button>
      <ButtonLink to="/wallet" variant="secondary" wide>{t`Back to Wallet`}</ButtonLink>
      <AskAbout kind="transfer" id={transfer.id} />
    </div>
  )
}
