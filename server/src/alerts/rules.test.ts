import { ratedSettings } from '@bittkosh/contract/alerts'
import { paise, ZERO } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { type Act, alertsOfAct, isTooOld, isLate, isUncovered, kindsSeenBy, mayMail } from './rules.ts'

const at = new Date('2026-11-21T06:30:00Z')
const ago = (ms: number) => new Date(at.getTime() - ms)
const HOUR_MS = 3_600_000

test.each<[string, Act, ReturnType<typeof alertsOfAct>]>([
  ['another payee', { action: 'deposit method changed', after: {} }, [{ kind: 'payee_changed', setting: null }]],
  [
    'a payee switched on',
    { action: 'deposit method activated', after: {} },
    [{ kind: 'payee_changed', setting: null }],
  ],
  [
    'a rate among texts',
    { action: 'setting changed', after: { header_line: {}, usdt_value: {} } },
    [{ kind: 'rate_changed', setting: 'usdt_value' }],
  ],
  [
    'two rates of one act',
    { action: 'setting changed', after: { usdt_value: {}, min_deposit_limit: {} } },
    [
      { kind: 'rate_changed', setting: 'min_deposit_limit' },
      { kind: 'rate_changed', setting: 'usdt_value' },
    ],
  ],
  ['texts alone', { action: 'setting changed', after: { header_line: {} } }, []],
  ['a rule of alerts', { action: 'setting changed', after: { alert_coverage: {} } }, []],
  ['an erased entry', { action: 'setting changed', after: null }, []],
  ['a new admin', { action: 'admin created', after: {} }, [{ kind: 'admin_made', setting: null }]],
  ['other roles', { action: 'admin roles changed', after: {} }, [{ kind: 'admin_changed', setting: null }]],
])('%s', (_what, act, expected) => expect(alertsOfAct(act)).toEqual(expected))

const cash = (amount: bigint) => ({ account: 'cash_upi', plus: ZERO, minus: paise(amount) })
const owed = (amount: bigint) => ({ account: 'wallet', plus: paise(amount), minus: ZERO })
test.each([
  ['nothing at all', [], false],
  ['as much in hand as is owed', [cash(100n), owed(100n)], false],
  ['a paisa too little', [cash(99n), owed(100n)], true],
  [
    'costs are not owed',
    [cash(100n), owed(100n), { account: 'expense_referral', plus: paise(5n), minus: ZERO }],
    false,
  ],
])('coverage: %s', (_what, totals, expected) => expect(isUncovered(totals)).toBe(expected))

test.each([
  ['an empty queue', null, false],
  ['an hour less a moment', ago(HOUR_MS - 1), false],
  ['an hour', ago(HOUR_MS), true],
])('late after an hour: %s', (_what, oldest, expected) => expect(isLate(oldest, { hours: 1, at })).toBe(expected))

test.each([
  ['none at all', null, true],
  ['an hour less a moment', ago(HOUR_MS - 1), false],
  ['an hour', ago(HOUR_MS), true],
])('a backup is old after an hour: %s', (_what, madeAt, expected) =>
  expect(isTooOld(madeAt, { hours: 1, at })).toBe(expected),
)

test.each([
  ['the first', null, true],
  ['within the hour', ago(HOUR_MS - 1), false],
  ['an hour later', ago(HOUR_MS), true],
  ['just now by another machine', ago(-1000), false],
  ['while the clock ran ahead', ago(-24 * HOUR_MS), true],
])('a mail: %s', (_what, last, expected) => expect(mayMail(last, at)).toBe(expected))

test('a role sees the alerts that its permissions let it open', () => {
  expect(kindsSeenBy(['kyc'])).toEqual(['kyc_late', 'admin_made', 'admin_changed'])
  expect(kindsSeenBy(['catalogue'])).toEqual(['payee_changed', 'rate_changed', 'admin_made', 'admin_changed'])
  expect(ratedSettings).toContain('withdrawal_fee_percentage')
})
