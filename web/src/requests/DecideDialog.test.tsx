import { fireEvent, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { DecideDialog } from './DecideDialog.tsx'

test.each([true, false])('whether a decision may have been carried out is said above its failure: %s', (unanswered) => {
  const props = { ref: createRef<HTMLFormElement>(), onSubmit: () => {}, noValidate: true }
  const decision = { props, failure: 'Failed to approve deposit', running: false, unanswered, close: () => {} }
  show(
    <DecideDialog title="Approve" confirmLabel="Approve" decision={decision}>
      <p>₹1,000</p>
    </DecideDialog>,
  )
  expect(screen.getByText('Failed to approve deposit')).toBeDefined()
  expect(screen.queryByText(/^We got no response, so this may have gone through/) !== null).toBe(unanswered)
})

test('Enter in its field decides nothing while its button is disabled', () => {
  const onSubmit = vi.fn()
  const props = { ref: createRef<HTMLFormElement>(), onSubmit, noValidate: true }
  const decision = { props, failure: null, running: false, close: () => {} }
  show(
    <DecideDialog title="Approve" confirmLabel="Approve" decision={decision} disabled>
      <input aria-label="Amount" />
    </DecideDialog>,
  )
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Amount').form!)
  expect(onSubmit).not.toHaveBeenCalled()
})
