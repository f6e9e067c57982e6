import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** What lies over the page, the uppermost last: each dialog and sheet, and a page that is on its way. */
const layers: symbol[] = []

/** Lays something over the page, so that no key acts on what is below it. Returns how to take it away. */
export function cover(layer = Symbol('layer')): () => void {
  layers.push(layer)
  return () => {
    const at = layers.indexOf(layer)
    if (at >= 0) layers.splice(at, 1)
  }
}

/** The dialog around a component; undefined on the page itself. */
export const LayerContext = createContext<symbol | undefined>(undefined)

/** The layer of a dialog, from the moment it is there until it is gone. */
export function useLayer(): symbol {
  const [layer] = useState(() => Symbol('dialog'))
  useLayoutEffect(() => cover(layer), [layer])
  return layer
}

/**
 * Listens to keys that belong to no input, such as the review keys, anywhere in the window. They rest while something
 * lies over the caller: a key that is meant for a dialog must not decide what is below.
 */
export function useKeys(press: (event: KeyboardEvent) => void) {
  const layer = useContext(LayerContext)
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (layers.at(-1) === layer) press(event)
  })
  useEffect(() => {
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

/** Whether a key goes into something that is typed into. */
export function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
