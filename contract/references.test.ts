import { expect, test } from 'vitest'
import { looksLikeReference, referenceKey, utrKey } from './references.ts'

test.each([
  ['digits as they are', '432198761234', '432198761234'],
  ['spaces, dashes and dots', ' 4321-9876.12 34 ', '432198761234'],
  ['lower case', 'axisn24abc', 'AXISN24ABC'],
  ['UTR in front', 'UTR432198761234', '432198761234'],
  ['UTR with a colon and spaces', 'utr: 4321 9876 1234', '432198761234'],
  ['UTR twice', 'UTR: UTR432198761234', '432198761234'],
  ['a label of a bank’s message', 'UTR No. 432198761234', '432198761234'],
  ['a label of a UPI app', 'UPI Ref No: 432198761234', '432198761234'],
  ['a label before a reference with letters', 'Ref. no. AXISN24310123456', 'AXISN24310123456'],
  ['a reference that begins like a label', 'REFNO1234567', 'REFNO1234567'],
  ['a hash with 0x', `0x${'ab01'.repeat(16)}`, 'AB01'.repeat(16)],
  ['0x that is no hash', '0x12', '0X12'],
  ['UTR within, which is part of it', '4321UTR9876', '4321UTR9876'],
  ['Devanagari digits', '४३२१९८७६१२३४', '432198761234'],
  ['Gujarati digits', '૪૩૨૧', '4321'],
  ['Eastern Arabic digits', '٤٣٢١', '4321'],
  ['Persian digits', '۴۳۲۱', '4321'],
  ['full-width letters and digits', 'ＡＢ１２', 'AB12'],
  ['mathematical digits, whose rows touch', '𝟘𝟙𝟡𝟬𝟵', '01909'],
  ['invisible characters', '43\u200b21\u2800', '4321'],
  ['combining marks', 'a\u0301b', 'AB'],
  ['letters of another alphabet, which no bank prints', 'अब12', '12'],
  ['UTR alone', 'UTR', ''],
  ['nothing that counts', ' -—· ', ''],
])('%s', (_case, typed, key) => expect(referenceKey(typed)).toBe(key))

test('every digit of every script has its value', () => {
  const digits = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((text) => /^\p{Decimal_Number}$/u.test(text))
  const keys = digits.map(referenceKey)
  expect(keys.every((key) => /^\d$/.test(key))).toBe(true)
  for (const digit of '0123456789') expect(keys.filter((key) => key === digit)).toHaveLength(digits.length / 10)
})

test.each([
  ['IMPS and UPI', '730000000139', '730000000139'],
  ['NEFT', 'sbin 3252 6001 2345', 'SBIN325260012345'],
  ['NEFT with fewer characters', 'N325260012345', 'N325260012345'],
  ['RTGS', 'HDFCR52026112100012345', 'HDFCR52026112100012345'],
  ['a label in front', 'UTR No. 730000000139', '730000000139'],
  ['digits in groups', '730,000,000,139', '730000000139'],
  ['Devanagari digits', '७३००००००१३९४', '730000001394'],
  ['not available', 'N/A', ''],
  ['a word', 'NOT AVAILABLE', ''],
  ['a word with a number', 'PENDING ROW 12', ''],
  ['nothing', '', ''],
  ['a dash', '-', ''],
  ['zeros', '000000000000', ''],
  ['too short', '730000139', ''],
  ['too long', '73000000013973000000013', ''],
  ['rounded by a spreadsheet', '7.00000E+11', ''],
  ['rounded, with all digits', '7.30000000139E+11', ''],
  ['rounded, without a sign', '7.30000000139E11', ''],
  ['rounded to a whole number', '7300000001E+02', ''],
  ['as an amount', '730000000139.00', ''],
])('the reference of a bank: %s', (_case, written, key) => expect(utrKey(written)).toBe(key))

const hash = 'ab01'.repeat(16)
test.each([
  ['upi', '4321 9876 1234', true],
  ['upi', 'UTR: 4321 9876 1234', true],
  ['upi', '43219876123', false],
  ['upi', '4321987612345', false],
  ['upi', 'x432198761234', false],
  ['upi', 'axisn24ABC012345', false],
  ['bank', '432198761234', true],
  ['bank', 'axisn24ABC012345', true],
  ['bank', 'HDFCR52026112100012345', true],
  ['bank', 'AXISN24ABC01234', false],
  ['bank', 'AXISN24ABC0123456', false],
  ['bank', 'HDFCR520261121000123456', false],
  ['bank', 'A43219876123', false],
  ['bank', '-4321987612345678', true],
  ['crypto', hash, true],
  ['crypto', `0x${hash.toUpperCase()}`, true],
  ['crypto', `0x${hash}0`, false],
  ['crypto', `x${hash}`, false],
  ['crypto', hash.slice(1), false],
  ['crypto', `${hash.slice(1)}g`, false],
] as const)('a reference of a payment by %s usually looks like %s: %s', (type, text, looks) => {
  expect(looksLikeReference(type, text)).toBe(looks)
})
