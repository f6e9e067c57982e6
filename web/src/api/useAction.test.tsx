import { toggleUser } from '@bittkosh/contract/users'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { useAction } from './useAction.ts'

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
