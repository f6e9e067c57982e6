import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { judgeBalance, judgeClosing, judgeFreeze, judgeShutOut } from './rules.ts'

const fine = { fine: true }
const refused = (code: string, field?: string) => ({ refused: { code, ...(field && { field }) } })

test.each([
  ['raised', 150_00n, 100_00n, { change: 50_00n }],
  ['lowered', 99_99n, 100_00n, { change: -1n }],
  ['as it was', 100_00n, 100_00n, { change: 0n }],
  ['by a form that does not say what it was opened with', 150_00n, undefined, { change: 50_00n }],
  ['while money came in', 150_00n, 99_99n, refused('balance_moved', 'balance')],
])('a balance is edited: %s', (_case, wanted, openedWith, expected) => {
  const opened = openedWith === undefined ? undefined : paise(openedWith)
  expect(judgeBalance({ now: paise(100_00n), wanted: paise(wanted), openedWith: opened })).toEqual(expected)
})

test.each([
  ['another account', {}, fine],
  ['themselves', { user: 1 }, refused('own_account')],
  ['the one who approves it', { admins: [1, 2] }, refused('own_account')],
  ['the last owner', { owners: [2] }, refused('last_owner')],
  ['one of two owners', { owners: [2, 1] }, fine],
])('an admin shuts out %s', (_case, change, expected) => {
  expect(judgeShutOut({ admins: [1], user: 2, owners: [1], ...change })).toEqual(expected)
})

test.each([
  ['a user', 'user', false, fine],
  ['a user who is frozen', 'user', true, refused('already_frozen')],
  ['an admin', 'admin', false, refused('only_users_freeze')],
] as const)('the money can be stopped of %s', (_case, role, isFrozen, expected) => {
  expect(judgeFreeze({ role, isFrozen })).toEqual(expected)
})

test.each([
  ['nothing', {}, fine],
  ['a paisa', { ownMoney: paise(1n) }, refused('account_holds_money')],
  ['an open request', { hasOpen: true }, refused('account_has_requests')],
  ['both', { ownMoney: paise(1n), hasOpen: true }, refused('account_has_requests')],
  ['frozen money', { isFrozen: true, ownMoney: paise(1n) }, refused('money_frozen')],
])('an account is closed at its owner’s request that has %s', (_case, change, expected) => {
  expect(judgeClosing({ isFrozen: false, ownMoney: paise(0n), hasOpen: false, ...change })).toEqual(expected)
})
