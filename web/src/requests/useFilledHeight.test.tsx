import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { useFilledHeight } from './useFilledHeight.ts'

function Box({ isOn }: { isOn: boolean }) {
  return (
    <div ref={useFilledHeight(isOn)} role="region" aria-label="Record">
      {isOn && 'beside the list'}
    </div>
  )
}

test('a box is as high as the screen beside a list, and as high as it needs once the screen is turned', () => {
  const { rerender } = show(<Box isOn />)
  const { style } = screen.getByRole('region', { name: 'Record' })
  expect(style.maxHeight).toBe(`${innerHeight - 16}px`)
  rerender(<Box isOn={false} />)
  expect(style.maxHeight).toBe('')
})
