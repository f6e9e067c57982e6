/** What remains of an act when the account that it is about, or that it names, is closed (docs/rules.md#closing-and-keeping). */
import type { AuditField } from '@bittkosh/contract/audit'
import { type Person, ungrouped, withoutNames } from '../platform/personal.ts'

/** Figures, states and numbers of records. Everything else in an act about a person is erased: names, contacts, free text. */
const kept: ReadonlySet<string> = new Set<AuditField>([
  'status',
  'requested_amount',
  'approved_amount',
  'bonus',
  'transaction_id',
  'rejection_preset',
  'reference_freed',
  'reason_kind',
  'user',
  'user_id',
  'amount',
  'fee',
  'index',
  'type',
  'kyc',
  'submitted_at',
  'decided_at',
  'decided_by',
  'claimed_by',
  'assigned_to',
  'usdt_rate',
  'balance',
  'is_active',
  'is_frozen',
  'password',
  'role',
  'roles',
  'file',
  'flag',
  'expires_at',
])

type Values = Record<string, unknown> | null
/** What an act contains besides who did what to which record. */
export type ActDetails = { before: Values; after: Values; reason: string | null }

/** An act about the person, without anything that identifies them. */
export function impersonal({ before, after }: ActDetails): ActDetails {
  return { before: figures(before), after: figures(after), reason: null }
}

function figures(values: Values): Values {
  return values && Object.fromEntries(Object.entries(values).filter(([field]) => kept.has(field)))
}

const SEARCH_MIN = 3 // letters of a name or contact that an admin searched a list for

/** An act about something else, without what identifies the person. */
export function withoutPerson({ before, after, reason }: ActDetails, person: Person): ActDetails {
  const inTexts = (values: Values) =>
    values && (mapTexts(values, (text) => withoutNames(text, person)) as Record<string, unknown>)
  return {
    before: inTexts(before),
    after: withoutSearch(inTexts(after), person),
    reason: reason && withoutNames(reason, person),
  }
}

function withoutSearch(after: Values, { names, contacts }: Person): Values {
  const search = ungrouped(String(after?.['search'] ?? ''))
  const finds = search.length >= SEARCH_MIN && [...names, ...contacts].some((text) => ungrouped(text).includes(search))
  return finds ? { ...after, search: '' } : after
}

/** A JSON value with each of its texts changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]))
}
