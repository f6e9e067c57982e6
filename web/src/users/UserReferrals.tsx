import { ownContact } from '@bittkosh/contract/contact'
import type { UserDetails } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Table } from '../kit/lists/Table.tsx'
import { When } from '../kit/page/When.tsx'
import { PersonLink } from '../requests/PersonLink.tsx'
import { LatestShown } from './LatestShown.tsx'
import styles from './Users.module.css'

export function UserReferrals({ referrals }: { referrals: UserDetails['referrals'] }) {
  const { t } = useLingui()
  const kinds: Record<string, string> = {
    reward: t`Reward for a deposit into Earn`,
    crypto: t`Share of a plan's profit`,
    flexible: t`Share of Earn interest`,
  }
  return (
    <div className={styles.blocks}>
      <Figures
        items={[
          {
            label: t`Invited users`,
            value: referrals.total_referrals,
            note: t`${referrals.active_referrals} of them active`,
          },
          { label: t`Rewards`, value: <Money amount={referrals.total_rewards} /> },
          { label: t`Share of profits`, value: <Money amount={referrals.profit_share} /> },
        ]}
      />
      {referrals.total_referrals === 0 && <EmptyState title={t`Nobody has been invited yet`} />}
      {referrals.referred_users.length > 0 && (
        <section className={styles.block}>
          <h2>{t`Invited users`}</h2>
          <ul className={styles.people}>
            {referrals.referred_users.map((person) => (
              <li key={person.id}>
                <PersonLink user={person} />
                <span className={styles.soft}>{ownContact(person.email)}</span>
              </li>
            ))}
          </ul>
          <LatestShown of={referrals.referred_users} />
        </section>
      )}
      {referrals.referral_detailed.length > 0 && (
        <section className={styles.block}>
          <h2>{t`Referral income`}</h2>
          <Table
            inside
            compact
            caption={t`Referral income`}
            rows={referrals.referral_detailed.map((income, index) => ({ ...income, index }))}
            rowKey={(row) => row.index}
            columns={[
              { key: 'from', header: t`From`, onCard: 'title', cell: (row) => row.referred_user },
              { key: 'kind', header: t`For`, cell: (row) => kinds[row.investment_type] ?? row.investment_type },
              { key: 'at', header: t`When`, cell: (row) => <When at={row.created_at} /> },
              {
                key: 'amount',
                header: t`Amount`,
                align: 'end',
                onCard: 'aside',
                cell: (row) => <Money amount={row.reward_amount} />,
              },
            ]}
          />
          <LatestShown of={referrals.referral_detailed} />
        </section>
      )}
    </div>
  )
}
