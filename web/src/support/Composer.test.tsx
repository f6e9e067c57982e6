import { writeMessage } from '@bittkosh/contract/support'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { Composer } from './Composer.tsx'
import { useMessage } from './useMessage.ts'

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  vi.spyOn(console, 'error').mockReturnValue()
})

function Written() {
  const message = useMessage({
    endpoint: writeMessage,
    input: (text, pictures) => ({ params: { id: 4 }, body: { text, pictures } }),
    draft: 'conversation 4',
    onSent: () => {},
  })
  return <Composer message={message} label="Message" withPictures submit="Send" />
}

const person = userEvent.setup({ applyAccept: false })
const choose = (...names: string[]) =>
  person.upload(
    screen.getByLabelText('Add pictures'),
    names.map((name) => new File(['x'], name)),
  )

test('pictures beyond the fourth are named as not added, until another change', async () => {
  show(<Written />)
  await choose('1.png', '2.png', '3.png', '4.png', '5.png', '6.png')
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    '1.png',
    '2.png',
    '3.png',
    '4.png',
  ])
  expect(screen.getByRole('alert').textContent).toBe('A message holds at most 4 pictures. Not added: 5.png, 6.png')
  await person.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a picture that the browser cannot show is named before it is sent', async () => {
  show(<Written />)
  await choose('1.png', 'IMG_7.heic')
  fireEvent.error(screen.getByAltText('IMG_7.heic'))
  expect(screen.getByRole('alert').textContent).toBe("IMG_7.heic can't be shown. Use a JPEG, PNG or WebP photo.")
  expect(screen.getByAltText('1.png')).toBeDefined()
})

test('a refused picture is named', async () => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  const refusal = { code: 'image_unreadable', message: 'This image cannot be read.' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 422 }))
  show(<Written />)
  await person.type(screen.getByLabelText('Message'), 'My receipt')
  await choose('IMG_7.heic')
  await person.click(screen.getByRole('button', { name: 'Send' }))
  expect((await screen.findByText(/IMG_7/)).textContent).toContain('IMG_7.heic: This image cannot be read.')
})
