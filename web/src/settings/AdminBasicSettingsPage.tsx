import { exportSettings, listSettings } from '@bittkosh/contract/settings'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useExport } from '../api/useExport.ts'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { ProposedInList } from '../requests/Proposed.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export default function AdminBasicSettingsPage() {
  const { t } = useLingui()
  const files = useExport({ endpoint: exportSettings, name: 'settings', fallback: t`Failed to load settings` })
  return (
    <Page
      title={t`Basic Settings`}
      width="admin"
      action={<ExportButtons {...files} />}
      lead={
        <Trans>
          Changes are reviewed and saved together, and take effect at once unless they say otherwise. Everything is
          logged.
        </Trans>
      }
    >
      <ProposedInList act="setting changed" />
      <SettingList />
    </Page>
  )
}

function SettingList() {
  const { t } = useLingui()
  const { data, isPending, error, refetch, isFetching } = useQuery(reading(listSettings))
  if (isPending) return <SkeletonRows rows={6} height={88} />
  if (!data) {
    return <FailedState message={failureMessage(error, t`Failed to load settings`)} retry={{ isFetching, refetch }} />
  }
  return <SettingsForm saved={data} />
}
