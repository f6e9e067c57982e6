import { afterEach, expect, test, vi } from 'vitest'
import { focusPart } from './focusPart.ts'

afterEach(() => document.body.replaceChildren())

test.each([
  ['setting-usdt_value', true],
  ['export', true],
  ['main', false],
  ['settings-alerts', false],
  ['', false],
  ['nothing', false],
])('the first field of a part is focused, but not what the browser goes to by itself: #%s', (hash, isFocused) => {
  Element.prototype.scrollIntoView = vi.fn()
  for (const id of ['setting-usdt_value', 'export', 'main', 'settings-alerts']) {
    const part = document.createElement('div')
    part.id = id
    part.append(document.createElement('input'))
    document.body.append(part)
  }
  expect(focusPart(hash)).toBe(isFocused)
  expect(document.activeElement instanceof HTMLInputElement).toBe(isFocused)
})
