import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Modal } from './Modal.tsx'

function Example() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="Delete user">
        <input aria-label="Reason" />
      </Modal>
    </>
  )
}

test('opens named by its title and gives the focus back when it closes', async () => {
  show(<Example />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  expect(screen.getByRole('dialog', { name: 'Delete user' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('what was typed is gone when it opens again', async () => {
  show(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'duplicate')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('')
})

test('Escape closes', async () => {
  show(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
