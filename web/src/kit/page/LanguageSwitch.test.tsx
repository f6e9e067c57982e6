import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { language } from '../device/language.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'

test('a language that can’t be switched to shows an error, until the next click', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(language, 'set').mockImplementationOnce(() => {
    throw new TypeError('offline')
  })
  show(<LanguageSwitch />)
  await userEvent.click(screen.getByRole('button', { name: 'हिन्दी' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/)
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
