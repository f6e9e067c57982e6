import { expect, test } from 'vitest'
import type { SettingKey } from './settings.ts'
import { isSameSetting, readSettingValue } from './settingValues.ts'

test.each<[string, SettingKey, string | number, string]>([
  ['a number', 'welcome_bonus', 120.5, '120.5'],
  ['its text', 'usdt_value', ' 91.25 ', '91.25'],
  ['four decimals of a rate', 'flexible_daily_profit_percentage', '0.0215', '0.0215'],
  ['lines, without empty ones and outer spaces', 'header_line', ' One \n\n  Two\n', 'One\nTwo'],
  ['the longest line', 'header_line', 'x'.repeat(200), 'x'.repeat(200)],
  ['the highest fee', 'withdrawal_fee_percentage', 50, '50'],
  ['the lowest fee', 'withdrawal_fee_percentage', 0, '0'],
  ['an optional number that is left empty', 'four_eyes_above', ' ', ''],
  ['a decomposed letter, composed', 'operator_name', 'Cafe\u0301', 'Caf\u00e9'],
  ['the longest name', 'operator_name', 'x'.repeat(200), 'x'.repeat(200)],
  ['off', 'live_figures', 'off', 'off'],
  ['an address in capitals', 'support_url', 'HTTPS://chat.example', 'HTTPS://chat.example'],
  ['an address to write to', 'operator_contact', '<mailto:help@kosh.example>', '<mailto:help@kosh.example>'],
  ['no lines at all', 'header_line', ' \n ', ''],
  [
    'a contact of several parts',
    'operator_contact',
    'Pune, help@kosh.example; +91 98765 43210.',
    'Pune, help@kosh.example; +91 98765 43210.',
  ],
  ['a contact without an e-mail address', 'operator_contact', 'Desk 4, Pune', 'Desk 4, Pune'],
  ['an https address', 'support_url', 'https://chat.example/a?b=c', 'https://chat.example/a?b=c'],
  ['no address', 'app_install_url', '', ''],
  ['on', 'live_figures', 'on', 'on'],
  ['an alert in the panel', 'alert_coverage', 'panel', 'panel'],
  ['an alert by mail', 'alert_backup', ' mail ', 'mail'],
  ['an alert that is off', 'alert_many_payees', 'off', 'off'],
  ['a whole number of hours', 'alert_queue_hours', 36, '36'],
  ['the fewest hours', 'alert_backup_hours', '1', '1'],
  ['the most hours', 'alert_backup_hours', 720, '720'],
  ['a whole number of things', 'alert_many_payees_from', '5', '5'],
  ['a paragraph', 'risk_disclosure', 'Risky.\nVery.', 'Risky.\nVery.'],
])('%s is accepted', (_case, key, typed, value) => {
  expect(readSettingValue(key, typed)).toEqual({ value })
})

test.each<[string, SettingKey, string | number, string, object?]>([
  ['an exponent', 'min_deposit_limit', '1e3', 'number_decimals', { max: 2 }],
  ['a fifth decimal', 'withdrawal_fee_percentage', '7.00001', 'number_decimals', { max: 4 }],
  ['a number below its bound', 'withdrawal_fee_percentage', -1, 'number_range', { min: 0, max: 50 }],
  ['nothing', 'usdt_value', '', 'number_decimals', { max: 2 }],
  ['a number above its bound', 'withdrawal_fee_percentage', 50.0001, 'number_range', { min: 0, max: 50 }],
  ['a banner line that is too long', 'header_line', `short\n${'x'.repeat(201)}`, 'line_too_long', { max: 200 }],
  ['an e-mail address without a domain', 'operator_contact', 'write to help@kosh', 'email_within'],
  ['two addresses in one', 'operator_contact', 'a@b.test@c.test', 'email_within'],
  ['an http address', 'support_url', 'http://chat.example', 'link'],
  ['a script', 'support_url', 'javascript:alert(1)', 'link'],
  ['a directive in a host', 'support_url', 'https://chat.example;sandbox', 'link'],
  ['two hosts in one', 'support_url', 'https://chat.example,evil.example', 'link'],
  ['an address with a password', 'app_install_url', 'https://me:secret@app.example', 'link'],
  ['an address with a space', 'app_install_url', 'https://app.example/a b', 'link'],
  ['yes', 'live_figures', 'yes', 'on_off'],
  ['an unknown way of an alert', 'alert_coverage', 'sms', 'alert_way'],
  ['nothing for an alert', 'alert_backup', '', 'alert_way'],
  ['a fraction of an hour', 'alert_queue_hours', '1.5', 'whole'],
  ['no hour', 'alert_queue_hours', 0, 'number_range', { min: 1, max: 720 }],
  ['too many hours', 'alert_backup_hours', 721, 'number_range', { min: 1, max: 720 }],
  ['a fraction of a thing', 'alert_many_payees_from', '2.5', 'whole'],
  ['a count of one for many', 'alert_many_payees_from', 1, 'number_range', { min: 2, max: 100 }],
  ['nothing for a switch', 'admin_second_factor', '', 'on_off'],
  ['invisible characters', 'operator_name', 'Kosh\u202egpj.exe', 'invisible_characters'],
  ['a tower of marks', 'operator_name', `Kosh${'\u0316'.repeat(30)}`, 'joined_characters'],
  ['too long a text', 'operator_name', 'x'.repeat(201), 'too_long', { max: 200 }],
  [
    'a contact that is too long, before its addresses are read',
    'operator_contact',
    `@${'.'.repeat(500)}x`,
    'too_long',
    { max: 500 },
  ],
  ['lines that are too long together', 'header_line', 'One\n'.repeat(600), 'too_long', { max: 2000 }],
])('%s is refused', (_case, key, typed, code, params) => {
  expect(readSettingValue(key, typed)).toEqual({ complaint: { code, ...(params && { params }) } })
})

test('numbers are compared by value, texts by their characters', () => {
  expect(isSameSetting('withdrawal_fee_percentage', 7, '7.00')).toBe(true)
  expect(isSameSetting('withdrawal_fee_percentage', 7, '7.01')).toBe(false)
  expect(isSameSetting('withdrawal_fee_percentage', ' 7 ', 7)).toBe(true)
  expect(isSameSetting('flexible_daily_profit_percentage', '0.0001', '0.0002')).toBe(false)
  expect(isSameSetting('alert_queue_hours', '24', 24)).toBe(true)
  expect(isSameSetting('operator_name', '7', '7.0')).toBe(false)
  expect(isSameSetting('operator_name', '7', 7)).toBe(true)
})
