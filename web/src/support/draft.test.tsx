import { renderHook, act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { forgetDrafts } from '../api/forgetDrafts.ts'
import { session } from '../api/session.ts'
import { useDraft } from './draft.ts'

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))

afterEach(() => session.end())

test('who signs out leaves nothing of what was written to the next visitor', () => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  const { result, rerender } = renderHook(() => useDraft('contact'))
  act(() => result.current.setText('My account number is wrong'))
  expect(drafts()).toEqual(['draft 1 contact'])
  forgetDrafts() // as shell/signOut.ts does
  session.end()
  rerender()
  expect(drafts()).toEqual([])
})

test('what was sent is forgotten, also where the page was left before the answer came', () => {
  const { result, unmount } = renderHook(() => useDraft('contact'))
  act(() => result.current.setText('Hello'))
  const { forget } = result.current
  unmount()
  forget()
  expect(drafts()).toEqual([])
})
