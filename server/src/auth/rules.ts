/** Rules of registration and sign-in: passwords, waits after failures, referral codes. */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BRAND } from '@bittkosh/contract/brand'
import type { Role } from '@bittkosh/contract/roles'
import type { Refused } from '@bittkosh/contract/refusals'
import { composed } from '@bittkosh/contract/shapes'
import { CONTACT_CODE_TRIES } from '@bittkosh/contract/verification'
import type { Device } from '@bittkosh/contract/words/devices'
import type { Waits } from '../platform/identity/attempts.ts'

/**
 * The 3,000 most common passwords that have at least 8 characters, in lower case: the head of zxcvbn's list (MIT, 30,000
 * leaked passwords by frequency), with some sixty that are common in India inserted before its tail.
 */
const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** Refuses the most common passwords and those that contain the product's name; the contract checks the length. */
export function judgePassword(password: string, field: string): { fine: true } | { refused: Refused<'weak_password'> } {
  const plain = password.toLowerCase()
  const namesProduct = plain.replace(/[^\p{L}\p{N}]/gu, '').includes(BRAND.toLowerCase())
  return commonPasswords.has(plain) || namesProduct ? { refused: { code: 'weak_password', field } } : { fine: true }
}

/** A new password in two fields: they must be equal, and the password strong enough. */
export function judgeNewPassword({
  password,
  confirmation,
  fields,
}: {
  password: string
  confirmation: string
  fields: { password: string; confirmation: string }
}): { fine: true } | { refused: Refused<'passwords_differ' | 'weak_password'> } {
  if (composed(confirmation) !== password) return { refused: { code: 'passwords_differ', field: fields.confirmation } }
  return judgePassword(password, fields.password)
}

/**
 * The seconds between a wrong password and the next attempt, by the number of failures before it. The longest wait leaves
 * about 80 guesses a day and locks nobody out for good. Source: docs/security.md#passwords-tokens-and-codes.
 */
export const PASSWORD_WAITS: Waits = [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1200]

// No vowels, so no words; no characters that look like others (0 O, 1 I L, U V).
const CODE_SIGNS = '23456789BCDFGHJKMNPQRTWXYZ'
const CODE_LENGTH = 8 // 200,000 million codes

export function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')
}

/** Browser and system, as far as the user agent reveals them. */
export function deviceOf(userAgent: string): Device {
  const browser = firstNamed(userAgent, [
    [/\bEdg(e|A|iOS)?\//, 'Edge'],
    [/\bOPR\/|\bOpera\b/, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
    [/\bSafari\//, 'Safari'],
  ])
  const system = firstNamed(userAgent, [
    [/\bAndroid\b/, 'Android'],
    [/\biPhone\b/, 'iPhone'],
    [/\biPad\b/, 'iPad'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
    [/\bCrOS\b/, 'ChromeOS'],
    [/\bLinux\b/, 'Linux'],
  ])
  return { browser, system }
}

function firstNamed(text: string, names: [RegExp, string][]): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const MINUTE_MS = 60_000
const NEXT_CODE_MS = MINUTE_MS
/** Codes per day for one contact: with five tries each, 1 in 20,000 to guess one of them. */
const CODES_A_DAY = 10
export const CODES_COUNTED_MS = 24 * 60 * MINUTE_MS

/** A code that was sent to prove a contact. */
export type SentCode = { id: number; hash: Buffer; wrongCodes: number; sentAt: Date; expiresAt: Date }

/** The result of a typed code: only the last sent code counts, until it expires and for five tries. */
export function judgeContactCode({
  now,
  sent,
  matches,
}: {
  now: Date
  sent: SentCode | undefined
  matches: boolean
}):
  | { verdict: 'proven' }
  | { verdict: 'wrong'; id: number; refused: Refused<'contact_code_wrong'> }
  | { verdict: 'refused'; refused: Refused<'contact_code_dead'> } {
  if (!sent || now >= sent.expiresAt || sent.wrongCodes >= CONTACT_CODE_TRIES)
    return { verdict: 'refused', refused: { code: 'contact_code_dead', field: 'code' } }
  if (matches) return { verdict: 'proven' }
  const left = CONTACT_CODE_TRIES - sent.wrongCodes - 1
  return { verdict: 'wrong', id: sent.id, refused: { code: 'contact_code_wrong', field: 'code', params: { left } } }
}

/** How long until another code may be sent, given those of the last 24 hours, newest first. */
export function secondsToNextCode(sent: readonly Pick<SentCode, 'sentAt'>[], now: Date): number {
  const afterLast = sent[0] ? sent[0].sentAt.getTime() + NEXT_CODE_MS : 0
  const oldestThatCounts = sent[CODES_A_DAY - 1]
  const withinTheDay = oldestThatCounts ? oldestThatCounts.sentAt.getTime() + CODES_COUNTED_MS : 0
  return Math.max(0, Math.ceil((Math.max(afterLast, withinTheDay) - now.getTime()) / 1000))
}

/** Whether an admin may get these roles: one active owner always remains. `owners` are the active ones. */
export function judgeRoles({
  admin,
  roles,
  owners,
}: {
  admin: number
  roles: readonly Role[]
  owners: readonly number[]
}): { fine: true } | { refused: Refused<'last_owner'> } {
  const isLast = owners.length === 1 && owners[0] === admin
  if (isLast && !roles.includes('owner')) return { refused: { code: 'last_owner', field: 'roles' } }
  return { fine: true }
}
