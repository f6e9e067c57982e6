import { afterEach, expect, test, vi } from 'vitest'
import { noteReach, onReturn } from './lastReply.ts'

const isBack = vi.fn<() => void>()
let stop: () => void

afterEach(() => {
  stop()
  noteReach(true)
})

test('the browser is online again, though no call has had a reply since', () => {
  noteReach(false)
  stop = onReturn(isBack)
  expect(isBack).not.toHaveBeenCalled()
  dispatchEvent(new Event('online'))
  expect(isBack).toHaveBeenCalledOnce()
})

test('a call has a reply again, though the browser was never offline', () => {
  noteReach(false)
  stop = onReturn(isBack)
  expect(isBack).not.toHaveBeenCalled()
  noteReach(true)
  expect(isBack).toHaveBeenCalledOnce()
})

test('nothing happens while nothing was lost, and when the connection is lost', () => {
  stop = onReturn(isBack)
  dispatchEvent(new Event('offline'))
  noteReach(false)
  expect(isBack).not.toHaveBeenCalled()
})

test('after it was stopped, nothing happens', () => {
  noteReach(false)
  stop = onReturn(isBack)
  stop()
  noteReach(true)
  dispatchEvent(new Event('online'))
  expect(isBack).not.toHaveBeenCalled()
})
