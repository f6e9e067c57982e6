import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RejectDialog } from '../../requests/DecideDialog.tsx'
import { cover, useKeys } from './layers.ts'
import { Modal } from './Modal.tsx'
import { useReviewKeys } from '../../requests/useReviewKeys.ts'

const approve = vi.fn()

/** A page with the keys of a queue, and a dialog that a test opens over it. */
function Desk({ over }: { over: (close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(false)
  const nothing = () => {}
  useReviewKeys({ approve, next: nothing, previous: nothing, search: nothing, help: nothing })
  return (
    <>
      <input aria-label="Amount" />
      <select aria-label="Order" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && over(() => setOpen(false))}
    </>
  )
}

const content = <p>Something else</p>
const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }))
const timesHeard = async () => {
  approve.mockClear()
  await userEvent.keyboard('a')
  return approve.mock.calls.length
}

test.each<[string, (close: () => void) => React.ReactNode]>([
  [
    'a dialog',
    (close) => (
      <Modal open onClose={close} title="T">
        {content}
      </Modal>
    ),
  ],
  [
    'a sheet or menu',
    (close) => (
      <Modal open onClose={close} title="T" shape="sheet">
        {content}
      </Modal>
    ),
  ],
  [
    'a confirm',
    (close) => (
      <ConfirmDialog open onClose={close} title="T" confirmLabel="Yes" onConfirm={() => {}}>
        {content}
      </ConfirmDialog>
    ),
  ],
])('the page’s keys are disabled while %s is open, and enabled again when it is closed', async (_what, over) => {
  show(<Desk over={over} />)
  expect(await timesHeard()).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await timesHeard()).toBe(0)
  await close()
  expect(await timesHeard()).toBe(1)
})

test('keys are disabled until everything over the page is gone, in whichever order it closes', async () => {
  show(
    <Desk
      over={(close) => (
        <Modal open onClose={close} title="T">
          {content}
        </Modal>
      )}
    />,
  )
  const pageIsThere = cover()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  act(pageIsThere)
  expect(await timesHeard()).toBe(0)
  await close()
  expect(await timesHeard()).toBe(1)
})

test.each(['Amount', 'Order'])('keys are disabled while %s has the focus', async (label) => {
  show(<Desk over={() => null} />)
  screen.getByLabelText(label).focus()
  expect(await timesHeard()).toBe(0)
})

test.each(['{Control>}a{/Control}', '{Meta>}a{/Meta}', '{Alt>}a{/Alt}'])('%s is not a review key', async (keys) => {
  show(<Desk over={() => null} />)
  approve.mockClear()
  await userEvent.keyboard(keys)
  expect(approve).not.toHaveBeenCalled()
})

test('everything visible listens already', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false) // it would finish everything before any key could be pressed
  const [press, place] = [vi.fn(), document.createElement('div')]
  function Listening() {
    useKeys(press)
    return <p>Shown</p>
  }
  const root = createRoot(place)
  const shown = new Promise((seen) => new MutationObserver(seen).observe(place, { childList: true }))
  root.render(<Listening />)
  await shown
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k' }))
  expect(press).toHaveBeenCalledOnce()
  root.unmount()
  vi.unstubAllGlobals()
})

function Rejecting({ onReject }: { onReject: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  return (
    <>
      <RejectDialog
        title="Reject deposit #7"
        decision={{
          props: {
            ref: { current: null },
            onSubmit: (event) => {
              event.preventDefault()
              onReject(reason)
            },
            noValidate: true,
          },
          failure: null,
          running: false,
          close: () => {},
        }}
        reason={{
          label: 'Reason',
          presets: ['Not found', 'Paid twice'],
          value: reason,
          onChange: setReason,
          missing: '!',
        }}
      >
        <button type="button" onClick={() => setAsked(true)}>
          Ask
        </button>
      </RejectDialog>
      <Modal open={asked} onClose={() => setAsked(false)} title="Code">
        <button type="button">Confirm</button>
      </Modal>
    </>
  )
}

test('R, a digit and Enter reject with that reason', async () => {
  const onReject = vi.fn()
  show(<Rejecting onReject={onReject} />)
  await userEvent.keyboard('2{Enter}')
  expect(onReject).toHaveBeenCalledExactlyOnceWith('Paid twice')
})

test('a digit meant for a dialog above leaves the reason below unchanged', async () => {
  show(<Rejecting onReject={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await userEvent.keyboard('2')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('')
})
