import { useLingui } from '@lingui/react/macro'
import { Card } from '../kit/page/Card.tsx'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { useHiddenAmounts } from '../kit/money/hiddenAmounts.ts'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import styles from './profile.module.css'

/** The preferences that this browser stores. */
export function PreferencesCard() {
  const { t } = useLingui()
  const [hidden, setHidden] = useHiddenAmounts()
  return (
    <Card title={t`On this device`}>
      <div className={styles.preference}>
        <span>{t`Language`}</span>
        <LanguageSwitch />
      </div>
      <div className={styles.preference}>
        <span>{t`Appearance`}</span>
        <ThemeSwitch />
      </div>
      <Switch label={t`Hide amounts`} checked={hidden} onChange={setHidden} />
    </Card>
  )
}
