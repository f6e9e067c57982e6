import { expect, test } from 'vitest'
import { foldReference } from './references.ts'

test.each([
  ['as the bank prints it', '432198761234', '432198761234'],
  ['in groups', ' 4321 9876-1234 ', '432198761234'],
  ['with UTR in front', 'UTR: 432198761234', '432198761234'],
  ['with UTR inside', 'N26UTR4321', 'N26UTR4321'],
  ['in small letters', 'n0262345abcd', 'N0262345ABCD'],
  ['in Devanagari digits', '४३२१९८७६१२३४', '432198761234'],
  ['in Bengali digits', '০১২৩৪৫৬৭৮৯', '0123456789'],
  ['in Arabic digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['full-width', 'ＵＴＲ４３２１', '4321'],
  ['in digits of an alphabet for mathematics', '𝟙𝟚𝟛', '123'],
  ['in Chakma digits, beyond the basic plane', '𑄶𑄷𑄿', '019'],
  ['a hash with 0x', '0xAbC1', '0XABC1'],
  ['nothing of it', 'आशा – !', ''],
  ['only UTR', 'utr', ''],
])('%s', (_case, typed, folded) => {
  expect(foldReference(typed)).toBe(folded)
})
