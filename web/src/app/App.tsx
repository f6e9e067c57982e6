import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Toasts } from '../kit/overlays/Toasts.tsx'
import { leaveSplash } from './splash.ts'

export function App({ router }: { router: AnyRouter }) {
  useEffect(leaveSplash, [])
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
      <Toasts />
    </I18nProvider>
  )
}
