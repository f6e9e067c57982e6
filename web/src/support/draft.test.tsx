import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { forgetDrafts } from '../api/forgetDrafts.ts'
import { session } from '../api/session.ts'
import { useDraft } from './draft.ts'

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))

test('signing out leaves nothing of what was written to the next visitor', () => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  const { result, rerender } = renderHook(() => useDraft('contact'))
  act(() => result.current.setText('My account number is wrong'))
  expect(drafts()).toEqual(['draft 1 contact'])
  forgetDrafts() // as shell/signOut.ts does
  session.end()
  rerender()
  expect(drafts()).toEqual([])
})

test('what was sent is deleted, even if the page was left before the reply', () => {
  const { result, unmount } = renderHook(() => useDraft('contact'))
  act(() => result.current.setText('Hello'))
  const { forget } = result.current
  unmount()
  forget()
  expect(drafts()).toEqual([])
})

test('a page that was left and opened again shows nothing of what has been sent since', () => {
  const first = renderHook(() => useDraft('conversation 4'))
  act(() => first.result.current.setText('Hello'))
  const { forget } = first.result.current
  first.unmount()
  const { result } = renderHook(() => useDraft('conversation 4'))
  const other = renderHook(() => useDraft('conversation 5'))
  act(() => other.result.current.setText('Hello'))
  expect(result.current.text).toBe('Hello')
  act(forget)
  expect(result.current.text).toBe('')
  expect(other.result.current.text).toBe('Hello')
  expect(drafts()).toEqual(['draft 0 conversation 5'])
})

test('what was typed there meanwhile stays', () => {
  const first = renderHook(() => useDraft('conversation 4'))
  act(() => first.result.current.setText('Hello'))
  const { forget } = first.result.current
  first.unmount()
  const { result } = renderHook(() => useDraft('conversation 4'))
  act(() => result.current.setText('Hello again'))
  act(forget)
  expect(result.current.text).toBe('Hello again')
  expect(localStorage.getItem('draft 0 conversation 4')).toContain('Hello again')
})
