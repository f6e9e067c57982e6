import '@bittkosh/contract/complaints' // a form fetches it with its first complaint; no test should wait for a file
import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { dismissSent } from '../kit/overlays/sentForApproval.ts'

configure({ asyncUtilTimeout: 30_000 }) // results arrive in milliseconds, except on a busy machine

// jsdom has no dialogs; opening and closing is all that the kit needs of them.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}
Element.prototype.scrollIntoView ??= () => {} // jsdom has no layout
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  vi.restoreAllMocks()
  session.end() // shared by all tests of a worker, as are the queries and what was sent for approval
  dismissSent()
  queryClient.clear()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage')) // as after a clear in another tab: each preference is its default again
})
