import { expect, test } from 'vitest'
import { amountOf, type Done, guardOf, needsFourEyes } from './guards.ts'
import { paise } from './money.ts'
import type { SettingKey } from './settings.ts'

const user = { role: 'user', email: 'a@b.test', is_active: true, balance: paise(100_00n) }
const admin = { ...user, role: 'admin' }
const edit = (before: object, change: object): Done => {
  return { action: 'user edited', subject: 'user', before, after: { ...before, ...change } }
}
const setting = (...keys: SettingKey[]): Done => {
  const after = Object.fromEntries(keys.map((key) => [key, { value: '1' }]))
  return { action: 'setting changed', subject: 'settings', after }
}
const payout: Done = { action: 'withdrawal approved', subject: 'withdrawal', after: { amount: paise(1000_00n) } }

test.each<[string, Done, unknown]>([
  [
    'a deposit by its approved amount',
    { action: 'deposit approved', subject: 'deposit', after: { approved_amount: 5n } },
    { amount: 5n },
  ],
  [
    'a payout by its gross amount',
    { action: 'withdrawal approved', subject: 'withdrawal', after: { amount: 9n, fee: 2n } },
    { amount: 9n },
  ],
  ['a rejection', { action: 'deposit rejected', subject: 'deposit' }, 'free'],
  ["a user's name", edit(user, { name: 'Asha' }), 'free'],
  ["an admin's name", edit(admin, { name: 'Asha' }), 'code'],
  ["a user's e-mail address", edit(user, { email: 'c@d.test' }), 'four eyes'],
  ["a user's phone number", edit(user, { phone: '+919800000000' }), 'four eyes'],
  ["a user's password", edit(user, { password: 'changed' }), 'four eyes'],
  ['a user switched off by an edit', edit(user, { is_active: false }), 'free'],
  ['an admin switched off by an edit', edit(admin, { is_active: false }), 'four eyes'],
  ['a balance raised', edit(user, { balance: paise(150_00n) }), { amount: 50_00n }],
  ['a balance lowered', edit(user, { balance: paise(40_00n) }), { amount: 60_00n }],
  ['a balance and an e-mail address', edit(user, { balance: paise(1n), email: 'c@d.test' }), 'four eyes'],
  ['a user deactivated', { action: 'user deactivated', subject: 'user', before: { role: 'user' } }, 'free'],
  ['an admin deactivated', { action: 'user deactivated', subject: 'user', before: { role: 'admin' } }, 'four eyes'],
  ['an admin removed', { action: 'user removed', subject: 'user', before: { role: 'admin' } }, 'four eyes'],
  ['a fee', setting('withdrawal_fee_percentage'), 'four eyes'],
  ['four eyes themselves', setting('four_eyes_above'), 'four eyes'],
  ['the name of the operator', setting('operator_name'), 'code'],
  ['the lines of the banner', setting('header_line'), 'code'],
  ['the lines of the banner in Hindi', setting('header_line_hi'), 'code'],
  ['a fee among texts', setting('header_line', 'withdrawal_fee_percentage'), 'four eyes'],
])('%s', (_case, done, guard) => expect(guardOf(done)).toEqual(guard))

test.each<[string, Done, unknown]>([
  ['a payout, its gross amount', payout, 1000_00n],
  ['a balance raised', edit(user, { balance: paise(150_00n) }), 50_00n],
  ['a balance lowered', edit(user, { balance: paise(40_00n) }), 60_00n],
  ['a balance beside an e-mail address', edit(user, { balance: paise(40_00n), email: 'c@d.test' }), 60_00n],
  ['an e-mail address alone', edit(user, { email: 'c@d.test' }), null],
  ['a setting', setting('usdt_value'), null],
  ['a rejection', { action: 'deposit rejected', subject: 'deposit' }, null],
])('the amount it moves: %s', (_case, done, amount) => expect(amountOf(done)).toBe(amount))

test.each<[string, Done, string]>([
  ['an edit without recorded fields', { action: 'user edited', subject: 'user' }, 'undefined is no amount'],
  ['an unrecorded previous balance', edit({ role: 'user' }, { balance: paise(1n) }), 'undefined is no amount'],
  ['an amount as text', { ...payout, after: { amount: '5' } }, '5 is no amount'],
  ['no setting at all', { action: 'setting changed', subject: 'settings', after: {} }, 'unknown among'],
  ['settings without recorded values', { action: 'setting changed', subject: 'settings' }, 'unknown among'],
  [
    'an unknown setting among known ones',
    { action: 'setting changed', subject: 'settings', after: { ...setting('header_line').after, amount: 1 } },
    'unknown among header_line,amount',
  ],
])('an act that cannot be judged is a bug: %s', (_case, done, message) => {
  expect(() => guardOf(done)).toThrow(message)
})

test('an account whose role is not recorded is guarded like a user’s', () => {
  expect(guardOf({ action: 'user closed', subject: 'user' })).toBe('free')
})

const rejection: Done = { action: 'deposit rejected', subject: 'deposit' }

test.each([
  ['off', null, payout, false],
  ['above it', paise(1000_01n), payout, false],
  ['at it', paise(1000_00n), payout, true],
  ['always', paise(0n), payout, true],
  ['XX', paise(0n), rejection, false],
  ['whatever the amount', paise(1000_01n), setting('usdt_value'), true],
  ['off, whatever the amount', null, setting('usdt_value'), false],
  ['a code only', paise(0n), setting('operator_name'), false],
])('four eyes %s', (_case, above, done, needed) => expect(needsFourEyes(done, above)).toBe(needed))
