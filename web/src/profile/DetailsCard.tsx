import type { Profile } from '@bittkosh/contract/profile'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../kit/page/Card.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import styles from './profile.module.css'

export function DetailsCard({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  return (
    <Card title={t`Your details`}>
      <KeyValues
        items={[
          { label: t`Name`, value: profile.name },
          { label: t`E-mail`, value: profile.email },
          { label: t`Phone`, value: profile.phone },
        ]}
      />
      <p className={styles.small}>{t`To change these, write to support.`}</p>
    </Card>
  )
}
