import { exportAudit } from '@bittkosh/contract/audit'
import { exportDeposits } from '@bittkosh/contract/deposits'
import { createMethod } from '@bittkosh/contract/methods'
import { createPackage } from '@bittkosh/contract/packages'
import { makePayoutBatch } from '@bittkosh/contract/payoutBatches'
import { createCategory, createPlan } from '@bittkosh/contract/plans'
import { createAdmin } from '@bittkosh/contract/team'
import { exportTransfers } from '@bittkosh/contract/transfers'
import { createUpcoming } from '@bittkosh/contract/upcomings'
import { exportUsers } from '@bittkosh/contract/users'
import { exportWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { linkOptions } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'

const add = { add: true } as const

/** What the admin may do from anywhere. Each entry leads to the form or the button, and does nothing by itself. */
export function useActs() {
  const { t } = useLingui()
  const may = useMay()
  const file = t`Download as CSV, export`
  return [
    { needs: createPlan, name: t`New plan`, link: linkOptions({ to: '/admin/cryptocurrencies', search: add }) },
    { needs: createCategory, name: t`New category`, link: linkOptions({ to: '/admin/categories', search: add }) },
    { needs: createPackage, name: t`New package`, link: linkOptions({ to: '/admin/balance-packages', search: add }) },
    { needs: createMethod, name: t`New deposit method`, link: linkOptions({ to: '/admin/settings', search: add }) },
    { needs: createUpcoming, name: t`New upcoming item`, link: linkOptions({ to: '/admin/upcomings', search: add }) },
    { needs: createAdmin, name: t`Add an admin`, link: linkOptions({ to: '/admin/team', search: add }) },
    { needs: makePayoutBatch, name: t`New payout batch`, link: linkOptions({ to: '/admin/payout-batches/new' }) },
    {
      needs: 'people.notify' as const,
      name: t`Send a notification to one person`,
      link: linkOptions({ to: '/admin/notifications', search: { tab: 'individual' } }),
    },
    {
      needs: 'everyone.notify' as const,
      name: t`Send a notification to everyone`,
      link: linkOptions({ to: '/admin/notifications', search: { tab: 'global' } }),
    },
    {
      needs: exportUsers,
      name: t`Export users`,
      about: file,
      link: linkOptions({ to: '/admin/users', hash: 'export' }),
    },
    {
      needs: exportDeposits,
      name: t`Export deposits`,
      about: file,
      link: linkOptions({ to: '/admin/deposits', hash: 'export' }),
    },
    {
      needs: exportWithdrawals,
      name: t`Export withdrawals`,
      about: file,
      link: linkOptions({ to: '/admin/withdrawals', hash: 'export' }),
    },
    {
      needs: exportTransfers,
      name: t`Export transfers`,
      about: file,
      link: linkOptions({ to: '/admin/balance-transfers', hash: 'export' }),
    },
    {
      needs: exportAudit,
      name: t`Export the audit log`,
      about: file,
      link: linkOptions({ to: '/admin/audit', hash: 'export' }),
    },
  ].filter(({ needs }) => may(needs))
}
