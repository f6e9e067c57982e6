import { isReleased } from '@bittkosh/contract/contact'
import type { Profile } from '@bittkosh/contract/profile'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import styles from './profile.module.css'

export function DetailsCard({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  return (
    <Card title={t`Your details`}>
      <KeyValues
        items={[
          { label: t`Name`, value: profile.name },
          { label: t`E-mail`, value: <Contact text={profile.email} isVerified={profile.email_verified} /> },
          { label: t`Phone`, value: <Contact text={profile.phone} isVerified={profile.phone_verified} /> },
        ]}
      />
      {!profile.email_verified && (
        <ButtonLink to="/verify-email" variant="secondary" wide>{t`Confirm your e-mail`}</ButtonLink>
      )}
      {!profile.phone_verified && (
        <p
          className={styles.small}
        >{t`A confirmed phone number lets friends find you in BittPay. It's confirmed by an SMS code where we can send one, otherwise by your KYC.`}</p>
      )}
      <p className={styles.small}>
        <Link to="/support">{t`To change these, write to support.`}</Link>
      </p>
    </Card>
  )
}

function Contact({ text, isVerified }: { text: string; isVerified: boolean }) {
  const { t } = useLingui()
  if (isReleased(text)) return <>{t`None`}</>
  return (
    <span className={styles.contact}>
      {text} {isVerified ? <Chip tone="gain">{t`Confirmed`}</Chip> : <Chip tone="pending">{t`Not confirmed`}</Chip>}
    </span>
  )
}
