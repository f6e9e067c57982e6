import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { session } from '../api/session.ts'
import { loadCatalogue } from '../kit/language.ts'
import { type Audience, homeOf, redirectFor } from './redirects.ts'

/** What every route has: its guard, and its page and sentences, fetched side by side when it is opened. */
export function page(audience: Audience, room: string, load: () => Promise<{ default: ComponentType }>) {
  return {
    beforeLoad: () => {
      const to = redirectFor(audience, role())
      if (to) throw redirect({ to, replace: true })
      return { role: role() } // the shell draws the frame that the page was let in with
    },
    loader: () => loadCatalogue(room),
    component: lazyRouteComponent(load),
  }
}

export function redirectHome(): never {
  throw redirect({ to: homeOf(role()), replace: true })
}

function role() {
  return session.get()?.user.role ?? null
}
