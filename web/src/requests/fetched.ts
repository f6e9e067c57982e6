import { type ComponentType, lazy } from 'react'

/** A dialog that a list fetches after its page; a key pressed before it has loaded is ignored, not queued. */
export function fetched<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loading = load()
  loading.catch(() => {}) // thrown again when the dialog opens
  return lazy(() => loading)
}
