import { groupIndian } from '@bittkosh/contract/money'
import { type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { useLingui } from '@lingui/react/macro'
import styles from './Settings.module.css'

/** A setting's value as people read it. */
export function SettingValue({ settingKey, value }: { settingKey: SettingKey; value: string }) {
  const { t } = useLingui()
  const rule = settingsTable[settingKey]
  if (value.trim() === '') return <span className={styles.nothing}>{t`nothing`}</span>
  if (rule.type === 'number') {
    const [whole = '', fraction] = value.split('.')
    const text = rule.unit === 'rupees' ? `₹${groupIndian(whole)}${fraction ? `.${fraction}` : ''}` : `${value} %`
    return <span className={styles.figure}>{text}</span>
  }
  if (rule.grammar === 'switch') return <span>{value === 'on' ? t`On` : t`Off`}</span>
  return <span className={styles.text}>{value}</span>
}
