import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { useStillHere } from '../kit/device/useStillHere.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/**
 * For users whose password an admin has set, who see nothing else until they change it; and for admins, who have no profile page.
 */
export default function ChangePasswordPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const demanded = session.mustChangePassword()
  return (
    <Page title={t`Change password`}>
      {demanded && <Banner>{t`An administrator set your password. Choose your own to continue.`}</Banner>}
      <Card>
        <PasswordForm
          onDone={() => {
            if (isHere()) void navigate({ to: session.get()?.user.role === 'admin' ? '/admin' : '/dashboard' })
          }}
        />
      </Card>
    </Page>
  )
}
