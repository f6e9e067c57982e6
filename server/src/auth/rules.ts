/** Decisions of signing up and in: passwords, waiting times after failures, referral codes. */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BRAND } from '@bittkosh/contract/brand'
import type { Role } from '@bittkosh/contract/auth'
import type { Refused } from '@bittkosh/contract/refusals'
import type { Waits } from '../platform/identity/attempts.ts'

/**
 * The 3,000 commonest passwords that have at least 8 characters, in lower case: the head of zxcvbn's list (MIT,
 * 30,000 leaked passwords by frequency), with some sixty that are common in India put before its tail.
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

/** A new password as two fields: they must be the same, and the password strong enough. */
export function judgeNewPassword({
  password,
  confirmation,
  fields,
}: {
  password: string
  confirmation: string
  fields: { password: string; confirmation: string }
}): { fine: true } | { refused: Refused<'passwords_differ' | 'weak_password'> } {
  if (confirmation.normalize('NFC') !== password)
    return { refused: { code: 'passwords_differ', field: fields.confirmation } }
  return judgePassword(password, fields.password)
}

/**
 * How many seconds must lie between a wrong password and the next attempt, by the number of failures before it. The
 * longest wait leaves about 80 guesses a day and locks nobody out permanently. Source: docs/security.md#passwords-tokens-and-codes.
 */
export const PASSWORD_WAITS: Waits = [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1200]

/** Of all strange places together: so many more tries are free that one of them alone makes no other wait. */
export function waitsAnywhere(waits: Waits): Waits {
  return [...Array<number>(15).fill(0), ...waits]
}

// No vowels, so no words; nothing that reads like something else (0 O, 1 I L, U V).
const CODE_SIGNS = '23456789BCDFGHJKMNPQRTWXYZ'
const CODE_LENGTH = 8 // 200,000 million codes

export function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')
}

/** Browser and system in words, as far as a user agent tells: 'Chrome on Android'; null where it tells nothing. */
export function deviceName(userAgent: string): string | null {
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
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}

function firstNamed(text: string, names: [RegExp, string][]): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}

/** Whether an admin may have these roles from now on: one active owner always remains. `owners` are the active ones. */
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
