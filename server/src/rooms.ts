/** The server's table of contents. A room may import the rooms above it, and of those only actions.ts and rules.ts. */
import type { Route } from './platform/http.ts'
import type { Job } from './platform/jobs.ts'
import { routes as settings } from './settings/handlers.ts'

/** In import order: audit, settings, notifications, … */
export const routes: Route[] = [...settings]

export const jobs: Job[] = []
