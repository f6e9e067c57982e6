import { type ComponentType, lazy } from 'react'

/**
 * A component of a later step in a chunk of its own. `preload` fetches it while an earlier step is on the screen, so that it is
 * available when needed, also offline.
 */
export function preloaded<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loading: ReturnType<typeof load> | undefined
  const once = () => (loading ??= load())
  return {
    Component: lazy(once),
    preload: () =>
      void once().catch(() => {
        loading = undefined // the step that needs it tries again
      }),
  }
}
