import { type RefObject, useLayoutEffect, useRef } from 'react'

const GAP_PX = 16

/**
 * Keeps a box that scrolls by itself from reaching below the screen while the page stands at its top, so that what sticks to
 * its lower edge is always in sight. Scrolling the page doesn't change it: a button at that edge would move under a press.
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
      // Where it begins on an unscrolled page is where its frame does: it may stick by itself.
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
