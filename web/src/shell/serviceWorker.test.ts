import { renderHook, waitFor } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
afterAll(() => vi.resetModules())

test('a new version that another tab has switched to is loaded here too', async () => {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  const worker = { state: 'installed', postMessage: vi.fn() }
  const registration = Object.assign(new EventTarget(), { waiting: worker, update: async () => {} })
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, register: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  const { startServiceWorker, useNewVersion } = await import('./serviceWorker.ts')
  startServiceWorker()
  const { result } = renderHook(useNewVersion)
  await waitFor(() => expect(result.current).not.toBeNull())

  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  result.current?.()
  expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  expect(reload).not.toHaveBeenCalled()
  worker.state = 'activated'
  result.current?.()
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
