import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '../api/queries.ts'

const router = createRouter({ routeTree: createRootRoute() })

/** Renders a component under test inside the providers of the app; its links lead nowhere. */
export function show(content: ReactNode) {
  return render(content, {
    wrapper: ({ children }) => (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
        </QueryClientProvider>
      </I18nProvider>
    ),
  })
}
