/** Shapes that several rooms send: ids, text, moments, days, pages. */
import * as z from 'zod/mini'
import { complaint, refuseInput } from './complaint.ts'
import type { PlainComplaintCode } from './complaints.ts'
import { isDay } from './time.ts'

/**
 * A record's public number, the same on the screen, the receipt, the statement and in files
 * (docs/rules.md#numbers-and-time).
 */
export const recordNumber = z.string()

/** Ids of business records: positive integers that fit PostgreSQL's `integer`. */
export const id = z
  .int({
    error: ({ input }) => (input === undefined || input === null ? complaint('required') : complaint('unknown_id')),
  })
  .check(z.minimum(1, complaint('unknown_id')), z.maximum(2_147_483_647, complaint('unknown_id')))

/** The same from the URL, where it is text. */
export const pathId = z.codec(z.string(), id, {
  decode: (text, context) => {
    if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text)
    return refuseInput(context, text, complaint('unknown_id'))
  },
  encode: String,
})

/**
 * A moment: ISO 8601 with Z on the wire, a Date in the program. Its day in UTC exists too: an offset must not lead out of
 * the years that are written with four digits.
 */
export const instant = z.codec(z.string(), z.date(), {
  decode: (text, context) => {
    const at = new Date(text)
    if (
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
      isDay(text.slice(0, 10)) &&
      !Number.isNaN(at.getTime()) &&
      isDay(at.toISOString().slice(0, 10))
    )
      return at
    return refuseInput(context, text, complaint('moment'))
  },
  encode: (at) => at.toISOString(),
})

/** A business day in Asia/Kolkata: '2026-03-31'. */
export const day = z.string().check(z.refine(isDay, complaint('day')))

/**
 * Characters that make text look different from what is stored: controls (except the line feed), bidirectional marks,
 * characters without width or appearance (soft hyphen, zero width space, fillers, tags), line separators that only some
 * programs know, lone surrogates. Joiners and variation selectors stay: Hindi and emoji need them.
 */
const forbidden =
  /(?!\n|\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{200e}\u{200f}\u{fff0}-\u{ffff}]/u
// Contains a visible character, not only joiners, accents and spaces.
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether text contains nothing invisible, so that it looks like what is stored. */
export function isPlainText(value: string): boolean {
  return !forbidden.test(value) && (value === '' || visible.test(value))
}

/** Whether PostgreSQL stores text in JSON as it is: no half of a character and, except tabs and line breaks, no controls. */
export function isStorable(value: string): boolean {
  return !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(value)
}

/** Above the longest in use: a family emoji with skin tones and the longest Sanskrit conjunct have eleven characters. */
export const SIGN_MAX = 16
const signs = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Whether no grapheme has more characters than anybody writes. Lines do not break inside a grapheme, so a name made of
 * one would be wider than every screen, and marks piled on one letter would cover the lines above it.
 */
export function isBreakable(value: string): boolean {
  if (!/[^\u0000-\u02ff]/.test(value)) return true
  for (const { segment } of signs.segment(value)) if ([...segment].length > SIGN_MAX) return false
  return true
}

// Twice as many marks as a grapheme may have: sorting them takes quadratic time, half a minute for 128 kB.
const piledMarks = /\p{M}{32}/u

/** The text in NFC. With marks piled up it stays as it was typed, and `isBreakable` refuses it. */
export function composed(text: string): string {
  return piledMarks.test(text) ? text : text.normalize('NFC')
}

/** Without the characters that come along with pasted text and that people could not find to remove. */
export function withoutInvisible(pasted: string): string {
  return pasted.replace(/[\p{Control}\p{Default_Ignorable_Code_Point}]/gu, '')
}

