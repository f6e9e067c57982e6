import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { FormEvent } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { keepDraft } from '../api/draft.ts'
import { signInAs } from '../testing/signInAs.ts'
import { useKycForm } from './useKycForm.ts'
import { sentProfile } from '../testing/profile.ts'

const pristine = { type: '', number: '', 'aadhar front': '', 'aadhar back': '', 'pan front': '', 'pan back': '' }
const open = () =>
  renderHook(() => useKycForm(['pan', 'aadhar']), {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  }).result

beforeEach(() => signInAs('owner'))

test('a photo that replaces an uploaded one is not confused with it after the page was closed', () => {
  keepDraft('kyc', {
    pristine,
    values: { ...pristine, type: 'pan', number: 'ABCPE1234F', 'pan front': '/api/files/first' },
  })
  const form = open()
  expect(form.current.isUploaded('front')).toBe(true)
  act(() => form.current.setPhoto('front', new File(['x'], 'second.jpg', { type: 'image/jpeg' })))
  cleanup() // the phone closes the page before the person has agreed
  const again = open()
  expect(again.current.number).toBe('ABCPE1234F')
  expect(again.current.isUploaded('front')).toBe(false)
})

test('the photo of one document is never sent for the other, and is still there when the person goes back', () => {
  const form = open()
  const photo = new File(['x'], 'card.jpg', { type: 'image/jpeg' })
  act(() => form.current.setType('aadhar'))
  act(() => form.current.setPhoto('front', photo))
  act(() => form.current.setType('pan'))
  expect(form.current.photoOf('front')).toBeUndefined()
  act(() => form.current.setType('aadhar'))
  expect(form.current.photoOf('front')).toBe(photo)
})

test('a number may be typed in Devanagari digits', () => {
  const form = open()
  act(() => form.current.setNumber('१२३४ ५६७८ ९०१२'))
  expect(form.current.number).toBe('1234 5678 9012')
})

test('what was submitted is deleted, even if the page was left before the reply', async () => {
  const answer = Promise.withResolvers<Response>()
  const server = vi.fn(() => answer.promise)
  vi.stubGlobal('fetch', server)
  const uploaded = { type: 'pan', number: 'ABCPE1234F', 'pan front': '/api/files/first' }
  keepDraft('kyc', { pristine, values: { ...pristine, ...uploaded } })
  const form = open()
  act(() => form.current.setAgreed(true))
  act(() => form.current.props.onSubmit({ preventDefault() {} } as FormEvent))
  await waitFor(() => expect(server).toHaveBeenCalledOnce())
  cleanup()
  answer.resolve(Response.json(sentProfile()))
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]))
})

test('a photo that the server does not accept is marked at once, and only that one', async () => {
  const message = 'This image cannot be read. Please use a JPEG, PNG or WebP.'
  vi.stubGlobal('fetch', async () => Response.json({ code: 'image_unreadable', message }, { status: 422 }))
  const form = open()
  act(() => form.current.setType('aadhar'))
  act(() => form.current.setAgreed(true))
  act(() => form.current.setPhoto('back', new File(['x'], 'card.pdf', { type: 'application/pdf' })))
  await waitFor(() => expect(form.current.photoError('back')).toBeDefined())
  expect(form.current.photoError('front')).toBeUndefined()
  vi.stubGlobal('fetch', async () => Response.json({ success: true, url: '/api/files/good' }))
  act(() => form.current.setPhoto('back', new File(['x'], 'card.jpg', { type: 'image/jpeg' })))
  expect(form.current.photoError('back')).toBeUndefined()
})

test('a photo that a lost connection kept from the server is not marked', async () => {
  const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', lost)
  const form = open()
  act(() => form.current.setAgreed(true))
  act(() => form.current.setPhoto('front', new File(['x'], 'card.pdf', { type: 'application/pdf' })))
  await waitFor(() => expect(lost).toHaveBeenCalled())
  expect(form.current.photoError('front')).toBeUndefined()
})

test('a document whose reply was lost may have been submitted, and is repeated with its key', async () => {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  const uploaded = { type: 'pan', number: 'ABCPE1234F', 'pan front': '/api/files/first' }
  keepDraft('kyc', { pristine, values: { ...pristine, ...uploaded } })
  const form = open()
  act(() => form.current.setAgreed(true))
  const submit = () => act(async () => form.current.props.onSubmit({ preventDefault() {} } as FormEvent))
  server.mockRejectedValueOnce(new TypeError('the connection broke'))
  await submit()
  await waitFor(() => expect(form.current.unanswered).toBe(true))
  server.mockResolvedValueOnce(Response.json(sentProfile()))
  await submit()
  await waitFor(() => expect(form.current.number).toBe(''))
  expect(form.current.unanswered).toBe(false)
  const [first, second] = server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})
