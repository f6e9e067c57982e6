/** Apart from what reads and writes them (draft.ts), because signing out comes with everybody's first download. */
export const DRAFT_PREFIX = 'draft '

/** Forgets all that was typed, whoever typed it: the device may have another reader next. */
export function forgetDrafts(): void {
  const kept = draftStorage()
  if (!kept) return
  for (const key of Object.keys(kept)) if (key.startsWith(DRAFT_PREFIX)) kept.removeItem(key)
}

/** Null where the browser blocks it. */
export function draftStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
