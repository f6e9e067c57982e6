import { claimEmail } from '@bittkosh/contract/verification'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '../api/useForm.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import styles from './verification.module.css'

const route = getRouteApi('/claim-email')

/** Opened from a mail: the address belongs to its reader, and another account loses it. */
export default function ClaimEmailPage() {
  const { t } = useLingui()
  const { token } = route.useSearch()
  const [email, setEmail] = useState<string | null>(null)
  return (
    <Page title={t`Is this your e-mail address?`}>
      <div className={styles.narrow}>
        <Card>
          {email !== null && token ? (
            <>
              <Banner tone="gain">
                <Trans>
                  <strong className={styles.contact}>{email}</strong> is yours. Register with it within 30 minutes, and
                  it is confirmed at once.
                </Trans>
              </Banner>
              <ButtonLink to="/register" search={{ claim: token, email }} wide>{t`Register`}</ButtonLink>
            </>
          ) : token ? (
            <Claim token={token} onDone={setEmail} />
          ) : (
            <Banner tone="loss">{t`This link is no longer valid. Please register again.`}</Banner>
          )}
        </Card>
      </div>
    </Page>
  )
}

function Claim({ token, onDone }: { token: string; onDone: (email: string) => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: claimEmail,
    initial: {},
    body: () => ({ token }),
    fallback: t`This link is no longer valid. Please register again.`,
    onDone: (reply) => onDone(reply.email),
  })
  return (
    <form {...form.props} className={styles.form}>
      <p>{t`Another account has your e-mail address, but never confirmed it. If that account is not yours, confirm here that the address is.`}</p>
      <p>{t`The other account then loses the address, and is closed if it has no money of its own. This cannot be undone.`}</p>
      <Submit
        form={form}
        wide
        ifUnanswered={
          <Trans>
            We got no response, so this may have gone through. If this link no longer works,{' '}
            <Link to="/register" search={{ claim: token }}>
              register
            </Link>
            .
          </Trans>
        }
      >{t`Yes, it is mine`}</Submit>
      <ButtonLink to="/login" variant="secondary" wide>{t`That account is mine: sign in`}</ButtonLink>
    </form>
  )
}
