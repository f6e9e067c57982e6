import { isReleased } from '@bittkosh/contract/contact'
import {
  getVerification,
  resendEmailCode,
  resendPhoneCode,
  verifyEmail,
  verifyPhone,
} from '@bittkosh/contract/verification'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { reading, restsOnReturn } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { useProfile } from '../profile/api.ts'
import { CodeForm } from './CodeForm.tsx'

/** The code that verifies the user's e-mail address; also the phone number if text messages can be sent. */
export default function VerifyEmailPage() {
  const { t } = useLingui()
  const title = t`Confirm your e-mail`
  const state = useQuery({ ...reading(getVerification), meta: restsOnReturn })
  const profile = useProfile()
  const error = state.error ?? profile.error
  if (!state.data || !profile.data)
    return (
      <Page title={title}>
        {error ? (
          <FailedState message={failureMessage(error, t`Failed to load data`)} retry={[state, profile]} />
        ) : (
          <Skeleton height={320} />
        )}
      </Page>
    )
  const { email, phone } = state.data
  const seenAt = state.dataUpdatedAt
  const lost = <Link to="/support">{t`Write to support to add another one.`}</Link>
  return (
    <Page title={title}>
      <Card title={t`E-mail`}>
        {email.verified ? (
          <>
            <Banner tone="gain">{t`Your e-mail address is confirmed.`}</Banner>
            <ButtonLink to="/dashboard" wide>{t`Go to the dashboard`}</ButtonLink>
          </>
        ) : isReleased(profile.data.email) ? (
          <p>
            {t`Your account has no e-mail address.`} {lost}
          </p>
        ) : (
          <CodeForm
            endpoint={verifyEmail}
            resend={resendEmailCode}
            to={profile.data.email}
            label={t`6-digit code from your e-mail`}
            state={email}
            seenAt={seenAt}
          />
        )}
      </Card>
      {phone.by === 'code' && (
        <Card title={t`Phone`}>
          {phone.verified ? (
            <Banner tone="gain">{t`Your phone number is confirmed.`}</Banner>
          ) : isReleased(profile.data.phone) ? (
            <p>
              {t`Your account has no phone number.`} {lost}
            </p>
          ) : (
            <CodeForm
              endpoint={verifyPhone}
              resend={resendPhoneCode}
              to={profile.data.phone}
              label={t`6-digit code from the SMS`}
              state={phone}
              seenAt={seenAt}
            />
          )}
        </Card>
      )}
    </Page>
  )
}
