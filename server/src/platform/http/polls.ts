/**
 * Replies to polls, kept as they were sent until something changes for the person who polls (docs/polls.md). Only calls
 * that the contract marks with `keptUntil` are answered from here: no write, and nothing that decides about money.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import type { Changed } from '../database/changes.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { tokenOf } from './headers.ts'
import { languageOf } from './language.ts'

export type KeptReply = { endpoint: Endpoint; member: SignedIn; text: string; etag: string }
type Entry = KeptReply & { begun: number; fromMs: number; untilMs: number; bytes: number; isUsed: boolean }

export type Polls = {
  /** Call it before reading anything that a reply depends on, including the session. */
  begin(): number
  /** A reply whose data has not changed since it was read. */
  find(key: string, at: Date): KeptReply | undefined
  /** Keeps a reply, unless its data has changed since `begun`. */
  keep(key: string, reply: KeptReply & { begun: number; at: Date; endsAt?: Date | null }): void
  changed(what: Changed): void
  heardUntil(ms: number): void
  /** Receives `read`, which fetches the changes of other processes on demand. */
  listenBy(read: () => Promise<void>): void
  /** Fetches them for a kept reply if that is overdue, once for all who wait; undefined if there is nothing to wait for. */
  catchUp(key: string): Promise<void> | undefined
  /** How many replies are kept, and about how many bytes that is. */
  size(): { replies: number; bytes: number }
}

const REPLY_MAX = 16_384
const ENTRY_BYTES = 1_000 // with its member, besides key and text: a bell's reply measured 1,027 in all (npm run bench -- polls)
/** The longest that a reply is kept. What ends sooner by time alone, such as a notice to everybody, ends the reply (`endsAt`). */
const AGE_MAX_MS = 5 * 60_000
/** Other processes' commits are visible after at most this long. If their changes cannot be read in time, no kept reply is sent. */
const HEARD_WITHIN_MS = 500
/** People whose ids differ by a multiple of this share the number of their last change, which only drops a few more replies. */
const SLOTS = 65_536

export function makePolls({
  bytesMax = 32 * 1_048_576,
  nowMs = () => performance.now(),
}: { bytesMax?: number; nowMs?: () => number } = {}): Polls {
  const entries = new Map<string, Entry>() // in the order in which they may be dropped
  const lastChange = new Float64Array(SLOTS)
  let lastOfEverybody = 0
  let last = 0
  let heardUntilMs = -Infinity
  let bytes = 0
  let read: (() => Promise<void>) | undefined
  const isBehind = () => nowMs() - heardUntilMs > HEARD_WITHIN_MS

  function isUnchanged({ endpoint, begun, member }: Pick<Entry, 'endpoint' | 'begun' | 'member'>): boolean {
    if (endpoint.keptUntil === 'any change') return begun === last
    return lastOfEverybody <= begun && (lastChange[member.id % SLOTS] ?? 0) <= begun
  }

  function drop(key: string, entry: Entry): void {
    entries.delete(key)
    bytes -= entry.bytes
  }

  return {
    begin: () => last,
    find(key, at) {
      const entry = entries.get(key)
      if (!entry || isBehind()) return undefined
      const ms = at.getTime()
      if (isUnchanged(entry) && ms >= entry.fromMs && ms < entry.untilMs) {
        entry.isUsed = true
        return entry
      }
      drop(key, entry)
      return undefined
    },
    keep(key, { at, endsAt = null, ...reply }) {
      const { text, member } = reply
      if (text.length > REPLY_MAX || !isUnchanged(reply)) return
      const before = entries.get(key)
      if (before) drop(key, before)
      const fromMs = at.getTime()
      const midnightMs = startOfDay(addDays(dayOf(at), 1)).getTime()
      const untilMs = Math.min(fromMs + AGE_MAX_MS, midnightMs, member.endsAt.getTime(), endsAt?.getTime() ?? Infinity)
      const entry = { ...reply, fromMs, untilMs, bytes: ENTRY_BYTES + 2 * (key.length + text.length), isUsed: false }
      entries.set(key, entry)
      bytes += entry.bytes
      for (const [oldKey, old] of entries) {
        if (bytes <= bytesMax) break
        drop(oldKey, old)
        if (!old.isUsed) continue
        // It was sent since its last turn, so it gets another one.
        old.isUsed = false
        entries.set(oldKey, old)
        bytes += old.bytes
      }
    },
    changed(what) {
      last += 1
      if (what === 'everybody') lastOfEverybody = last
      else for (const person of what) lastChange[person % SLOTS] = last
    },
    heardUntil(ms) {
      heardUntilMs = ms
    },
    listenBy(how) {
      read = how
    },
    catchUp: (key) => (isBehind() && entries.has(key) ? read?.() : undefined),
    size: () => ({ replies: entries.size, bytes }),
  }
}

/** Who reads what, in which language; null if nobody is signed in, or it is no read. Tokens are not kept, only their digest. */
export function keyOf(request: IncomingMessage): string | null {
  const token = request.method === 'GET' && tokenOf(request)
  return token ? `${digestOf(token)} ${languageOf(request.headers.cookie) ?? ''} ${request.url}` : null
}

/** A strong ETag: the same bytes have the same tag in every process. */
export function etagOf(content: string | Uint8Array): string {
  return `"${digestOf(content).slice(0, 22)}"`
}

function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url')
}

/** Whether a client has these bytes already. */
export function hasTagged(request: IncomingMessage, etag: string): boolean {
  const sent = request.headers['if-none-match']
  return sent !== undefined && sent.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
