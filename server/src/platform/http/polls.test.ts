import { describe, expect, test } from 'vitest'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import type { SignedIn } from '../identity/sessions.ts'
import { makePolls } from './polls.ts'

const at = new Date('2026-11-21T06:30:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const until = (keptUntil: Endpoint['keptUntil']) => ({ keptUntil }) as Endpoint
const member = (id: number, endsAt = later(86_400_000)) => ({ id, seenAt: at, endsAt }) as SignedIn

function polls(options: { bytesMax?: number } = {}) {
  const made = makePolls({ nowMs: () => 0, ...options })
  made.heardUntil(0)
  const keep = (key: string, of: Partial<Parameters<typeof made.keep>[1]> = {}) =>
    made.keep(key, {
      member: member(7),
      text: `reply ${key}`,
      etag: '"1"',
      endpoint: until('own change'),
      begun: made.begin(),
      at,
      ...of,
    })
  return { ...made, keep }
}

test('a reply is kept until something changes for its reader', () => {
  const { keep, find, changed } = polls()
  keep('a')
  changed([8])
  changed([])
  expect(find('a', at)?.text).toBe('reply a')
  changed([5, 7])
  expect(find('a', at)).toBeUndefined()
})

test('a change for everybody drops everything', () => {
  const { keep, find, changed } = polls()
  keep('a')
  changed('everybody')
  expect(find('a', at)).toBeUndefined()
})

test('any change drops counts of the panel', () => {
  const { keep, find, changed } = polls()
  keep('a', { endpoint: until('any change') })
  expect(find('a', at)).toBeDefined()
  changed([])
  expect(find('a', at)).toBeUndefined()
})

describe('a reply that something changed while it was read is not kept', () => {
  test.each([
    ['of its reader', 'own change', [7], false],
    ['of somebody else', 'own change', [8], true],
    ['of everybody', 'own change', 'everybody', false],
    ['of nobody in particular', 'own change', [], true],
    ['of anybody, for a count of the panel', 'any change', [8], false],
  ] as const)('%s', (_, keptUntil, what, isKept) => {
    const { keep, find, changed, begin } = polls()
    const begun = begin()
    changed(what)
    keep('a', { endpoint: until(keptUntil), begun })
    expect(find('a', at) !== undefined).toBe(isKept)
  })

  test('and does not replace a newer one', () => {
    const { keep, find, changed, begin } = polls()
    const begun = begin()
    changed([7])
    keep('a', { text: 'new' })
    keep('a', { text: 'old', begun })
    expect(find('a', at)?.text).toBe('new')
  })
})

test.each([
  ['five minutes', later(5 * 60_000), undefined],
  ['the end of the session', later(60_000), later(60_000)],
])('a reply is kept for %s at most', (_, end, endsAt) => {
  const { keep, find } = polls()
  const of = { member: member(7, endsAt) }
  keep('a', of)
  expect(find('a', new Date(end.getTime() - 1))).toBeDefined()
  expect(find('a', end)).toBeUndefined()
  keep('a', of)
  expect(find('a', later(-1)), 'a clock that was moved back').toBeUndefined()
})

test('a reply is not kept beyond the moment at which it ends by itself', () => {
  const { keep, find } = polls()
  keep('a', { endsAt: later(10_000) })
  expect(find('a', later(9_999))).toBeDefined()
  expect(find('a', later(10_000))).toBeUndefined()
})

test('a reply is not kept past midnight in India', () => {
  const { keep, find } = polls()
  keep('a', { at: new Date('2026-11-21T18:29:00Z') })
  expect(find('a', new Date('2026-11-21T18:29:59.999Z'))).toBeDefined()
  expect(find('a', new Date('2026-11-21T18:30:00Z'))).toBeUndefined()
})

test("nothing kept is sent before other processes' changes were read, nor later than half a second after", () => {
  let nowMs = 0
  const { begin, keep, find, heardUntil } = makePolls({ nowMs: () => nowMs })
  keep('a', { member: member(7), text: '', etag: '', endpoint: until('own change'), begun: begin(), at })
  expect(find('a', at)).toBeUndefined()
  heardUntil(0)
  nowMs = 500
  expect(find('a', at)).toBeDefined()
  nowMs = 501
  expect(find('a', at)).toBeUndefined()
})

test('overdue changes of other processes are read once for all who wait', async () => {
  let nowMs = 0
  const { begin, keep, heardUntil, listenBy, catchUp } = makePolls({ nowMs: () => nowMs })
  keep('a', { member: member(7), text: '', etag: '', endpoint: until('own change'), begun: begin(), at })
  expect(catchUp('a')).toBeUndefined()
  listenBy(async () => heardUntil(nowMs))
  expect(catchUp('b'), 'not for what is not kept').toBeUndefined()
  await catchUp('a')
  nowMs = 500
  expect(catchUp('a')).toBeUndefined()
  nowMs = 501
  await catchUp('a')
  expect(catchUp('a')).toBeUndefined()
})

test('memory is bounded: a reply that was sent goes after one that was not', () => {
  const { keep, find, size } = polls({ bytesMax: 100_000 })
  keep('first', { text: 'x'.repeat(16_384) })
  keep('first', { text: 'x'.repeat(16_384) })
  keep('second', { text: 'x'.repeat(16_384) })
  keep('third', { text: 'x'.repeat(10_000) })
  expect(find('first', at)).toBeDefined()
  keep('fourth', { text: 'x'.repeat(10_000) })
  expect(find('second', at)).toBeUndefined()
  expect(find('first', at)).toBeDefined()
  for (let n = 0; n < 1_000; n++) keep(`many ${n}`)
  expect(size().bytes).toBeLessThanOrEqual(100_000)
  expect(find('many 999', at)).toBeDefined()
})

test('a long reply is not kept', () => {
  const { keep, size } = polls()
  keep('a', { text: 'x'.repeat(16_385) })
  expect(size()).toEqual({ replies: 0, bytes: 0 })
})
