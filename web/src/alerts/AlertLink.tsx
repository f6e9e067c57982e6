import { type Alert, alertPath } from '@bittkosh/contract/alerts'
import type { ReactNode } from 'react'
import { mayNow } from '../api/may.ts'
import { PathLink } from '../kit/actions/PathLink.tsx'

type AlertLinkProps = { alert: Alert; onOpen: () => void; children: ReactNode }

/** Links to what an alert is about; shows only the text if there is no page for it, or none that the reader may open. */
export function AlertLink({ alert, onOpen, children }: AlertLinkProps) {
  const path = alertPath(alert, mayNow)
  if (path === null) return children
  return (
    <PathLink path={path} onOpen={onOpen}>
      {children}
    </PathLink>
  )
}
