import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { session } from '../api/session.ts'
import { loadWords } from '../api/words.ts'
import { loadCatalogue } from '../kit/device/language.ts'
import { type Audience, homeOf, redirectFor } from './redirects.ts'

/**
 * What every route has: its guard, and its page and sentences, fetched side by side when it is opened. A page that
 * the app puts together from several rooms names them all.
 */
export function page(audience: Audience, rooms: string | string[], load: () => Promise<{ default: ComponentType }>) {
  return {
    beforeLoad: ({ location }: { location: { pathname: string; href: string } }) => {
      const to = redirectFor(audience, role()) ?? dutyFirst(audience, location.pathname)
      const endedFor = session.endedFor()
      // Kept in the history's entry rather than in the address: a link can't name a page to return to.
      if (to === '/login' && endedFor)
        throw redirect({ to, replace: true, state: { cameFrom: location.href, endedFor } })
      if (to) throw redirect({ to, replace: true })
      const letIn = { role: role() } // the shell draws the frame that the page was let in with
      return audience === 'admins' ? requirePermitted(location.pathname).then(() => letIn) : letIn
    },
    loader: async () => {
      // Nothing is refused on the landing page, whose visitors download no schemas.
      const words = rooms === 'landing' ? null : loadWords()
      const kit = audience === 'anyone' ? [] : ['kit/money'] // no page in front of the login but the landing page has figures
      await Promise.all([words, ...[rooms, kit].flat().map(loadCatalogue)])
    },
    component: lazyRouteComponent(load),
  }
}

export function redirectHome(): never {
  throw redirect({ to: homeOf(role()), replace: true })
}

/** Only admins download which page needs which permission; the file is the one that their frame is fetched with. */
async function requirePermitted(path: string): Promise<void> {
  const { detourFrom } = await import('../shell/AdminFrame.tsx')
  const to = detourFrom(path)
  if (to) throw redirect({ to, replace: true })
}

/** Whose password an admin has set, or who lacks the second factor, sees nothing but that; public pages stay open. */
function dutyFirst(audience: Audience, path: string) {
  if (audience === 'anyone') return null
  const duty = session.mustChangePassword()
    ? '/change-password'
    : session.mustSetUpSecondFactor()
      ? '/admin/security'
      : null
  return duty === path ? null : duty
}

function role() {
  return session.get()?.user.role ?? null
}
