/**
 * The last figures of a user's tabs, kept on the device so that they open without a connection. They are stored beside the
 * session's token and deleted with it (docs/decisions/0296-last-figures-on-the-device.md); nothing is kept for admins.
 */
import type { Profile } from '@bittkosh/contract/profile'
import type { QueryClient } from '@tanstack/react-query'
import { language } from '../kit/device/language.ts'
import { stableText } from './attemptKey.ts'
import { KEPT_FIGURES, session } from './session.ts'

/** Calls whose replies are figures: the offline strip shows the age of the oldest one on the screen. */
const figures = [
  '/portfolio',
  '/portfolio/history',
  '/portfolio/payouts',
  '/portfolio/months',
  '/transactions',
  '/crypto/investments',
  '/flexible/balance',
  '/flexible/days',
  '/flexible/transactions',
  '/flexible/interest',
  '/profile',
]
const words = ['/cryptocurrencies', '/cryptocurrency-categories', '/settings/{key}', '/flexible/details']
const kept = new Set<unknown>([...figures, ...words])

const LIFETIME_MS = 7 * 86_400_000 // of an unused session: docs/rules.md
const SIZE_MAX = 500_000 // characters; the newest replies that fit are stored
const WRITE_AFTER_MS = 1_000

type Entry = { key: readonly unknown[]; data: unknown; at: number }
type Kept = { user: number; language: string; version: string; entries: Entry[] }

/** Fills the cache with what is stored for the signed-in user, and stores new replies from then on. */
export function keepFigures(client: QueryClient): void {
  // `write` stores what the cache holds, which would otherwise forget a tab five minutes after it was left.
  for (const path of kept) client.setQueryDefaults([path], { gcTime: LIFETIME_MS })
  for (const { key, data, at } of read()) client.setQueryData(key, data, { updatedAt: at })
  void client.invalidateQueries({ refetchType: 'none' }) // however fresh: after a reload people expect current figures
  let timer: ReturnType<typeof setTimeout> | undefined
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !kept.has(event.query.queryKey[0])) return
    timer ??= setTimeout(() => {
      timer = undefined
      write(client)
    }, WRITE_AFTER_MS)
  })
}

/**
 * When the oldest figure on the screen was received, of all or of those that failed to refetch; null if there are none. A list whose
 * next page failed is as fresh as before: LoadMore reports it.
 */
export function oldestFigureAt(client: QueryClient, which: 'all' | 'failed' = 'all'): number | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey: [path] }) => figures.some((one) => one === path) })
    .filter(({ state }) => which === 'all' || (state.status === 'error' && !state.fetchMeta?.fetchMore))
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]))
  return times.length > 0 ? Math.min(...times) : null
}

function read(): Entry[] {
  try {
    const stored: Kept | null = JSON.parse(localStorage.getItem(KEPT_FIGURES) ?? 'null', revive)
    const { id } = reader() ?? {}
    if (stored?.user !== id || stored?.version !== version() || stored.language !== language.get()) return []
    const now = Date.now() // one from later was stored while the device's clock ran ahead
    return stored.entries.filter(({ at }) => at <= now && now - at < LIFETIME_MS)
  } catch {
    return [] // storage is blocked
  }
}

function write(client: QueryClient) {
  const user = reader()
  if (!user) return
  const own = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => kept.has(queryKey[0]) && state.data !== undefined })
    .map(({ queryKey, state }): Entry => ({
      key: queryKey,
      data: keepable(queryKey, state.data),
      at: state.dataUpdatedAt,
    }))
  const all: Kept = {
    user: user.id,
    language: language.get(),
    version: version(),
    entries: fitting(newest([...read(), ...own])),
  }
  try {
    localStorage.setItem(KEPT_FIGURES, JSON.stringify(all, tag))
  } catch {
    // Storage is blocked or full: the tabs open without figures.
  }
}

/** Each query's newest reply: another tab of the browser may have stored newer ones, or of pages that this one never showed. */
function newest(entries: readonly Entry[]): Entry[] {
  const byQuery = new Map<string, Entry>()
  for (const entry of entries) {
    const query = stableText(entry.key)
    if (entry.at >= (byQuery.get(query)?.at ?? 0)) byQuery.set(query, entry)
  }
  return [...byQuery.values()]
}

/** Without what is too large, such as a history that somebody has paged through at length, and what is oldest. */
function fitting(entries: Entry[]): Entry[] {
  let left = SIZE_MAX
  return entries
    .toSorted((a, b) => b.at - a.at)
    .filter((entry) => {
      const size = JSON.stringify(entry, tag).length
      if (size > left) return false
      left -= size
      return true
    })
}

/** A profile without the numbers and pictures of identity documents; everything else unchanged. */
function keepable([path]: readonly unknown[], data: unknown): unknown {
  if (path !== '/profile') return data
  const profile: Profile = Object(data)
  return { ...profile, govt_ids: profile.govt_ids.map((record) => ({ ...record, id_number: '', urls: [] })) }
}

function reader() {
  const user = session.get()?.user
  return user?.role === 'user' ? user : null
}

/** The first script's name contains a hash of the whole program: another version may expect other shapes. */
function version(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
}

/** JSON has neither dates nor integers of arbitrary size. */
function tag(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const raw = this[key]
  if (raw instanceof Date) return { $at: raw.getTime() }
  return typeof raw === 'bigint' ? { $int: String(raw) } : value
}

function revive(_key: string, value: unknown): unknown {
  const { $at, $int }: { $at?: unknown; $int?: unknown } = Object(value)
  if (typeof $at === 'number') return new Date($at)
  return typeof $int === 'string' ? BigInt($int) : value
}
