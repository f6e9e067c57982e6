import type { userStatistics } from '@bittkosh/contract/statistics'
import { groupIndian } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import type { Reading } from '../api/client.ts'
import { Figures } from '../kit/money/Figures.tsx'
import { Section } from '../kit/page/Page.tsx'

type Statistics = Reading<typeof userStatistics>['user_statistics']

export function UserFigures({ statistics }: { statistics: Statistics }) {
  const { t } = useLingui()
  const share = statistics.active_percentage
  return (
    <Section title={t`Users`}>
      <Figures
        items={[
          { label: t`Total users`, value: groupIndian(String(statistics.total_users)) },
          { label: t`Active`, value: groupIndian(String(statistics.active_users)), note: t`${share} % of all` },
          { label: t`Inactive`, value: groupIndian(String(statistics.inactive_users)) },
        ]}
      />
    </Section>
  )
}
