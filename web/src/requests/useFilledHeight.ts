import { type RefObject, useLayoutEffect, useRef } from 'react'

const GAP_PX = 16

/**
 * Keeps a box that scrolls by itself from reaching below the screen, wherever the page is scrolled to, so that what sticks
 * to its lower edge is always in sight.
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
      if (element) element.style.maxHeight = `${innerHeight - element.getBoundingClientRect().top - GAP_PX}px`
    }
    fit()
    addEventListener('scroll', fit, { passive: true })
    addEventListener('resize', fit)
    return () => {
      removeEventListener('scroll', fit)
      removeEventListener('resize', fit)
    }
  })
  return box
}
