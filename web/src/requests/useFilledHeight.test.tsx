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

test('a box is as high as the screen beside a list, and as high as it needs once the screen is rotated', () => {
  const { rerender } = show(<Box isOn />)
  const { style } = screen.getByRole('region', { name: 'Record' })
  expect(style.maxHeight).toBe(`${innerHeight - 16}px`)
  rerender(<Box isOn={false} />)
  expect(style.maxHeight).toBe('')
})

test('a box keeps its height while the page scrolls', () => {
  show(<Box isOn />)
  const { style } = screen.getByRole('region', { name: 'Record' })
  const before = style.maxHeight
  const frame = screen.getByRole('region', { name: 'Record' }).parentElement
  if (!frame) throw new Error('the box has no frame')
  frame.getBoundingClientRect = () => new DOMRect(0, -200, 400, 900)
  Object.defineProperty(globalThis, 'scrollY', { value: 200, configurable: true })
  dispatchEvent(new Event('scroll'))
  expect(style.maxHeight).toBe(before)
  dispatchEvent(new Event('resize'))
  expect(style.maxHeight).toBe(before)
  Object.defineProperty(globalThis, 'scrollY', { value: 0, configurable: true })
})
