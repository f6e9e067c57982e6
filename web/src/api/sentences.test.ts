import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sentence, setHindiSentences } from './sentences.ts'

beforeEach(() => {
  setHindiSentences({
    'Not found': 'नहीं मिला',
    'The USDT rate is now {1} per USDT. (Really?)': 'रेट अब {1} है।',
    'Already approved by {1}, {2}': '{2}: {1} ने मंज़ूर किया',
  })
  i18n.loadAndActivate({ locale: 'hi', messages: {} })
})
afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  ['Not found', 'नहीं मिला'],
  ['The USDT rate is now ₹91.25 per USDT. (Really?)', 'रेट अब ₹91.25 है।'],
  ['Already approved by Meera, 10:42', '10:42: Meera ने मंज़ूर किया'],
  ['Already approved by $& and $1, 10:42', '10:42: $& and $1 ने मंज़ूर किया'],
  ['The USDT rate is unknown.', 'The USDT rate is unknown.'],
])('%s in Hindi', (english, hindi) => {
  expect(sentence(english)).toBe(hindi)
})

test('the English page shows the sentence as it came', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(sentence('Already approved by Meera, 10:42')).toBe('Already approved by Meera, 10:42')
})
