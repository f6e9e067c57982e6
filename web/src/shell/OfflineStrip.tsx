import { dayOf, timeOf } from '@bittkosh/contract/time'
import { useLingui } from '@lingui/react/macro'
import { useFailedSince, useReachable, useShownAt } from '../api/lastReply.ts'
import { useOnline } from '../kit/device/online.ts'
import styles from './Shell.module.css'

/** Shows the age of the figures on the screen while there is no connection, or while the server fails to send newer ones. */
export function OfflineStrip() {
  const { t, i18n } = useLingui()
  const isConnected = [useOnline(), useReachable()].every(Boolean)
  const [shownAt, failedSince] = [useShownAt(), useFailedSince()]
  const at = isConnected ? failedSince : shownAt
  const time = at && momentText(at, i18n.locale)
  const said = isConnected
    ? time && t`Could not refresh. Showing data from ${time}`
    : time
      ? t`You're offline. Showing data from ${time}`
      : t`You're offline.`
  return <div role="status">{said && <p className={styles.offline}>{said}</p>}</div>
}

/**
 * '10:42', on another day '23 Nov, 10:42'. It does not use the kit's date functions, because the sign-in page would have to load
 * them.
 */
function momentText(at: Date, locale: string): string {
  if (dayOf(at) === dayOf(new Date())) return timeOf(at)
  const day = new Intl.DateTimeFormat(`${locale}-IN-u-nu-latn`, {
    day: 'numeric',
    month: 'short',
    timeZone: 'Asia/Kolkata',
  })
  return `${day.format(at)}, ${timeOf(at)}`
}
