import {
  email,
  isReleased,
  phone,
  readContact,
  readEmail,
  readPhone,
  releasedContact,
} from '@bittkosh/contract/contact'
import { readComplaint } from '@bittkosh/contract/complaint'
import { deviceText } from '@bittkosh/contract/words/devices'
import * as z from 'zod/mini'
import { expect, test, vi } from 'vitest'
import { nextAttemptAt, waitsAnywhere } from '../platform/identity/attempts.ts'
import {
  CODES_COUNTED_MS,
  deviceOf,
  judgeContactCode,
  judgeNewPassword,
  judgePassword,
  judgeRoles,
  newReferralCode,
  PASSWORD_WAITS,
  secondsToNextCode,
  type SentCode,
} from './rules.ts'

test.each([
  ['ten digits are Indian', '9876543210', '+919876543210'],
  ['with spaces and a country code', '+91 98765 43210', '+919876543210'],
  ['with a trunk zero', '09876543210', '+919876543210'],
  ['with 91 and no plus', '919876543210', '+919876543210'],
  ['with 0091', '0091 98765-43210', '+919876543210'],
  ['a series newer than any list', '6012345678', '+916012345678'],
  ['another country with its code', '+1 (415) 555-0123', '+14155550123'],
  ['no Indian mobile begins with 1', '+91 12345 67890', null],
  ['no country has code 0', '+0123456789', null],
  ['nine digits', '987654321', null],
  ['eleven digits after +91', '+91987654321000', null],
  ['letters', '98765abcde', null],
  ['nothing', '', null],
  ['a line break in the middle', '98765\u000043210', null],
  ['a wide plus', ' ＋91 98765 43210', '+919876543210'],
  ['marks of direction around it', '\u202a+91 98765 43210\u202c', '+919876543210'],
  ['dashes that do not break', '98765\u201143210', '+919876543210'],
  ['Devanagari digits', '९८७६५४३२१०', '+919876543210'],
  ['another country after a space', ' +1 415 555 0123', '+14155550123'],
  ['another country after 00', '001 415 555 0123', '+14155550123'],
  ['91 twice', '+91919876543210', null],
  ['an Indian number with a digit in front', '29876543210', null],
  ['an Indian number with a digit too many', '98765432100', null],
  ['the shortest of another country', '+12345678', '+12345678'],
  ['one shorter', '+1234567', null],
  ['the longest of another country', '+123456789012345', '+123456789012345'],
  ['one longer', '+1234567890123456', null],
  ['forty signs', `9876543210${' '.repeat(30)}`, '+919876543210'],
  ['forty-one', `9876543210${' '.repeat(31)}`, null],
  ['a letter in front', 'x9876543210', null],
  ['a plus in the middle', '98765+43210', null],
])('phone: %s', (_case, typed, stored) => {
  expect(readPhone(typed)).toBe(stored)
})

test('a phone number that is too long is not searched by patterns, which would take quadratic time', () => {
  const search = vi.spyOn(RegExp.prototype, 'test')
  const phone = readPhone(`${' '.repeat(40)}x`)
  const searches = search.mock.calls.length
  search.mockRestore()
  expect([phone, searches]).toEqual([null, 0])
})

