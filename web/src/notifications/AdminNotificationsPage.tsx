import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Page } from '../kit/page/Page.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { SendToAllForm } from './SendToAllForm.tsx'
import { SentToAll } from './SentToAll.tsx'
import { SendToUserForm } from './SendToUserForm.tsx'

export default function AdminNotificationsPage() {
  const { t } = useLingui()
  const [kind, setKind] = useState<'individual' | 'global'>('individual')
  return (
    <Page title={t`Send Notifications`} width="admin">
      <Tabs
        label={t`To whom`}
        selected={kind}
        onSelect={setKind}
        tabs={[
          { id: 'individual', label: t`Individual` },
          { id: 'global', label: t`Global` },
        ]}
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
