import { expect, test } from 'vitest'
import {
  cursorOf,
  readCursor,
  readDayAndIdCursor,
  readDayCursor,
  readEntryCursor,
  readHistoryCursor,
  readIdCursor,
  readLineCursor,
  readMomentCursor,
} from './cursor.ts'
import { Refusal } from './refuse.ts'

const AT = '2026-11-21T06:30:00.000Z'
const at = new Date(AT)

const readers = [
  readCursor,
  readIdCursor,
  readMomentCursor,
  readHistoryCursor,
  readDayCursor,
  readDayAndIdCursor,
  readEntryCursor,
  readLineCursor,
]

test('a cursor is parsed as it was issued', () => {
  expect(readIdCursor(cursorOf(7))).toBe(7)
  expect(readMomentCursor(cursorOf(at, 7))).toEqual({ at, id: 7 })
  expect(readHistoryCursor(cursorOf(at, 'deposit', 7))).toEqual({ at, key: 'deposit', id: 7 })
  expect(readDayCursor(cursorOf('2026-11-21'))).toBe('2026-11-21')
  expect(readDayAndIdCursor(cursorOf('2026-11-21', 7))).toEqual({ day: '2026-11-21', id: 7 })
  expect(readEntryCursor(cursorOf('7'))).toBe(7n)
  expect(readLineCursor(cursorOf('7', '12'))).toEqual({ transfer: 7n, entry: 12n })
  for (const read of readers) expect(read(undefined)).toBe(undefined)
})

test.each<[string, (cursor: string) => unknown, (string | number)[]]>([
  ['an id that no row can have', readIdCursor, [2_147_483_648]],
  ['half an id', readIdCursor, [1.5]],
  ['an id as text', readIdCursor, ['7']],
  ['an id that no entry can have', readEntryCursor, ['9999999999999999999']],
  ['an entry without its transfer', readLineCursor, ['7']],
  ['a transfer that is no number', readLineCursor, ['x', '7']],
  ['a part too many', readIdCursor, [7, 7]],
  ['a day that is none', readDayCursor, ['9999-99-99']],
  ['a day that its month has not', readDayAndIdCursor, ['2026-02-30', 7]],
  ['an id of a day that no row can have', readDayAndIdCursor, ['2026-02-28', 2_147_483_648]],
  ['a moment that is none', readMomentCursor, ['yesterday', 7]],
  ['a day that does not exist', readMomentCursor, ['2026-11-31T06:30:00Z', 7]],
  ['a moment before every database', readMomentCursor, ['-271821-04-20T00:00:00.000Z', 7]],
  ['a moment after every calendar', readMomentCursor, ['+275760-09-13T00:00:00.000Z', 7]],
  ['a moment that its offset moves out of every calendar', readMomentCursor, ['9999-12-31T23:59:59-12:00', 7]],
  ['an id that no row of a history can have', readHistoryCursor, [AT, 'deposit', 2_147_483_648]],
  ['a history before every database', readHistoryCursor, ['-271821-04-20T00:00:00.000Z', 'deposit', 7]],
])('%s is refused before the database is asked', (_case, read, parts) => {
  expect(() => read(cursorOf(...parts))).toThrow(Refusal)
})
