import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { FreezeUser } from './FreezeUser.tsx'
import { details } from './testing/details.ts'

test('whom somebody else freezes while it is being asked for is not offered to be released instead', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { user } = details
  const { rerender } = show(<FreezeUser user={user} />)
  await userEvent.click(screen.getByRole('button', { name: 'Freeze' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'Forged card')
  rerender(<FreezeUser user={{ ...user, frozen_at: new Date(0) }} />)
  screen.getByRole('dialog', { name: 'Freeze Asha Rao' })
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Forged card')
})
