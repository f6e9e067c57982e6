import { readContact, readEmail, readPhone } from '@bittkosh/contract/contact'
import { expect, test } from 'vitest'
import { nextAttemptAt, waitsAnywhere } from '../platform/identity/attempts.ts'
import { deviceName, judgePassword, judgeRoles, newReferralCode, PASSWORD_WAITS } from './rules.ts'

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
])('phone: %s', (_case, typed, stored) => {
  expect(readPhone(typed)).toBe(stored)
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
])('e-mail: %s', (_case, typed, stored) => {
  expect(readEmail(typed)).toBe(stored)
})

test('a login is an address, a phone number, or nothing', () => {
  expect(readContact('A@b.in')).toEqual({ email: 'a@b.in' })
  expect(readContact('98765 43210')).toEqual({ phone: '+919876543210' })
  expect(readContact('asha')).toBeNull()
})

test.each([
  ['the commonest of 8 characters', 'password', false],
  ['in other capitals', 'PassWord1', false],
  ['common in India', 'JaiMataDi', false],
  ["the product's name", 'Bitt-Kosh 2026', false],
  ['a sentence', 'teen hathi nadi par', true],
])('password: %s', (_case, password, fine) => {
  expect('fine' in judgePassword(password, 'password')).toBe(fine)
})

test.each([
  [1, 0],
  [4, 0],
  [5, 30],
  [6, 60],
  [10, 960],
  [11, 1200],
  [500, 1200],
])('after %i failures one waits %i seconds', (failures, seconds) => {
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

test('a referral code is eight signs that cannot be misread', () => {
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
  ['curl/8.5', null],
])('device: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test.each([
  ['an owner stays one', 1, ['owner', 'kyc'], [1], true],
  ['the only owner becomes a viewer', 1, ['viewer'], [1], false],
  ['one of two owners becomes a viewer', 1, ['viewer'], [1, 2], true],
  ['somebody else changes role', 3, ['viewer'], [1], true],
  ['an owner who is not active gives the role up', 3, ['viewer'], [1], true],
] as const)('roles: %s', (_case, admin, roles, owners, fine) => {
  expect('fine' in judgeRoles({ admin, roles, owners })).toBe(fine)
})
