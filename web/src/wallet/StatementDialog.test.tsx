import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { StatementDialog } from './StatementDialog.tsx'

test.each([
  ['is saved for whoever asked for it', () => {}, 1],
  ['is not left on the device of whoever has signed out', () => session.end(), 0],
])('a statement that arrives late %s', async (_what, meanwhile, saved) => {
  const file = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => file.promise)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  signInAs('owner')
  const onClose = vi.fn<() => void>()
  show(<StatementDialog open onClose={onClose} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Download$/ })
  await userEvent.click(button)
  expect(button.disabled).toBe(true)
  act(meanwhile)
  file.resolve(new Response('%PDF'))
  await waitFor(() => expect(button.disabled).toBe(false))
  const names = click.mock.contexts.map((link) => (link as HTMLAnchorElement).download)
  const [from, to] = ['\\d{4}-04-01', '\\d{4}-\\d\\d-\\d\\d']
  expect(names).toEqual(
    Array.from({ length: saved }, () => expect.stringMatching(`^bittkosh-statement-${from}-to-${to}\\.pdf$`)),
  )
  expect(onClose).toHaveBeenCalledTimes(saved)
})
