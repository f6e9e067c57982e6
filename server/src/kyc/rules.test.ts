import { expect, test } from 'vitest'
import { consentOf, judgeRejection, judgeSubmission, type KnownRecord, lockedUntil, stateOf } from './rules.ts'

const pan = { govt_id_type: 'pan', govt_id_number: 'abcpe1234f', govt_id_urls: ['front', 'not needed'] } as const
const form = { ...pan, govt_id_urls: [...pan.govt_id_urls] }
const at = (position: number, type: KnownRecord['type'], status: KnownRecord['status']): KnownRecord => ({
  id: 100 + position,
  position,
  type,
  status,
})

test.each<[string, KnownRecord[], object]>([
  ['a first document goes to index 0', [], { position: 0, replaces: null }],
  ['a second type goes behind the approved first', [at(0, 'aadhar', 'approved')], { position: 1, replaces: null }],
  ['a rejected one is replaced at its index', [at(0, 'pan', 'rejected')], { position: 0, replaces: 100 }],
  ['a rejected one may be replaced by another type', [at(0, 'aadhar', 'rejected')], { position: 0, replaces: 100 }],
  [
    'a rejected second one is replaced behind the approved first',
    [at(0, 'aadhar', 'approved'), at(1, 'pan', 'rejected')],
    { position: 1, replaces: 101 },
  ],
  ['while one is pending no other is taken', [at(0, 'aadhar', 'pending')], { refused: { code: 'kyc_open' } }],
  ['an approved one of the type blocks', [at(0, 'pan', 'approved')], { refused: { code: 'kyc_open' } }],
])('%s', (_case, records, expected) => {
  expect(judgeSubmission(records, form)).toMatchObject(expected)
})

test('an invalid form is refused with its own message', () => {
  expect(judgeSubmission([], { ...form, govt_id_number: '' })).toEqual({
    refused: { code: 'id_number_required', field: 'govt_id_number' },
  })
})

test('what is stored: upper-case number, its mask, its flags, only the pictures that the type needs', () => {
  expect(judgeSubmission([], form)).toMatchObject({
    number: 'ABCPE1234F',
    masked: 'ABCPE****F',
    flags: [],
    urls: ['front'],
  })
})

const revoked = { revoked_at: new Date(0) }
const kept = { revoked_at: null }
test.each<[string, Parameters<typeof stateOf>[0], ReturnType<typeof stateOf>]>([
  ['nothing was submitted', [], { approved: false, revoked: false, status: null }],
  [
    'the first is approved',
    [{ ...at(0, 'pan', 'approved'), ...kept }],
    { approved: true, revoked: false, status: 'approved' },
  ],
  [
    'it was revoked',
    [{ ...at(0, 'pan', 'rejected'), ...revoked }],
    { approved: false, revoked: true, status: 'rejected' },
  ],
  [
    'its successor waits',
    [{ ...at(0, 'pan', 'pending'), ...revoked }],
    { approved: false, revoked: true, status: 'pending' },
  ],
  [
    'its successor is approved',
    [{ ...at(0, 'pan', 'approved'), ...revoked }],
    { approved: true, revoked: false, status: 'approved' },
  ],
  [
    'the second was revoked',
    [
      { ...at(0, 'pan', 'approved'), ...kept },
      { ...at(1, 'aadhar', 'rejected'), ...revoked },
    ],
    { approved: false, revoked: true, status: 'rejected' },
  ],
  [
    'only the second is approved',
    [
      { ...at(0, 'pan', 'rejected'), ...kept },
      { ...at(1, 'aadhar', 'approved'), ...kept },
    ],
    { approved: false, revoked: false, status: 'approved' },
  ],
  [
    'it was rejected at once',
    [{ ...at(0, 'pan', 'rejected'), ...kept }],
    { approved: false, revoked: false, status: 'rejected' },
  ],
])('whether money may leave: %s', (_case, records, expected) => expect(stateOf(records)).toEqual(expected))

test.each([
  ['for five years', '2026-03-31', '2031-03-31'],
  ['from a leap day on, into a year that has none', '2028-02-29', '2033-03-01'],
])('records of a closed account are kept %s', (_case, closed, until) => expect(lockedUntil(closed)).toBe(until))

test.each<[string, Parameters<typeof judgeRejection>[0], object]>([
  ['without a reason', {}, { refused: { code: 'rejection_reason_required', field: 'rejection_reason' } }],
  [
    'with an empty one',
    { rejection_reason: '' },
    { refused: { code: 'rejection_reason_required', field: 'rejection_reason' } },
  ],
  ['with an own reason', { rejection_reason: 'Too dark' }, { rejection_preset: null, rejection_reason: 'Too dark' }],
  [
    'with a usual one and an empty note',
    { rejection_preset: 'photo_unclear', rejection_reason: '' },
    { rejection_preset: 'photo_unclear', rejection_reason: null },
  ],
])('a record is rejected %s', (_case, body, expected) => expect(judgeRejection(body)).toEqual(expected))

test('a consent is shown only if all of it was stored', () => {
  const consent = { consent_version: 2, consent_language: 'hi', consent_at: new Date(5) } as const
  expect(consentOf(consent)).toEqual({ version: 2, language: 'hi', at: new Date(5) })
  for (const missing of ['consent_version', 'consent_language', 'consent_at'])
    expect(consentOf({ ...consent, [missing]: null })).toBeNull()
})
