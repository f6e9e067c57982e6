import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { onReturn } from '../api/lastReply.ts'
import { Button } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'

/** A page that could not be fetched (a lost connection, a new version) or failed to render. Retries once the connection is back. */
export function BrokenPage({ error }: { error: unknown }) {
  const { t } = useLingui()
  useEffect(() => console.error(error), [error])
  useEffect(() => onReturn(() => location.reload()), [])
  return (
    <Page title={t`This page could not be shown`} titleHidden>
      <EmptyState
        icon={<TriangleAlert size={24} aria-hidden />}
        title={t`This page could not be shown`}
        action={<Button onClick={() => location.reload()}>{t`Reload`}</Button>}
      >
        {t`Your money and your data are not affected.`}
      </EmptyState>
    </Page>
  )
}
