import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

/** As a newly opened page reads it. */
async function idOfNewPage(): Promise<string> {
  vi.resetModules()
  return (await import('./device.ts')).deviceId()
}

test('a browser has one random id, on every page', async () => {
  const first = await idOfNewPage()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(await idOfNewPage()).toBe(first)
  localStorage.clear()
  expect(await idOfNewPage()).not.toBe(first)
})

test('if storage is blocked the id lasts as long as the page', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const { deviceId } = await import('./device.ts')
  expect(deviceId()).toBe(deviceId())
  expect(deviceId()).toMatch(/^[0-9a-f]{32}$/)
})
