import { timeOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { useReachable, useShownAt } from '../api/lastReply.ts'
import { useOnline } from '../kit/device/online.ts'
import styles from './Shell.module.css'

export function OfflineStrip() {
  const online = useOnline()
  const reachable = useReachable()
  return <div role="status">{!(online && reachable) && <Strip />}</div>
}

function Strip() {
  const { t } = useLingui()
  const at = useShownAt()
  const time = at && timeOf(at)
  return <p className={styles.offline}>{time ? t`You're offline. Showing ${time}` : t`You're offline.`}</p>
}
