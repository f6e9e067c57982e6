import { lazyRouteComponent } from '@tanstack/react-router'
import { loadCatalogue } from '../kit/device/language.ts'
import type { SessionUser } from '../api/session.ts'

/** Visitors download neither, and users don't download the admins'. */
export const frames = {
  user: lazyRouteComponent(() => import('./UserFrame.tsx'), 'UserFrame'),
  admin: lazyRouteComponent(async () => {
    const [frame] = await Promise.all([import('./AdminFrame.tsx'), loadCatalogue('shell/panel')])
    return frame
  }, 'AdminFrame'),
}

/** Awaited before the first render, so that the frame never appears after its page. */
export async function preloadFrame(role: SessionUser['role'] | undefined) {
  if (role) await frames[role].preload?.()
}
