import { type ComponentType, lazy } from 'react'

/** A confirm that a queue fetches once its page is there; a key pressed before it has come is ignored, not kept. */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loading = load()
  loading.catch(() => {}) // thrown again where the confirm opens
  return lazy(async () => ({ default: await loading }))
}
