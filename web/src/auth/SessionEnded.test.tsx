import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { show } from '../testing/show.tsx'
import SessionEnded from './SessionEnded.tsx'

test.each([
  ['user', /after 7 days of inactivity, 30 days after signing in,/],
  ['admin', /after 30 minutes of inactivity, 12 hours after signing in,/],
] as const)('a %s reads each limit that may have ended the session', async (endedFor, sentence) => {
  const history = createMemoryHistory()
  const router = createRouter({ routeTree: createRootRoute({ component: SessionEnded }), history })
  history.replace('/', { endedFor })
  show(<RouterProvider router={router as never} />)
  await screen.findByText(sentence)
})
