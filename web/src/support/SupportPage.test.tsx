import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { showPage } from '../testing/showPage.tsx'
import SupportPage from './SupportPage.tsx'

test('without the site’s texts it says that they could not be loaded, and asks for them again', async () => {
  let isBack = false
  const site = { support_url: '', operator: { name: 'Kosh Ltd', contact: 'help@kosh.example' } }
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/site' && isBack
      ? Response.json(site)
      : address.startsWith('/api/conversations')
        ? Response.json({ data: [], next_cursor: null })
        : Response.json({}, { status: 500 }),
  )
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  showPage({ path: '/support', component: SupportPage })
  await screen.findByText('Failed to load settings')
  isBack = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/help@kosh\.example/)).toBeDefined()
})
