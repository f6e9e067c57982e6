import { useLingui } from '@lingui/react/macro'
import { useReachable, useShownAt } from '../api/lastReply.ts'
import { dateText } from '../kit/page/dates.ts'
import { useOnline } from '../kit/device/online.ts'
import styles from './Shell.module.css'

export function OfflineStrip() {
  const online = useOnline()
  const reachable = useReachable()
  return <div role="status">{!(online && reachable) && <Strip />}</div>
}

function Strip() {
  const { t, i18n } = useLingui()
  const at = useShownAt()
  const time = at && dateText(at, 'time', i18n.locale)
  return <p className={styles.offline}>{time ? t`You're offline. Showing ${time}` : t`You're offline.`}</p>
}