test.each([
  ['capitals are lowered', ' Asha.Rao@Example.COM ', 'asha.rao@example.com'],
  ['a plus stays', 'a+b@example.co.in', 'a+b@example.co.in'],
  ['a header is no address', 'a@example.com\r\nBcc: b@example.com', null],
  ['two addresses', 'a@example.com,b@example.com', null],
  ['a name with an address', 'Asha <a@example.com>', null],
  ['no domain', 'asha@localhost', null],
  ['two dots', 'a..b@example.com', null],
  ['a quoted one', '"a b"@example.com', null],
  ['a dot in front', '.a@example.com', null],
  ['a dot before the @', 'a.@example.com', null],
  ['a hyphen after the @', 'a@-example.com', null],
  ['a hyphen before a dot', 'a@example-.com', null],
  ['a hyphen at the end', 'a@example.com-', null],
  ['a hyphen within', 'a-b@ex-ample.com', 'a-b@ex-ample.com'],
  ['64 letters before the @', `${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ['65', `${'a'.repeat(65)}@example.com`, null],
  ['254 letters', `a@${'b'.repeat(248)}.com`, `a@${'b'.repeat(248)}.com`],
  ['255', `a@${'b'.repeat(249)}.com`, null],
  ['a wide letter', 'ａ@example.com', null],
])('e-mail: %s', (_case, typed, stored) => {
  expect(readEmail(typed)).toBe(stored)
})

test('a login is an address, a phone number, or nothing', () => {
  expect(readContact('A@b.in')).toEqual({ email: 'a@b.in' })
  expect(readContact('98765 43210')).toEqual({ phone: '+919876543210' })
  expect(readContact('asha')).toBeNull()
})

test.each([
  ['an address', email, ' A@b.in', 'a@b.in'],
  ['no address', email, 'asha', { code: 'email' }],
  ['nothing for an address', email, '', { code: 'required' }],
  ['a number for an address', email, 5, { code: 'not_text' }],
  ['a phone number', phone, '98765 43210', '+919876543210'],
  ['no phone number', phone, 'asha', { code: 'phone' }],
])('a form reads %s', (_case, schema, typed, expected) => {
  const read = z.safeDecode(schema, typed as string)
  expect(read.success ? read.data : readComplaint(read.error.issues[0]?.message ?? '')).toEqual(expected)
  expect(read.success && z.encode(schema, read.data)).toBe(read.success && expected)
})

test('the placeholder for a released contact is not a login', () => {
  const gone = releasedContact(7)
  expect([isReleased(gone), isReleased('a@b.in'), readContact(gone)]).toEqual([true, false, null])
  expect(gone).toBe('released 7')
})

test.each([
  ['the commonest of 8 characters', 'password', false],
  ['in other capitals', 'PassWord1', false],
  ['common in India', 'JaiMataDi', false],
  ["the product's name", 'Bitt-Kosh 2026', false],
  ['a sentence', 'teen hathi nadi par', true],
])('password: %s', (_case, password, fine) => {
  const weak = { refused: { code: 'weak_password', field: 'new_password' } }
  expect(judgePassword(password, 'new_password')).toEqual(fine ? { fine: true } : weak)
})

test.each([
  ['typed the same twice', 'teen hathi nadi par', 'teen hathi nadi par', { fine: true }],
  ['the same letters in another composition', 'caf\u00e9 par milte hain', 'cafe\u0301 par milte hain', { fine: true }],
  [
    'typed differently',
    'teen hathi nadi par',
    'teen hathi nadi paar',
    { refused: { code: 'passwords_differ', field: 'again' } },
  ],
  ['typed the same twice, and common', 'password', 'password', { refused: { code: 'weak_password', field: 'new' } }],
])('a new password: %s', (_case, password, confirmation, expected) => {
  const fields = { password: 'new', confirmation: 'again' }
  expect(judgeNewPassword({ password, confirmation, fields })).toEqual(expected)
})

test.each([
  [1, 0],
  [4, 0],
  [5, 30],
  [6, 60],
  [10, 960],
  [11, 1200],
  [500, 1200],
])('after %i failures the wait is %i seconds', (failures, seconds) => {
  const lastAt = new Date('2026-03-31T10:00:00Z')
  expect(nextAttemptAt({ failures, lastAt }, PASSWORD_WAITS).getTime() - lastAt.getTime()).toBe(seconds * 1000)
})

test.each([
  ['one place', PASSWORD_WAITS],
  ['all strange places together', waitsAnywhere(PASSWORD_WAITS)],
])('a patient guesser gets at most 100 tries a day: %s', (_who, waits) => {
  const start = new Date('2026-03-31T00:00:00Z')
  let at = start
  let tries = 0
  while (at.getTime() - start.getTime() < 24 * 3_600_000) at = nextAttemptAt({ failures: ++tries, lastAt: at }, waits)
  expect(tries).toBeLessThanOrEqual(100)
})

test('a referral code is eight characters that cannot be misread', () => {
  for (let code = 0; code < 1000; code++) expect(newReferralCode()).toMatch(/^[2-9B-DF-HJKMNP-RTW-Z]{8}$/)
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 OPR/112.0', 'Opera on Windows'],
  ['Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Safari/537.36', 'Samsung Internet on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari on iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari on Mac'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Firefox/140.0', 'Firefox'],
  ['Dalvik/2.1.0 (Linux; U; Android 14)', 'Android'],
  ['curl/8.5', null],
])('device: %s', (userAgent, name) => {
  expect(deviceText('en', deviceOf(userAgent))).toBe(name)
})

test.each([
  ['an owner stays one', 1, ['owner', 'kyc'], [1], true],
  ['the only owner becomes a viewer', 1, ['viewer'], [1], false],
  ['one of two owners becomes a viewer', 1, ['viewer'], [1, 2], true],
  ['somebody else changes role', 3, ['viewer'], [1], true],
  ['an owner who is not active gives the role up', 3, ['viewer'], [1], true],
] as const)('roles: %s', (_case, admin, roles, owners, fine) => {
  const no = { refused: { code: 'last_owner', field: 'roles' } }
  expect(judgeRoles({ admin, roles, owners })).toEqual(fine ? { fine: true } : no)
})

const now = new Date('2026-03-31T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const sent: SentCode = { id: 9, hash: Buffer.alloc(0), wrongCodes: 0, sentAt: now, expiresAt: ago(-1) }
const dead = { verdict: 'refused', refused: { code: 'contact_code_dead', field: 'code' } }
const wrong = (left: number) => {
  return { verdict: 'wrong', id: 9, refused: { code: 'contact_code_wrong', field: 'code', params: { left } } }
}

test.each<[string, SentCode | undefined, boolean, object]>([
  ['that matches proves the contact', sent, true, { verdict: 'proven' }],
  ['that matches at the last try', { ...sent, wrongCodes: 4 }, true, { verdict: 'proven' }],
  ['that matches after five wrong ones', { ...sent, wrongCodes: 5 }, true, dead],
  ['that matches at the moment it ends', { ...sent, expiresAt: now }, true, dead],
  ['that nobody sent', undefined, true, dead],
  ['that is wrong', sent, false, wrong(4)],
  ['that is wrong at the last try', { ...sent, wrongCodes: 4 }, false, wrong(0)],
])('a code of a contact: one %s', (_case, last, matches, expected) => {
  expect(judgeContactCode({ now, sent: last, matches })).toEqual(expected)
})

const DAY_MS = 86_400_000
const ten = (oldest: number) => [...Array<number>(9).fill(7_200_000), oldest]
test.each<[string, number[], number]>([
  ['at once where none was sent', [], 0],
  ['a minute after the last', [0, 7_200_000], 60],
  ['what is left of the minute, rounded up', [59_001], 1],
  ['at once when the minute is over', [60_000], 0],
  ['at once long after', [90_000], 0],
  ['when the tenth of a day is a day old', ten(DAY_MS - 5_000), 5],
  ['at once when it is', ten(DAY_MS), 0],
  ['a minute after the last, if that is later', [10_000, ...ten(DAY_MS - 5_000).slice(1)], 50],
  ['whatever the eleventh', [...ten(DAY_MS), DAY_MS - 5_000], 0],
])('another code may be sent %s', (_case, ages, seconds) => {
  const codes = ages.map((ms) => ({ sentAt: ago(ms) }))
  expect(secondsToNextCode(codes, now)).toBe(seconds)
})

test('codes are counted for a day', () => expect(CODES_COUNTED_MS).toBe(DAY_MS))
