import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { show } from './show.tsx'

type PageOptions = {
  /** Of its route, such as '/invest/$symbol'. */
  path: string
  component: RouteComponent
  /** The route's search parser (app/search.ts). */
  validateSearch?: (raw: Record<string, unknown>) => object
  /** The initial address. */
  address?: string
}

/** Renders a page under a router of its own, which is returned. */
export function showPage({ path, component, validateSearch = () => ({}), address = path }: PageOptions) {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path, validateSearch, component })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  show(<RouterProvider router={router as never} />)
  return router
}
