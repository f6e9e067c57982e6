import { groupIndian } from '@bittkosh/contract/money'
import { type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { alertWays } from '@bittkosh/contract/settingValues'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import styles from './Settings.module.css'
import { alertWayWords } from './words.ts'

/** A setting's value in readable form. */
export function SettingValue({ settingKey, value }: { settingKey: SettingKey; value: string }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const rule = settingsTable[settingKey]
  if (value.trim() === '') return <span className={styles.nothing}>{t`nothing`}</span>
  if (rule.type === 'number') {
    if (rule.unit === 'hours') return <span className={styles.figure}>{t`${value} hours`}</span>
    if (rule.unit === 'count') return <span className={styles.figure}>{value}</span>
    const [whole = '', fraction] = value.split('.')
    const text = rule.unit === 'rupees' ? `₹${groupIndian(whole)}${fraction ? `.${fraction}` : ''}` : `${value} %`
    return <span className={styles.figure}>{text}</span>
  }
  if (rule.grammar === 'switch') return <span>{value === 'on' ? t`On` : t`Off`}</span>
  const way = rule.grammar === 'alert' && alertWays.find((one) => one === value)
  if (way) return <span>{i18n._(alertWayWords[way])}</span>
  return <span className={styles.text}>{value}</span>
}
