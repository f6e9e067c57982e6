import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

const setLanguage = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../device/language.ts', () => ({ setLanguage, useLanguage: () => 'en' }))

test('a language whose sentences cannot be fetched is said to be, until the next press', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  setLanguage.mockRejectedValueOnce(new TypeError('offline'))
  show(<LanguageSwitch />)
  await userEvent.click(screen.getByRole('button', { name: 'हिन्दी' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be fetched/)
  await userEvent.click(screen.getByRole('button', { name: 'हिन्दी' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
