import { expect, test } from 'vitest'
import { isBelieved, judgeConfirmation } from './rules.ts'

const machineAt = new Date('2027-12-26T06:30:00Z')
const before = (days: number) => new Date(machineAt.getTime() - days * 86_400_000)

test.each([
  ['a week later', { trustedAt: before(7) }, true],
  ['a machine that was off for 400 days', { trustedAt: before(400) }, true],
  ['a program that lives through 400 days at once', { trustedAt: before(400), isFirstLook: false }, false],
  ['a start after that', { trustedAt: before(400), doubtedAt: before(399) }, false],
  [
    'a start whose database is on a machine of another date',
    { trustedAt: before(400), databaseAt: before(399) },
    false,
  ],
  ['a start whose database is an hour behind', { trustedAt: before(400), databaseAt: before(1 / 24) }, true],
  ['a database that is ahead', { trustedAt: before(400), databaseAt: before(-30) }, true],
  ['a clock that went back by a year', { trustedAt: before(-365), isFirstLook: false }, true],
])('%s', (_what, known, isTrusted) => {
  expect(isBelieved({ machineAt, doubtedAt: null, databaseAt: machineAt, isFirstLook: true, ...known })).toBe(isTrusted)
})

test.each([
  ['the doubted day is confirmed', new Date('2026-12-02T18:30:00Z'), '2026-12-03', true],
  ['the day before is not, as a page of yesterday showed it', new Date('2026-12-02T18:30:00Z'), '2026-12-02', false],
  ['none is where nothing is doubted', null, '2026-12-03', false],
])('%s', (_what, doubtedAt, day, isTaken) => {
  expect(judgeConfirmation({ day, doubtedAt })).toEqual(
    isTaken ? { trustedAt: doubtedAt } : { refused: { code: 'changed_meanwhile' } },
  )
})
