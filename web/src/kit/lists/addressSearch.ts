/** The search part of an address after a change; parameters set to undefined are removed. */
export function changedSearch<S extends object>(before: S, change: SearchChange<S>): S {
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as S // every key of S may be absent
}

export type SearchChange<S> = { [K in keyof S]?: S[K] | undefined }
