import { useLingui } from '@lingui/react/macro'
import { Hammer } from 'lucide-react'
import { EmptyState } from './EmptyState.tsx'
import { Page } from './Page.tsx'

/** A screen that is not built yet, said plainly. */
export function ComingLater({ title, width = 'user' }: { title: string; width?: 'user' | 'admin' }) {
  const { t } = useLingui()
  return (
    <Page title={title} width={width}>
      <EmptyState icon={<Hammer size={24} aria-hidden />} title={t`This page comes later`}>
        {t`It is part of the product, but not built yet.`}
      </EmptyState>
    </Page>
  )
}
