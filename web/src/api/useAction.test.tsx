import { toggleUser, unfreezeUser } from '@bittkosh/contract/users'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { useAction } from './useAction.ts'
import { useConfirm } from './useConfirm.ts'

test.each([
  ['the same attempt', {}, true],
  ['a new one, if the call names the state that it wants', { setsState: true as const }, false],
])('a click after a lost reply is %s', async (_case, options, isSame) => {
  const server = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('the connection broke'))
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  function Switch() {
    const { run, running } = useAction({ endpoint: toggleUser, fallback: 'No', ...options })
    return (
      <button
        type="button"
        disabled={running}
        onClick={() => void run({ params: { id: 1 }, body: { is_active: true } })}
      >
        On
      </button>
    )
  }
  show(<Switch />)
  const keys = () => server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))
  for (const n of [1, 2]) {
    await waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false))
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(keys().length).toBeGreaterThanOrEqual(n))
  }
  await waitFor(() => expect(new Set(keys()).size).toBe(isSame ? 1 : 2))
  expect(keys()[0]).toBeTruthy()
})

test('a confirm dialog whose call got no reply says that it may be done, until a rule refuses it', async () => {
  const server = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('the connection broke'))
  server.mockImplementation(async () => Response.json({ code: 'not_frozen', message: 'Not frozen' }, { status: 409 }))
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  function Asked() {
    const input = { params: { id: 1 }, body: { reason: 'Found' } }
    const dialog = useConfirm({ endpoint: unfreezeUser, fallback: 'Failed', input, onClose: vi.fn() })
    return (
      <ConfirmDialog {...dialog} title="Sure?" confirmLabel="Yes">
        Really
      </ConfirmDialog>
    )
  }
  show(<Asked />)
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
  await screen.findByText(/^We got no response/)
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await screen.findByText('Not frozen')
  expect(screen.queryByText(/^We got no response/)).toBeNull()
})
