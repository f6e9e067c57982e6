import { useLingui } from '@lingui/react/macro'
import { Page } from '../kit/page/Page.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** Where an admin is signed in; users find the same on their profile. */
export default function AdminSessionsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Your sessions`}>
      <p>{t`Whoever is signed in here acts in your name. Sign out what you do not know, and change your password.`}</p>
      <SessionsCard />
    </Page>
  )
}
