import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteReach } from './lastReply.ts'
import { useReturn } from './useReturn.ts'

const onReturn = vi.fn<() => void>()
let isOnline = true

function say(event: 'online' | 'offline') {
  isOnline = event === 'online'
  act(() => void dispatchEvent(new Event(event)))
}

beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => {
  act(() => noteReach(true))
})

test('the browser is online again, though no call has had a reply since', () => {
  noteReach(false)
  isOnline = false
  renderHook(() => useReturn(onReturn))
  expect(onReturn).not.toHaveBeenCalled()
  say('online')
  expect(onReturn).toHaveBeenCalledOnce()
})

test('a call has a reply again, though the browser was never offline', () => {
  noteReach(false)
  renderHook(() => useReturn(onReturn))
  expect(onReturn).not.toHaveBeenCalled()
  act(() => noteReach(true))
  expect(onReturn).toHaveBeenCalledOnce()
})

test('nothing happens while nothing was lost, and when the connection is lost', () => {
  renderHook(() => useReturn(onReturn))
  say('offline')
  expect(onReturn).not.toHaveBeenCalled()
})
