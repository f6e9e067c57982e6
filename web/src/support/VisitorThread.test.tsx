import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { VisitorThread } from './VisitorThread.tsx'

test('polling a visitor’s conversation does not extend a session', async () => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    marks.push(new Headers(headers).get(BACKGROUND_HEADER))
    const created_at = '2026-04-01T06:00:00.000Z'
    const data = [{ id: 9, from: 'support', text: 'Which address?', pictures: [], created_at }]
    return Response.json({ state: 'waiting', data })
  })
  show(<VisitorThread token="7.secret" />)
  await screen.findByText('Which address?')
  expect(marks).toEqual(['1'])
})
