import { type ComponentType, lazy } from 'react'

/** A dialog that a list fetches once its page is there; a key pressed before it has come is ignored, not kept. */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loading = load()
  loading.catch(() => {}) // thrown again where the dialog opens
  return lazy(async () => ({ default: await loading }))
}
