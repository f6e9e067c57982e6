import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { Banner } from '../kit/page/Banner.tsx'

/** Says why somebody who was working has to sign in again, and that nothing is lost. */
export default function SessionEnded() {
  const { t } = useLingui()
  const endedFor = useRouterState({ select: ({ location }) => location.state.endedFor })
  if (!endedFor) return null
  return (
    <Banner>
      <p>
        {endedFor === 'admin'
          ? t`You were signed out. That happens after 30 minutes without use, and when the session is ended elsewhere.`
          : t`You were signed out. That happens after 7 days without use, and when the session is ended on another device.`}
      </p>
      <p>{t`Sign in to go on where you were. What you typed is kept on this device.`}</p>
    </Banner>
  )
}
