import type { UserDetails } from '@bittkosh/contract/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { When } from '../kit/page/When.tsx'
import { PersonLink } from '../requests/PersonLink.tsx'
import styles from './Person.module.css'

const linkedAtMost = 10 // the reply contains the first ten

/** What limits the account, and what to know before its money moves. */
export function Standing({ details: { standing } }: { details: UserDetails }) {
  const { t } = useLingui()
  const proven = (is: boolean) =>
    is ? <Chip tone="gain">{t`confirmed`}</Chip> : <Chip tone="pending">{t`not confirmed`}</Chip>
  const largest = (amount: typeof standing.largest_deposit) =>
    amount === null ? t`none approved yet` : <Money amount={amount} />
  return (
    <Card title={t`Risk and limits`}>
      <KeyValues
        items={[
          { label: t`E-mail`, value: proven(standing.email_verified) },
          { label: t`Phone`, value: proven(standing.phone_verified) },
          {
            label: t`Withdrawals and BittPay paused`,
            value: standing.money_paused_until ? (
              <Trans>
                until <When at={standing.money_paused_until} />
              </Trans>
            ) : (
              t`no`
            ),
          },
          { label: t`Largest deposit`, value: largest(standing.largest_deposit) },
          { label: t`Largest withdrawal`, value: largest(standing.largest_withdrawal) },
          { label: t`Rejected so far`, value: String(standing.rejected_requests) },
          {
            label: t`Last sign-in`,
            value: standing.last_sign_in_at ? <When at={standing.last_sign_in_at} /> : t`never`,
          },
          ...(standing.closes_on
            ? [{ label: t`Closes at their request`, value: <When at={standing.closes_on} look="date" /> }]
            : []),
          {
            label: t`Linked accounts`,
            value:
              standing.linked.length === 0 ? (
                t`none known`
              ) : (
                <span className={styles.links}>
                  {standing.linked.map((person) => (
                    <PersonLink key={person.id} user={person} />
                  ))}
                  {standing.linked.length === linkedAtMost && (
                    <span className={styles.soft}>{t`The first 10 are shown.`}</span>
                  )}
                </span>
              ),
          },
        ]}
      />
      <p className={styles.soft}>{t`Linked by the same ID number, payee or browser.`}</p>
    </Card>
  )
}
