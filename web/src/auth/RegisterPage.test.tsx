import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import RegisterPage from './RegisterPage.tsx'

test.each([
  ['terms', '/terms'],
  ['privacy notice', '/privacy'],
])('the %s open beside the form, which would be emptied otherwise', async (name, address) => {
  showPage({ path: '/register', component: RegisterPage })
  const link = await screen.findByRole('link', { name })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank'])
})
