import { afterEach, expect, test, vi } from 'vitest'
import early from '../../public/early.js?raw'

afterEach(() => {
  document.getElementById('lost')?.remove()
  document.documentElement.lang = 'en'
})

/** Runs early.js in a browser that supports these colours. */
function load(color: boolean) {
  vi.stubGlobal('CSS', { supports: () => color })
  window.eval(early) // oxlint-disable-line no-eval -- a script of the page, no module
  dispatchEvent(new Event('DOMContentLoaded'))
  return document.getElementById('lost')?.textContent
}

test('a browser that is too old for the scripts says so, in the reader’s language; a current one does not', () => {
  expect(load(true)).toBeUndefined()
  expect(load(false)).toMatch(/^Your browser is too old/)
  document.getElementById('lost')?.remove()
  localStorage.setItem('language', 'hi')
  expect(load(false)).toMatch(/^आपका ब्राउज़र/)
})
