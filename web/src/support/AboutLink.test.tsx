import type { About } from '@bittkosh/contract/support'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { AboutLink } from './AboutLink.tsx'

function open(kind: About['kind'], user: number | null) {
  const routeTree = createRootRoute({ component: () => <AboutLink about={{ kind, id: 12 }} user={user} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  show(<RouterProvider router={router as never} />)
}

test.each([
  ['deposit', 'Deposit #12', '/admin/deposits?status=all&search=%2312&id=12'],
  ['withdrawal', 'Withdrawal #12', '/admin/withdrawals?status=all&search=%2312&id=12'],
  ['transfer', 'BittPay transfer #12', '/admin/balance-transfers?search=%2312&id=12'],
  ['investment', 'Investment #12', '/admin/users/7'],
  ['flexible', 'Earn movement #12', '/admin/users/7'],
  ['adjustment', 'Adjustment #12', '/admin/users/7'],
  ['kyc', 'KYC document #12', '/admin/users/7'],
] as const)('a %s that was asked about opens, decided or not', async (kind, name, address) => {
  open(kind, 7)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address)
})

test('the document of an unknown person is only named', async () => {
  open('kyc', null)
  await screen.findByText('KYC document #12')
  expect(screen.queryByRole('link')).toBeNull()
})
