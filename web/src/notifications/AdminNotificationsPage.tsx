import { sendGlobalNotification, sendNotification } from '@bittkosh/contract/notifications'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'
import { Page } from '../kit/page/Page.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { SendToAllForm } from './SendToAllForm.tsx'
import { SentToAll } from './SentToAll.tsx'
import { SendToUserForm } from './SendToUserForm.tsx'

export default function AdminNotificationsPage() {
  const { t } = useLingui()
  const may = useMay()
  const { tab: chosen } = useSearch({ from: '/admin/notifications' })
  const navigate = useNavigate()
  const tabs = [
    { id: 'individual' as const, label: t`Individual`, needs: sendNotification },
    { id: 'global' as const, label: t`Global`, needs: sendGlobalNotification },
  ].filter(({ needs }) => may(needs))
  const kind = tabs.find(({ id }) => id === chosen)?.id ?? tabs[0]?.id
  if (!kind) return null
  return (
    <Page title={t`Send Notifications`} width="admin">
      <Tabs
        label={t`To whom`}
        selected={kind}
        onSelect={(tab) => void navigate({ to: '.', search: { tab } })}
        tabs={tabs}
      >
        {kind === 'individual' ? (
          <SendToUserForm />
        ) : (
          <>
            <SendToAllForm />
            <SentToAll />
          </>
        )}
      </Tabs>
    </Page>
  )
}
