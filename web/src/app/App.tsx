import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../api/queries.ts'
import { Toasts } from '../kit/Toasts.tsx'
import { router } from './router.tsx'
import { leaveSplash } from './splash.ts'

export function App() {
  useEffect(leaveSplash, [])
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  )
}
