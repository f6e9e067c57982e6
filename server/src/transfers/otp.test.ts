import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { keyRing } from '../platform/files/keys.ts'
import { codeMatches, type Confirmed, hashCode } from './otp.ts'

const config = readConfig({ APP_SECRET: 'a secret of this test' })
const transfer: Confirmed = { id: 1, sender: 2, receiver: 3, amount: paise(500_00n), fee: paise(15_00n) }
const hash = hashCode(config, '123456', transfer)

test.each<[string, string, Partial<Confirmed>, boolean]>([
  ['the transfer that it was made for', '123456', {}, true],
  ['no other code', '123457', {}, false],
  ['no other transfer', '123456', { id: 11 }, false],
  ['no other sender', '123456', { sender: 4 }, false],
  ['no other receiver', '123456', { receiver: 4 }, false],
  ['no other amount', '123456', { amount: paise(500_01n) }, false],
  ['no other fee', '123456', { fee: paise(15_01n) }, false],
])('a code confirms %s', (_case, code, change, matches) => {
  expect(codeMatches(config, code, { ...transfer, ...change, hash })).toBe(matches)
})

test('figures are separated, so that no two transfers produce the same text', () => {
  const one = hashCode(config, '123456', { ...transfer, id: 1, sender: 23 })
  expect(codeMatches(config, '123456', { ...transfer, id: 12, sender: 3, hash: one })).toBe(false)
})

test('a code sent before an update is still valid after it, and no other text signed with the key is a code', () => {
  expect(hash).toEqual(keyRing(config).sign('bittpay code|1|2|3|50000|1500|123456'))
})

test('nothing matches a transfer whose hash is gone or of another length', () => {
  expect(codeMatches(config, '123456', { ...transfer, hash: null })).toBe(false)
  expect(codeMatches(config, '123456', { ...transfer, hash: hash.subarray(0, 16) })).toBe(false)
})

test('a code is invalid under another secret', () => {
  const other = { ...config, appSecret: 'another secret' }
  expect(codeMatches(other, '123456', { ...transfer, hash })).toBe(false)
})
