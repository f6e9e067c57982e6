/** Separate from the code that reads and writes drafts (draft.ts), because signing out is part of everybody's first download. */
export const DRAFT_PREFIX = 'draft '

/** Deletes all drafts of all writers: somebody else may use the device next. */
export function forgetDrafts(): void {
  const kept = draftStorage()
  if (!kept) return
  for (const key of Object.keys(kept)) if (key.startsWith(DRAFT_PREFIX)) kept.removeItem(key)
}

/** Null if the browser blocks it. */
export function draftStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
