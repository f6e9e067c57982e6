/**
 * What somebody has typed into a form, kept in this browser until it is sent: it survives a reload, a phone that closes the page in
 * the background, and the end of a session. Never a password or a code. Source: docs/decisions/0290-drafts-on-the-device.md.
 */
import type { Attempt } from './attemptKey.ts'
import { DRAFT_PREFIX, draftStorage } from './forgetDrafts.ts'
import { session } from './session.ts'

/** As long as an unused session lives; the server keeps the reply of an attempt for a day longer. */
const DAY_MS = 86_400_000
const KEPT_MS = 7 * DAY_MS

export type DraftValues = Record<string, string | boolean | readonly string[]>
type Draft<V> = { values: Partial<V>; attempt: Attempt | null }

/** The writer id of a visitor, for forms that need no account. */
export const VISITOR = 0

/** The stored values for the signed-in person, or for another `writer`; fields that the form no longer has are left out. */
export function readDraft<V extends DraftValues>(name: string, pristine: V, writer = signedIn()): Draft<V> {
  const stored = living(own(name, writer)?.get() ?? null)
  if (stored === null) return { values: {}, attempt: null }
  const values = Object.entries(Object(stored.values)).filter(([field, value]) => sameKind(pristine[field], value))
  return { values: Object.fromEntries(values) as Partial<V>, attempt: readAttempt(stored.attempt) }
}

/** Stores the values; values equal to the initial ones are not stored, unless an attempt with them has got no reply. */
export function keepDraft<V extends DraftValues>(
  name: string,
  {
    pristine,
    values,
    attempt = null,
    writer = signedIn(),
  }: { pristine: V; values: V; attempt?: Attempt | null; writer?: number | undefined },
): void {
  if (attempt === null && JSON.stringify(values) === JSON.stringify(pristine)) return forgetDraft(name, writer)
  const kept = own(name, writer)
  const stored = living(kept?.get() ?? null)
  // Opening a form is not typing and must not renew the stored time: the attempt must not outlive the reply that the server keeps
  // for it (docs/rules.md).
  if (stored && JSON.stringify([stored.values, stored.attempt]) === JSON.stringify([values, attempt])) return
  try {
    kept?.set(JSON.stringify({ at: Date.now(), values, attempt }))
  } catch {
    // The disk is full: what was typed lasts as long as the page.
  }
}

/** Its reply has come: what was typed stays. Restores nothing that was deleted meanwhile. */
export function forgetAttempt(name: string, writer = signedIn()): void {
  const kept = own(name, writer)
  const stored = living(kept?.get() ?? null)
  if (stored) kept?.set(JSON.stringify({ ...stored, attempt: null }))
}

export function forgetDraft(name: string, writer = signedIn()): void {
  own(name, writer)?.remove()
}

/** Deletes drafts that are too old to be shown again, of all writers; the app does so at each start. */
export function forgetExpiredDrafts(): void {
  const kept = draftStorage()
  if (!kept) return
  for (const key of Object.keys(kept))
    if (key.startsWith(DRAFT_PREFIX) && living(kept.getItem(key)) === null) kept.removeItem(key)
}

/**
 * The stored draft; null if it is too old or unreadable. Also if it was stored by a clock that was more than a day ahead: it would
 * outlive the reply that the server keeps for its attempt.
 */
function living(text: string | null): Partial<Record<string, unknown>> | null {
  const draft: Partial<Record<string, unknown>> = Object(parsed(text))
  const age = Date.now() - Number(draft.at)
  return age >= -DAY_MS && age < KEPT_MS ? draft : null
}

function signedIn(): number | undefined {
  return session.get()?.user.id
}

/** A writer's draft; null if there is no writer, or if the browser blocks its storage. */
function own(name: string, writer: number | undefined) {
  const kept = draftStorage()
  if (!kept || writer === undefined) return null
  const key = `${DRAFT_PREFIX}${writer} ${name}`
  return {
    get: () => kept.getItem(key),
    set: (text: string) => kept.setItem(key, text),
    remove: () => kept.removeItem(key),
  }
}

function sameKind(first: unknown, kept: unknown): boolean {
  return typeof first === typeof kept && Array.isArray(first) === Array.isArray(kept)
}

function readAttempt(stored: unknown): Attempt | null {
  const { values, key, sent }: Partial<Record<keyof Attempt, unknown>> = Object(stored)
  if (typeof values !== 'string' || typeof key !== 'string') return null
  const { typed, body }: { typed?: unknown; body?: unknown } = Object(sent)
  if (typeof typed !== 'string' || typeof body !== 'object' || body === null) return { values, key }
  return { values, key, sent: { typed, body: { ...body } } }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
