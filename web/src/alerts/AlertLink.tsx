import { type Alert, alertPath } from '@bittkosh/contract/alerts'
import type { ReactNode } from 'react'
import { mayNow } from '../api/may.ts'
import { PathLink } from '../kit/actions/PathLink.tsx'

type AlertLinkProps = { alert: Alert; onOpen: () => void; children: ReactNode }

/** Opens what an alert is about; only the text where there is no page of it, or none that the reader may open. */
export function AlertLink({ alert, onOpen, children }: AlertLinkProps) {
  const path = alertPath(alert, mayNow)
  if (path === null) return children
  return (
    <PathLink path={path} onOpen={onOpen}>
      {children}
    </PathLink>
  )
}
