import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import ClaimEmailPage from './ClaimEmailPage.tsx'

test('whoever may have claimed an address without seeing the reply can go on to register with it', async () => {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  showPage({ path: '/claim-email', component: ClaimEmailPage, validateSearch: () => ({ token: 'mailed' }) })
  server.mockRejectedValueOnce(new TypeError('the connection broke'))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, it is mine' }))
  const link = await screen.findByRole('link', { name: 'register' })
  expect(link.getAttribute('href')).toBe('/register?claim=mailed')
  server.mockResolvedValueOnce(Response.json({ code: 'claim_link_dead', message: 'No longer valid' }, { status: 410 }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, it is mine' }))
  await screen.findByText('No longer valid')
  expect(screen.getByRole('link', { name: 'register' })).toBeDefined()
})
