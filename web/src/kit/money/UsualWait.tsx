import { useLingui } from '@lingui/react/macro'
import { durationText } from '../page/dates.ts'

/** How long a request usually waits; nothing while that is unknown. */
export function UsualWait({ seconds }: { seconds: number | null }) {
  const { t, i18n } = useLingui()
  if (seconds === null) return null
  const time = durationText(seconds, i18n.locale)
  return <span>{t`Usually checked within ${time}, based on the latest requests.`}</span>
}
