import { useLingui } from '@lingui/react/macro'
import { lastReplyAt } from '../api/lastReply.ts'
import { dateText } from '../kit/dates.ts'
import { useOnline } from '../kit/online.ts'
import styles from './Shell.module.css'

export function OfflineStrip() {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const time = dateText(lastReplyAt(), 'time', i18n.locale)
  return <div role="status">{!online && <p className={styles.offline}>{t`You're offline. Showing ${time}`}</p>}</div>
}
