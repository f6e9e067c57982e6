import { exportSettings, isSettingKey, listSettings, type Setting } from '@bittkosh/contract/settings'
import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useExport } from '../api/useExport.ts'
import { Card } from '../kit/page/Card.tsx'
import { ExportButton } from '../kit/actions/ExportButton.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import styles from './AdminBasicSettingsPage.module.css'
import { SettingEditor } from './SettingEditor.tsx'
import { settingGroups } from './words.ts'

export default function AdminBasicSettingsPage() {
  const { t } = useLingui()
  const csv = useExport({ endpoint: exportSettings, name: 'settings', fallback: t`Failed to load settings` })
  return (
    <Page
      title={t`Basic Settings`}
      width="admin"
      action={<ExportButton {...csv} />}
      lead={
        <Trans>Each is saved on its own and counts at once, unless it says otherwise. Every change is logged.</Trans>
      }
    >
      <SettingList />
    </Page>
  )
}

function SettingList() {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const { data, isPending, error, refetch, isFetching } = useQuery(reading(listSettings))
  if (isPending) return <SkeletonRows rows={6} height={88} />
  if (!data) {
    return (
      <FailedState
        message={failureMessage(error, t`Failed to load settings`)}
        onRetry={() => void refetch()}
        running={isFetching}
      />
    )
  }
  const byKey = new Map<string, Setting>(data.map((setting) => [setting.key, setting]))
  return settingGroups.map(({ id, name, keys }) => (
    <Card key={id} title={i18n._(name)}>
      <div className={styles.editors}>
        {keys.map((key) => {
          const setting = byKey.get(key)
          return setting && isSettingKey(key) && <SettingEditor key={key} settingKey={key} setting={setting} />
        })}
      </div>
    </Card>
  ))
}
