import { expect, test } from 'vitest'
import { judgeSeen, judgeStart, mayMailLink, previewOf, stateAfter } from './rules.ts'

const now = new Date('2026-11-21T06:30:00Z')

test.each([
  [0, undefined],
  [4, undefined],
  [5, 'too_many_conversations'],
  [9, 'too_many_conversations'],
])('with %i open conversations a new one is refused with %s', (open, code) => {
  const decision = judgeStart({ open })
  expect('refused' in decision ? decision.refused.code : undefined).toBe(code)
})

test.each([
  [{ by: 'person' } as const, 'open'],
  [{ by: 'support', close: false } as const, 'waiting'],
  [{ by: 'support', close: true } as const, 'closed'],
])('after %j a conversation is %s', (written, state) => expect(stateAfter(written)).toBe(state))

test.each([
  ['the newest', 7, undefined],
  ['one that is not there yet', 8, undefined],
  ['an older one', 6, { by: 'Ravi', at: now, now }],
])('an answer to %s', (_case, seen, params) => {
  const decision = judgeSeen({ newest: { id: 7, by: 'Ravi', at: now }, seen, now })
  expect('refused' in decision ? decision.refused.params : undefined).toEqual(params)
})

test.each([
  ['short', 'Where is\nmy  deposit?', 'Where is my deposit?'],
  ['of exactly 120 letters', 'क'.repeat(120), 'क'.repeat(120)],
  ['longer', 'a'.repeat(121), `${'a'.repeat(120)}…`],
  ['of letters beyond 16 bits', '😀'.repeat(121), `${'😀'.repeat(120)}…`],
])('a preview of a message that is %s', (_case, text, preview) => expect(previewOf(text)).toBe(preview))

test.each([
  ['never mailed', null, true],
  ['59 minutes ago', new Date(now.getTime() - 59 * 60_000), false],
  ['an hour ago', new Date(now.getTime() - 3_600_000), true],
  ['a day ahead, by a clock that was wrong', new Date(now.getTime() + 86_400_000), true],
])('a link is mailed where the last one was %s: %s', (_case, mailedAt, may) =>
  expect(mayMailLink({ mailedAt, now })).toBe(may),
)
