import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { session } from '../api/session.ts'
import { loadWords } from '../api/words.ts'
import { loadCatalogue } from '../kit/device/language.ts'
import { type Audience, homeOf, redirectFor } from './redirects.ts'

/**
 * What every route has: a guard, and its page and sentences, fetched in parallel when it is opened. A page that the app combines
 * from several rooms names all of them.
 */
export function page(audience: Audience, rooms: string | string[], load: () => Promise<{ default: ComponentType }>) {
  return {
    beforeLoad: ({ location }: { location: { pathname: string; href: string } }) => {
      const to = redirectFor(audience, role()) ?? dutyFirst(audience, location.pathname)
      const ended = session.endedFor()
      // Kept in the history entry rather than in the address: a link can't name a page to return to. Without an ended session
      // only what a link names within a page is: a conversation, an alert. After a sign-out it may be somebody else who signs in.
      if (to === '/login' && (ended || (location.href.includes('?') && !session.signedOut()))) {
        const state = { cameFrom: location.href, ...(ended && { endedFor: ended.role, endedId: ended.id }) }
        throw redirect({ to, replace: true, state })
      }
      if (to) throw redirect({ to, replace: true })
      const letIn = { role: role() } // the shell renders the frame for the role that the guard admitted
      return audience === 'admins' ? requirePermitted(location.pathname).then(() => letIn) : letIn
    },
    loader: async () => {
      // The landing page raises no refusals, and its visitors download no schemas.
      const words = rooms === 'landing' ? null : loadWords()
      const kit = audience === 'anyone' ? [] : ['kit/money'] // before the login only the landing page has figures
      await Promise.all([words, ...[rooms, kit].flat().map(loadCatalogue)])
    },
    component: lazyRouteComponent(load),
  }
}

export function redirectHome(): never {
  throw redirect({ to: homeOf(role()), replace: true })
}

/** Only admins download the table of permissions by page, in the same file as their frame. */
async function requirePermitted(path: string): Promise<void> {
  const { detourFrom } = await import('../shell/AdminFrame.tsx')
  const to = detourFrom(path)
  if (to) throw redirect({ to, replace: true })
}

/** A person whose password an admin has set, or who lacks the second factor, sees only that page; public pages stay open. */
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
