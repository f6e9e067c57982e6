import { expect, test } from 'vitest'
import { judgeConfirmation } from './rules.ts'

test.each([
  ['the doubted day is confirmed', new Date('2026-12-02T18:30:00Z'), '2026-12-03', true],
  ['the day before is not, as a page of yesterday showed it', new Date('2026-12-02T18:30:00Z'), '2026-12-02', false],
  ['none is where nothing is doubted', null, '2026-12-03', false],
])('%s', (_what, doubtedAt, day, isTaken) => {
  expect(judgeConfirmation({ day, doubtedAt })).toEqual(
    isTaken ? { trustedAt: doubtedAt } : { refused: { code: 'changed_meanwhile' } },
  )
})
