import { ownContact } from '@bittkosh/contract/contact'
import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Money } from '../kit/money/Money.tsx'
import { RecentRequests } from '../requests/RequestParts.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { Since, When } from '../kit/page/When.tsx'
import styles from './DepositDocument.module.css'

type Facts = { deposit: AdminDeposit }

/** Other requests with the same transaction ID: perhaps one payment submitted twice. */
export function SeenBefore({ deposit }: Facts) {
  const { t } = useLingui()
  if (deposit.seen_before.length === 0) return null
  return (
    <Banner tone="pending">
      <strong>{t`Seen before: this transaction ID also appears on`}</strong>
      <ul className={styles.others}>
        {deposit.seen_before.map((other) => (
          <li key={other.id}>
            #{other.id} · {other.user_name} · <When at={other.created_at} look="date" />{' '}
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** The payee that the user was shown, with the details of that time. */
export function PayeeFacts({ deposit }: Facts) {
  const { t } = useLingui()
  return (
    <Card title={t`Paid to`} aside={<Chip tone="info">{deposit.method.name}</Chip>}>
      <KeyValues items={usePayeeItems(deposit)} />
      <p className={styles.asked}>
        {t`Requested`} <When at={deposit.created_at} />
      </p>
    </Card>
  )
}

function usePayeeItems({ payee }: AdminDeposit) {
  const { t } = useLingui()
  switch (payee.type) {
    case 'upi':
      return [
        { label: t`UPI ID`, value: payee.details.upi_id },
        { label: t`Merchant name`, value: payee.details.merchant_name },
      ]
    case 'bank':
      return [
        { label: t`Bank`, value: payee.details.bank_name },
        { label: t`Account name`, value: payee.details.account_name },
        { label: t`Account number`, value: payee.details.account_number },
        { label: t`IFSC`, value: payee.details.ifsc_code },
      ]
    case 'crypto':
      return [
        { label: t`Network`, value: payee.details.network },
        { label: t`Address`, value: payee.details.address },
      ]
    default:
      return payee satisfies never
  }
}

export function UserFacts({ deposit: { user, number } }: Facts) {
  const { t } = useLingui()
  return (
    <Card
      title={user.name}
      aside={
        user.kyc_approved ? (
          <Chip tone="gain">{t`KYC approved`}</Chip>
        ) : (
          <Chip tone="pending">{t`KYC not approved`}</Chip>
        )
      }
    >
      <KeyValues
        items={[
          { label: t`E-mail`, value: ownContact(user.email) },
          { label: t`Phone`, value: ownContact(user.phone) },
          {
            label: t`Registered`,
            value: <Since at={user.registered_at} />,
          },
          { label: t`Wallet now`, value: <Money amount={user.wallet_balance} /> },
          { label: t`Receipt number`, value: number },
        ]}
      />
    </Card>
  )
}

export function OtherDeposits({ deposit }: Facts) {
  const { t } = useLingui()
  return (
    <Card title={t`Last deposits of this user`}>
      {deposit.recent.length === 0 ? (
        <p className={styles.asked}>{t`This is the first one.`}</p>
      ) : (
        <RecentRequests
          requests={deposit.recent.map((other) => ({
            id: other.id,
            what: (
              <>
                #{other.id} · <When at={other.created_at} look="date" />
              </>
            ),
            amount: <Money amount={other.approved_amount ?? other.requested_amount} />,
            status: other.status,
          }))}
        />
      )}
    </Card>
  )
}
