import { createContext, useContext, useEffectEvent, useLayoutEffect, useState } from 'react'

/** What covers the page, the topmost last: dialogs, sheets, and a page that is loading. */
const layers: symbol[] = []

/** Adds a layer over the page, so that no key acts on what is below it. Returns the function that removes it. */
export function cover(layer = Symbol('layer')): () => void {
  layers.push(layer)
  return () => {
    const at = layers.indexOf(layer)
    if (at >= 0) layers.splice(at, 1)
  }
}

/** The dialog around a component; undefined on the page itself. */
export const LayerContext = createContext<symbol | undefined>(undefined)

/** The layer of a dialog, as long as it is mounted. */
export function useLayer(): symbol {
  const [layer] = useState(() => Symbol('dialog'))
  useLayoutEffect(() => cover(layer), [layer])
  return layer
}

/**
 * Listens to keys that belong to no input, such as the review keys, anywhere in the window. They are ignored while something covers
 * the caller: a key that is meant for a dialog must not decide something below it.
 */
export function useKeys(press: (event: KeyboardEvent) => void) {
  const layer = useContext(LayerContext)
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (layers.at(-1) === layer) press(event)
  })
  // in the layout effect, so that whatever is visible listens
  useLayoutEffect(() => {
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

/** Whether the event's target is an input. */
export function isTyped({ target }: Event): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
