import { type RefObject, useLayoutEffect, useRef } from 'react'

const GAP_PX = 16

/**
 * Keeps a scrollable box from extending below the screen while the page is scrolled to its top, so that what sticks to its lower
 * edge is always in view. Scrolling the page doesn't change it: otherwise a button at that edge would move under a click.
 */
export function useFilledHeight(isOn: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isOn) {
      box.current?.style.removeProperty('max-height')
      return
    }
    const fit = () => {
      const element = box.current
      if (!element) return
      // Measured on the parent, because the box itself may be sticky.
      const frame = element.parentElement ?? element
      element.style.maxHeight = `${innerHeight - frame.getBoundingClientRect().top - scrollY - GAP_PX}px`
    }
    fit()
    addEventListener('resize', fit)
    return () => {
      removeEventListener('resize', fit)
    }
  })
  return box
}
