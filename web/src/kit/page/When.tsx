import { useLingui } from '@lingui/react'
import { type DateLook, dateText, relativeText, waitedText } from './dates.ts'
import { useNow } from './useNow.ts'

type WhenProps = {
  /** A point in time, or a business day '2026-11-21'. */
  at: Date | string
  look?: DateLook | 'relative'
}

/** How long something has waited or existed: '4 mins'. */
export function Waited({ since }: { since: Date }) {
  const { i18n } = useLingui()
  return (
    <time
      dateTime={since.toISOString()}
      title={dateText(since, 'dateTime', i18n.locale)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {waitedText(since, useNow(30_000), i18n.locale)}
    </time>
  )
}

/** A day and how many days ago it was: '8 May 2026 · 197 days'. */
export function Since({ at }: { at: Date }) {
  return (
    <>
      <When at={at} look="date" /> · <Waited since={at} />
    </>
  )
}

/** A point in time or a day in Asia/Kolkata; the tooltip has the full date and time. */
export function When({ at, look = 'dateTime' }: WhenProps) {
  const { i18n } = useLingui()
  const iso = at instanceof Date ? at.toISOString() : at
  return (
    <time dateTime={iso} title={dateText(at, at instanceof Date ? 'dateTime' : 'date', i18n.locale)}>
      {look === 'relative' ? <Relative at={at} locale={i18n.locale} /> : dateText(at, look, i18n.locale)}
    </time>
  )
}

function Relative({ at, locale }: { at: Date | string; locale: string }) {
  return relativeText(at, useNow(30_000), locale)
}
