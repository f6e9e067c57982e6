import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
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

test('opens named by its title and restores the focus when it closes', async () => {
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

test('a file picker that is cancelled closes nothing, and neither does a nested dialog its parent', async () => {
  function Nested() {
    const [isOpen, setOpen] = useState(true)
    return (
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Receipt">
        <input type="file" aria-label="Picture" />
        <Example />
      </Modal>
    )
  }
  show(<Nested />)
  fireEvent(screen.getByLabelText('Picture'), new Event('cancel', { bubbles: true }))
  expect(screen.getByRole('dialog', { name: 'Receipt' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent(screen.getByRole('dialog', { name: 'Delete user' }), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog', { name: 'Delete user' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Receipt' })).toBeTruthy()
})

describe('with something typed', () => {
  const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })

  async function openAndType() {
    show(<Example />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.type(screen.getByLabelText('Reason'), 'duplicate')
  }

  test('Escape asks, a second one returns to typing', async () => {
    await openAndType()
    await userEvent.keyboard('{Escape}')
    expect(question()).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(question()).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('duplicate')
  })

  test.each([
    ['a press beside it', (dialog: HTMLElement) => fireEvent.mouseDown(dialog)],
    ['Back', (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ])('%s asks, and Enter returns to typing', async (_, leave) => {
    await openAndType()
    leave(screen.getByRole('dialog'))
    expect(question()).not.toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(question()).toBeNull()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('Enter after Escape returns to typing and sends nothing', async () => {
    const sent = vi.fn()
    const footer = (
      <>
        {null}
        <button type="button">Cancel</button>
        <button type="submit" form="refund" disabled>
          Refund
        </button>
      </>
    )
    show(
      <Modal open onClose={() => {}} title="Refund" footer={footer}>
        <form id="refund" onSubmit={sent}>
          <input aria-label="Amount" />
        </form>
      </Modal>,
    )
    const amount = screen.getByLabelText('Amount')
    await userEvent.type(amount, '3')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep editing' }))
    fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Amount').form!)
    await userEvent.keyboard('{Enter}')
    expect(question()).toBeNull()
    expect(document.activeElement).toBe(amount)
    expect(sent).not.toHaveBeenCalled()
  })

  test('if what had the focus is gone, the first field gets it', async () => {
    const footer = <button type="button">Cancel</button>
    show(
      <Modal open onClose={() => {}} title="Refund" footer={footer}>
        <input aria-label="Amount" />
      </Modal>,
    )
    await userEvent.type(screen.getByLabelText('Amount'), '3')
    screen.getByRole('button', { name: 'Cancel' }).focus()
    await userEvent.keyboard('{Escape}{Escape}')
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
  })

  test('it closes if that is confirmed', async () => {
    await openAndType()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('a dialog that the browser closed by itself is closed', async () => {
  show(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  screen.getByRole<HTMLDialogElement>('dialog').close()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
