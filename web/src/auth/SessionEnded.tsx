import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { Banner } from '../kit/page/Banner.tsx'
import { durationText } from '../kit/page/dates.ts'

/** Lifetime of an unused session and of any session, in seconds (docs/rules.md#accounts-and-sessions). */
const LIVES = {
  user: { unused: 7 * 86_400, inAll: 30 * 86_400 },
  admin: { unused: 30 * 60, inAll: 12 * 3_600 },
}

/** Tells somebody who was working why they have to sign in again, and that nothing is lost. */
export default function SessionEnded() {
  const { t, i18n } = useLingui()
  const endedFor = useRouterState({ select: ({ location }) => location.state.endedFor })
  if (!endedFor) return null
  const { unused, inAll } = LIVES[endedFor]
  const time = durationText(unused, i18n.locale)
  const whole = durationText(inAll, i18n.locale)
  return (
    <Banner>
      {t`You were signed out after ${time} of inactivity, ${whole} after signing in, from another device, or because your account was changed.`}{' '}
      {endedFor === 'user'
        ? t`Sign in to continue where you left off; what you typed is kept.`
        : t`Sign in to continue where you left off; what you typed for a decision or an answer is kept.`}
    </Banner>
  )
}
