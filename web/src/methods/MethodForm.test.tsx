import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { MethodForm } from './MethodForm.tsx'

test('a method is not saved while the picture of its QR code is still being uploaded', async () => {
  const uploaded = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (_address: string, { method }: RequestInit) =>
    method === 'POST' ? uploaded.promise : new Promise(() => {}),
  )
  signInAs('owner')
  show(<MethodForm method={null} onClose={() => {}} />)
  const isHeld = () => screen.getByRole<HTMLButtonElement>('button', { name: /Save$/ }).disabled
  expect(isHeld()).toBe(false)
  const picture = new File(['code'], 'qr.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText(/^Picture of your own QR code/), picture)
  expect(isHeld()).toBe(true)
  uploaded.resolve(Response.json({ success: true, url: '/uploads/payees/qr.webp' }))
  await waitFor(() => expect(isHeld()).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>(/^QR code URL/).value).toBe('/uploads/payees/qr.webp')
})

test('why a picture was not uploaded stands in the dialog', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  signInAs('owner')
  show(<MethodForm method={null} onClose={() => {}} />)
  const picture = new File(['code'], 'qr.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText(/^Picture of your own QR code/), picture)
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to upload image')
})