/** Typed text: normalised (NFC), trimmed, without control, bidi or invisible characters or overlong graphemes. */
export function text({
  max,
  min = 1,
  missing = 'required',
  oneLine = false,
}: {
  max: number
  min?: number
  /** The complaint about a missing value. */
  missing?: PlainComplaintCode
  oneLine?: boolean
}) {
  return z.codec(
    z.string(complaint('not_text')),
    z.string().check(
      z.minLength(min, complaint(missing)),
      z.maxLength(max, { error: complaint('too_long', { max }), abort: true }), // no further check reads such a text
      z.refine((value) => !oneLine || !value.includes('\n'), complaint('several_lines')),
      z.refine(isPlainText, complaint('invisible_characters')),
      z.refine(isBreakable, complaint('joined_characters')),
    ),
    { decode: (value) => composed(value).trim(), encode: (value) => value },
  )
}

/** A name of a person or thing, on one line. */
export const name = text({ max: 100, oneLine: true })
/** A person named in a reply. */
export const person = z.object({ id, name: z.string() })
export const note = text({ max: 500 })
export const MESSAGE_MAX = 2000
export const message = text({ max: MESSAGE_MAX })
/** Optional text; empty input means none. */
export const optionalNote = z.optional(z.nullable(text({ max: 500, min: 0 })))

/** An http(s) address without credentials; nothing else can be stored as a link. */
export const link = z.codec(
  z.string(complaint('not_text')),
  z.string().check(z.maxLength(2000, complaint('too_long', { max: 2000 })), z.refine(isWebLink, complaint('link'))),
  { decode: (value) => value.trim(), encode: (value) => value },
)

/** Whether text parses as an http(s) address without credentials. */
export function isWebLink(value: string) {
  if (!/^https?:\/\//i.test(value) || forbidden.test(value)) return false
  try {
    const url = new URL(value)
    return url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/**
 * In an edit: the `updated_at` that the form was opened with, null if the record had never been changed. If it has
 * changed since, the call is refused with 409 `changed_meanwhile`, naming who and when. If omitted, nothing is
 * compared.
 */
export const openedWith = z.optional(z.nullable(instant))

export const cursor = z.optional(z.string().check(z.maxLength(200)))
export const nextCursor = z.nullable(z.string())

type Bounds = { min: number; max: number }

/** A required whole number in the URL. */
export function wholeNumber({ min, max }: Bounds) {
  return z.codec(z.string(), z.int().check(z.minimum(min), z.maximum(max)), {
    decode: (value, context) => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      return refuseInput(context, value, complaint('whole_range', { min, max }))
    },
    encode: String,
  })
}

/** The same, with a default. */
export function queryInteger({ fallback, ...bounds }: Bounds & { fallback: number }) {
  return z._default(wholeNumber(bounds), fallback)
}

/** The same, undefined if it is left out. */
export function optionalInteger(bounds: Bounds) {
  return z.optional(wholeNumber(bounds))
}

export const page = queryInteger({ min: 1, max: 1_000_000, fallback: 1 })
export const perPage = queryInteger({ min: 1, max: 100, fallback: 20 })

const SEARCH_MAX = 100
/**
 * What somebody searches for. The web sends what of it may be sent, because it often is pasted: a copied phone number comes with
 * marks of direction around it.
 */
export const search = z.optional(
  z.codec(text({ max: SEARCH_MAX, min: 0 }), z.string(), { decode: (value) => value, encode: sendable }),
)

/** Without invisible characters and overlong graphemes, and cut between graphemes; empty if nothing visible is left. */
function sendable(typed: string): string {
  const plain = typed.replaceAll(new RegExp(forbidden, 'gu'), '').normalize('NFC').trim()
  let sent = ''
  for (const { segment } of signs.segment(plain)) {
    if (sent.length + segment.length > SEARCH_MAX) break
    if ([...segment].length <= SIGN_MAX) sent += segment
  }
  return visible.test(sent) ? sent.trim() : ''
}

export const pagination = z.object({ current_page: z.int(), last_page: z.int(), total: z.int() })
export const messageReply = z.object({ message: z.string() })

/**
 * A search in the panel's lists examines this many people, and this many rows of each status; further matches are
 * neither shown nor counted. Waiting requests are always complete, except in support's inbox (docs/lists.md#searches).
 */
export const FOUND_MAX = 5_000

/** Whether a list lacks some of the search's matches. */
export const isCut = z.boolean()
