import type { Endpoint } from '@bittkosh/contract/endpoint'

/**
 * Fetches again whatever is shown of these calls and of those below their paths, behind the screen: with `/portfolio` its
 * history and its payouts too. The cache is asked for only here, so that the
 * pages of visitors, which have none, don't download it with their forms.
 */
export async function refresh(...endpoints: Endpoint[]): Promise<void> {
  const { queryClient } = await import('./queries.ts')
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [asked] }) => endpoints.some(({ path }) => `${String(asked)}/`.startsWith(`${path}/`)),
  })
}

/** Fetches again whatever is shown: the server words some of it, and its reader has another language now. */
export async function refreshAll(): Promise<void> {
  const { queryClient } = await import('./queries.ts')
  await queryClient.invalidateQueries()
}
