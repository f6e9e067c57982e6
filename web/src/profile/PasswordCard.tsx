import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './profile.module.css'

export function PasswordCard() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Card title={t`Password`}>
      {open ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <>
          <p className={styles.muted}>{t`Changing it signs out your other devices.`}</p>
          <Button variant="secondary" wide onClick={() => setOpen(true)}>{t`Change password`}</Button>
        </>
      )}
    </Card>
  )
}
