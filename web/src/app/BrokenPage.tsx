import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useReachable } from '../api/lastReply.ts'
import { Button } from '../kit/actions/Button.tsx'
import { useOnline } from '../kit/device/online.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'

/**
 * A page that could not be fetched (a lost connection, a new version) or broke while it was drawn. Comes back with the
 * connection.
 */
export function BrokenPage({ error }: { error: unknown }) {
  const { t } = useLingui()
  useEffect(() => console.error(error), [error])
  useReturn()
  return (
    <Page title={t`This page could not be shown`} titleHidden>
      <EmptyState
        icon={<TriangleAlert size={24} aria-hidden />}
        title={t`This page could not be shown`}
        action={<Button onClick={() => location.reload()}>{t`Load again`}</Button>}
      >
        {t`Your money and your data are not affected.`}
      </EmptyState>
    </Page>
  )
}

/** Loads the page again once a connection that was lost is back. */
function useReturn() {
  const isConnected = [useOnline(), useReachable()].every(Boolean)
  const wasLost = useRef(false)
  useEffect(() => {
    if (isConnected && wasLost.current) location.reload()
    wasLost.current ||= !isConnected
  }, [isConnected])
}
