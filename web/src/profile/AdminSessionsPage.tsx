import { useLingui } from '@lingui/react/macro'
import { Page } from '../kit/page/Page.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** An admin's sessions; users find the same on their profile. */
export default function AdminSessionsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Your sessions`}>
      <p>{t`Anyone signed in here can act on your behalf. Sign out any device you don't recognise, and change your password.`}</p>
      <SessionsCard />
    </Page>
  )
}
