import { endpoint } from '@bittkosh/contract/endpoint'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useToasts } from '../kit/overlays/toast.ts'
import { signInAs } from '../testing/signInAs.ts'
import { session } from './session.ts'
import { useDownload } from './useDownload.ts'

const ownData = endpoint({
  name: 'ownData',
  method: 'GET',
  path: '/own-data',
  who: 'signed-in',
  summary: 'For this test',
  reply: 'file',
})

const ravi = { id: 2, name: 'Ravi', email: 'ravi@example.in', phone: '+919812345679', role: 'user' as const }

test.each([
  ['is saved for whoever asked for it', () => {}, 1],
  ['is not left on the device of whoever has signed out', () => session.end(), 0],
  ['is not handed to whoever has signed in since', () => session.begin('another', ravi), 0],
])('a file that arrives late %s', async (_what, meanwhile, saved) => {
  const file = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => file.promise)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  signInAs('owner')
  const { result } = renderHook(() =>
    useDownload({ endpoint: ownData, input: {}, name: (day) => `${day}.json`, fallback: 'No file' }),
  )
  act(() => result.current.onDownload())
  act(meanwhile)
  file.resolve(new Response('{}'))
  await waitFor(() => expect(result.current.running).toBe(false))
  expect(click).toHaveBeenCalledTimes(saved)
})

test.each([
  ['by a toast', {}, null],
  ['by the dialog that asked for it', { inPlace: true as const }, 'No file for the dialog'],
])('why a file could not be downloaded is said %s', async (_where, options, failure) => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  signInAs('owner')
  const fallback = failure ?? 'No file for the toast'
  const { result } = renderHook(() =>
    useDownload({ endpoint: ownData, input: {}, name: (day) => `${day}.json`, fallback, ...options }),
  )
  const { result: toasts } = renderHook(useToasts)
  act(() => result.current.onDownload())
  await waitFor(() => expect(result.current.running).toBe(false))
  expect(result.current.failure).toBe(failure)
  expect(toasts.current.some(({ message }) => message === fallback)).toBe(failure === null)
})
