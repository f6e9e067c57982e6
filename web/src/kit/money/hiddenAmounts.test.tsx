import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHiddenAmounts, useShownText } from './hiddenAmounts.ts'

function Said({ text }: { text: string }) {
  const shown = useShownText()
  const [, hide] = useHiddenAmounts()
  return (
    <button type="button" onClick={() => hide(true)}>
      {shown(text)}
    </button>
  )
}

test.each([
  ['rupees', '₹1,00,500.25 is on its way', '₹•••• is on its way'],
  ['USDT', 'You receive $10.50', 'You receive $••••'],
  ['each of several sums, and no other number', '₹5 of ₹10.00 in 30 days', '₹•••• of ₹•••• in 30 days'],
])('hidden amounts appear in no sentence: %s', async (_what, text, hidden) => {
  const { findByRole, findByText } = render(<Said text={text} />)
  ;(await findByRole('button')).click()
  expect(await findByText(hidden)).toBeDefined()
})
