import type { UserDetails } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { Money } from '../kit/money/Money.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { Table } from '../kit/lists/Table.tsx'
import { When } from '../kit/page/When.tsx'
import { LatestShown } from './LatestShown.tsx'
import styles from './Users.module.css'

export function UserInvestments({ investments: { crypto, flexible } }: { investments: UserDetails['investments'] }) {
  const { t } = useLingui()
  return (
    <div className={styles.blocks}>
      <Figures
        items={[
          { label: t`Invested in plans`, value: <Money amount={crypto.total_invested} /> },
          { label: t`Active investments`, value: crypto.active_investments },
          { label: t`Profit of plans`, value: <Money amount={crypto.total_profit} /> },
          { label: t`Earn balance`, value: <Money amount={flexible.current_balance} /> },
          { label: t`Earn profit`, value: <Money amount={flexible.total_profit} /> },
        ]}
      />
      {crypto.investments.length === 0 ? (
        <EmptyState title={t`No plans bought yet`} />
      ) : (
        <Table
          inside
          compact
          caption={t`Investments in plans`}
          rows={crypto.investments.map((investment, index) => ({ ...investment, index }))}
          rowKey={(row) => row.index}
          columns={[
            { key: 'plan', header: t`Plan`, onCard: 'title', cell: (row) => row.cryptocurrency },
            {
              key: 'amount',
              header: t`Amount`,
              align: 'end',
              onCard: 'aside',
              cell: (row) => <Money amount={row.amount} />,
            },
            {
              key: 'from',
              header: t`Bought`,
              onCard: 'hidden',
              cell: (row) => <When at={row.investment_date} look="date" />,
            },
            { key: 'to', header: t`Matures`, cell: (row) => <When at={row.maturity_date} look="date" /> },
            { key: 'profit', header: t`Profit`, align: 'end', cell: (row) => <Money amount={row.profit_earned} /> },
            { key: 'status', header: t`Status`, cell: (row) => <StatusBadge status={row.status} /> },
          ]}
        />
      )}
      <LatestShown of={crypto.investments} />
    </div>
  )
}
