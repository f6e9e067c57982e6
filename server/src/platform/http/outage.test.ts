import { expect, test } from 'vitest'
import { makeLog } from '../log.ts'
import { watchOutage } from './outage.ts'

test('an outage is logged when it begins and when it ends, however many calls it refuses', () => {
  const lines: string[] = []
  const outage = watchOutage(makeLog({ readable: false, write: (line) => void lines.push(line) }))
  outage.answered()
  for (let call = 0; call < 100; call++) outage.refused(new Error('connection refused'))
  outage.answered()
  outage.answered()
  outage.refused(new Error('again'))
  expect(lines.map((line) => JSON.parse(line)).map(({ level, count }) => [level, count])).toEqual([
    ['error', undefined],
    ['warn', 100],
    ['error', undefined],
  ])
})
