/** E-mail addresses and phone numbers: how they are typed, compared and stored. */
import * as z from 'zod/mini'
import { complaint, refuseInput } from './complaint.ts'
import type { PlainComplaintCode } from './complaints.ts'
import { latinDigits } from './digits.ts'
import { composed } from './shapes.ts'

const EMAIL_MAX = 254 // RFC 5321
const PHONE_TYPED_MAX = 40

/** An e-mail address, stored and compared in lower case; null for any other text. */
export function readEmail(text: string): string | null {
  const email = composed(text).trim().toLowerCase()
  // A single address without quotes, brackets, spaces or control characters, because it is written into mail headers.
  return email.length <= EMAIL_MAX &&
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email) &&
    !/^\.|\.\.|\.@|@-|-\.|-$/.test(email)
    ? email
    : null
}

/**
 * A phone number as E.164; null for any other text. Without a country code it is Indian: ten digits that begin with 6
 * to 9, after an optional 0 or 91. Another country's number needs its + or 00, and only its length is checked. A copied
 * number may contain long dashes and the invisible marks that address books put around it. Why there is no list of number
 * series: docs/decisions/0010-phone-numbers.md.
 */
export function readPhone(text: string): string | null {
  if (text.length > PHONE_TYPED_MAX) return null // first: the pattern below takes quadratic time
  const typed = latinDigits(text).replace(/\p{Format}/gu, '')
  if (!/^\s*\+?[\d\s().\p{Dash_Punctuation}]+$/u.test(typed)) return null
  const digits = typed.replace(/\D/g, '')
  const code = /^\s*\+/.test(typed) ? digits : digits.startsWith('00') ? digits.slice(2) : null
  const indian = /^(?:0|91)?([6-9]\d{9})$/
  if (code === null) return indian.test(digits) ? digits.replace(indian, '+91$1') : null
  if (code.startsWith('91')) return /^91[6-9]\d{9}$/.test(code) ? `+${code}` : null
  return /^[1-9]\d{7,14}$/.test(code) ? `+${code}` : null
}

/**
 * Replaces an account's e-mail address or phone number that now belongs to somebody else. It is not a valid contact, so
 * nobody can type it or sign in with it, and nothing can be sent to it.
 */
export function releasedContact(user: number): string {
  return `released ${user}`
}

export function isReleased(contact: string): boolean {
  return contact.startsWith('released ')
}

/** A contact to be shown; null if the account has none of its own. */
export function ownContact(contact: string | null): string | null {
  return contact === null || isReleased(contact) ? null : contact
}

/** The contact that identifies a sign-in or a BittPay recipient; null for text that is neither kind. */
export function readContact(text: string): { email: string } | { phone: string } | null {
  const email = readEmail(text)
  if (email !== null) return { email }
  const phone = readPhone(text)
  return phone === null ? null : { phone }
}

export const email = typed(readEmail, 'email')
export const phone = typed(readPhone, 'phone')

/** A number that nobody can have, so it blocks nobody. The first admin has it until somebody enters a real one. */
export const NO_PHONE = '+910000000000'

/** Also what an account without a contact of its own has in its place, as its reply shows it. */
export const emailOrNone = typed((text) => (isReleased(text) ? text : readEmail(text)), 'email')
export const phoneOrNone = typed((text) => (text === NO_PHONE || isReleased(text) ? text : readPhone(text)), 'phone')

function typed(read: (text: string) => string | null, wrong: PlainComplaintCode) {
  return z.codec(z.string(complaint('not_text')), z.string(), {
    decode: (value, context) => {
      const known = value.length > 0 ? read(value) : null
      if (known !== null) return known
      return refuseInput(context, value, complaint(value ? wrong : 'required'))
    },
    encode: (value) => value,
  })
}
