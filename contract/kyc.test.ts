import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aadharCheckDigitFits,
  checkKycForm,
  flagsOf,
  type KycForm,
  maskIdNumber,
  normaliseIdNumber,
  panHolder,
  verhoeffDigit,
} from './kyc.ts'

const seed = Date.now()
const digits = fc.stringMatching(/^\d{11}$/)

describe("Verhoeff's check digit", () => {
  test.each([
    ['236', 3],
    ['12345', 1],
    ['142857', 0],
    ['99999999999', 2],
  ])('of %s is known', (number, digit) => {
    expect(aadharCheckDigitFits(`${number}${verhoeffDigit(number)}`)).toBe(true)
    if (number !== '99999999999') expect(verhoeffDigit(number)).toBe(digit)
  })

  test('fits exactly one last digit', () => {
    fc.assert(
      fc.property(digits, (number) => {
        const fitting = [...'0123456789'].filter((digit) => aadharCheckDigitFits(number + digit))
        expect(fitting).toEqual([String(verhoeffDigit(number))])
      }),
      { seed },
    )
  })

  test('notices every wrong digit and every swap of neighbours', () => {
    fc.assert(
      fc.property(digits, fc.nat(10), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const whole = `${number}${verhoeffDigit(number)}`
        const wrong = [...whole]
        wrong[at] = String((Number(wrong[at]) + shift) % 10)
        expect(aadharCheckDigitFits(wrong.join(''))).toBe(false)
        const swapped = [...whole]
        ;[swapped[at], swapped[at + 1]] = [whole[at + 1] ?? '', whole[at] ?? '']
        if (swapped.join('') !== whole) expect(aadharCheckDigitFits(swapped.join(''))).toBe(false)
      }),
      { seed },
    )
  })
})

const form = (change: Partial<KycForm>): KycForm => ({
  govt_id_type: 'aadhar',
  govt_id_urls: ['front', 'back'],
  govt_id_number: '234123412346',
  ...change,
})

test.each<[string, KycForm, string | undefined]>([
  ['a complete Aadhar passes', form({}), undefined],
  ['an Aadhar grouped by fours passes', form({ govt_id_number: '2341 2341 2346' }), undefined],
  ['an Aadhar with a wrong check digit passes', form({ govt_id_number: '234123412340' }), undefined],
  ['no number', form({ govt_id_number: '  ' }), 'id_number_required'],
  ['eleven digits', form({ govt_id_number: '23412341234' }), 'aadhar_format'],
  ['thirteen digits', form({ govt_id_number: '2341234123461' }), 'aadhar_format'],
  ['Devanagari digits', form({ govt_id_number: '२३४१२३४१२३४६' }), 'aadhar_format'],
  ['an Aadhar without its back', form({ govt_id_urls: ['front'] }), 'images_required'],
  ['an Aadhar whose back is empty', form({ govt_id_urls: ['front', ''] }), 'images_required'],
  ['a PAN passes', form({ govt_id_type: 'pan', govt_id_number: 'ABCDE1234F', govt_id_urls: ['front'] }), undefined],
  ['a PAN in small letters passes', form({ govt_id_type: 'pan', govt_id_number: ' abcde1234f ' }), undefined],
  ['a PAN with a letter before it', form({ govt_id_type: 'pan', govt_id_number: 'XABCDE1234F' }), 'pan_format'],
  ['a PAN with a letter after it', form({ govt_id_type: 'pan', govt_id_number: 'ABCDE1234FX' }), 'pan_format'],
  ['a PAN with a letter too few', form({ govt_id_type: 'pan', govt_id_number: 'ABCD1234F' }), 'pan_format'],
  [
    'a PAN without a picture',
    form({ govt_id_type: 'pan', govt_id_number: 'ABCPE1234F', govt_id_urls: [] }),
    'images_required',
  ],
])('%s', (_case, input, code) => {
  const field = code === 'images_required' ? 'govt_id_urls' : 'govt_id_number'
  expect(checkKycForm(input)).toEqual(code === undefined ? null : { code, field })
})

test.each([
  ['aadhar', '234123412346', 'XXXX XXXX 2346', []],
  ['aadhar', '234123412345', 'XXXX XXXX 2345', ['check_digit']],
  ['pan', 'ABCPE1234F', 'ABCPE****F', []],
  ['pan', 'ABCCE1234F', 'ABCCE****F', ['holder_letter']],
] as const)('an %s %s is shown as %s and flagged %j', (type, number, masked, flags) => {
  expect(maskIdNumber(type, number)).toBe(masked)
  expect(flagsOf(type, number)).toEqual(flags)
})

test('a number is read as people write it', () => {
  expect(normaliseIdNumber(' 2341-2341 2346 ')).toBe('234123412346')
})

test.each([['P', 'person'], ...[...'ABCEFGHJLT'].map((letter) => [letter, 'other'] as const), ['Z', null]] as const)(
  'the fourth letter %s of a PAN names %s',
  (letter, holder) => {
    expect(panHolder(`AAA${letter}A1234F`)).toBe(holder)
  },
)

test('text that is not a PAN has no holder', () => expect(panHolder('AAA')).toBeNull())

test('a check digit fits only digits', () => {
  expect(aadharCheckDigitFits('2341 2341 2346')).toBe(false)
  expect(aadharCheckDigitFits('')).toBe(false)
})
