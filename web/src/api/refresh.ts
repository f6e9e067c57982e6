import type { Endpoint } from '@bittkosh/contract/endpoint'

/**
 * Refetches in the background whatever is shown of these calls and of those below their paths: `/portfolio` includes its history
 * and its payouts. The cache is imported dynamically, and only here, so that visitors' pages, which have no cache, don't download
 * it with their forms.
 */
export async function refresh(...endpoints: Endpoint[]): Promise<void> {
  const { queryClient } = await import('./queries.ts')
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [asked] }) => endpoints.some(({ path }) => `${String(asked)}/`.startsWith(`${path}/`)),
  })
}

/** Refetches everything shown: the server words some of it, and the reader has switched languages. */
export async function refreshAll(): Promise<void> {
  const { queryClient } = await import('./queries.ts')
  await queryClient.invalidateQueries()
}
