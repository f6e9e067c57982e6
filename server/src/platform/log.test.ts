import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

function logged(fields: Record<string, unknown>, readable = false): string {
  const lines: string[] = []
  makeLog({ readable, write: (line) => lines.push(line) }).error(fields, 'request failed')
  return lines.join('')
}

test('an event is one JSON line with its allowed fields', () => {
  expect(JSON.parse(logged({ route: '/api/deposits', status: 503, durationMs: 12.5 }))).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    route: '/api/deposits',
    status: 503,
    durationMs: 12.5,
    msg: 'request failed',
  })
})

const secrets: [string, string][] = [
  ['an e-mail address', 'asha.rao+x@example.com'],
  ['a phone', '+91 98765 43210'],
  ['an Aadhaar number', '2345 6789 0124'],
  ['a PAN', 'ABCDE1234F'],
  ['a token', '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['a password in an address', 'postgresql://app:hunter2hunter2@db'],
  ['a number that begins like a date', '2026-11-219876'],
  ['a number in groups, the first of which look like a date', '2026-11-21 9876'],
]
test.each(secrets)('%s does not get into the log through an error, its cause or a field', (_name, secret) => {
  const error = new Error(`duplicate ${secret}.`, { cause: new Error(`invalid input: "${secret}"`) })
  Object.assign(error, { detail: `Key (x)=(${secret}) exists`, parameters: [secret] })
  for (const fields of [{ err: error }, { reason: secret }, { reason: { secret } }, { body: secret }]) {
    expect(logged(fields)).not.toContain(secret)
    expect(logged(fields, true)).not.toContain(secret)
  }
})

test('what the program itself names can be read, so that a line is found by it', () => {
  const own = {
    request: randomUUID(),
    day: '2026-11-21',
    channel: 'sms',
    job: 'flexible interest of every account at night',
    route: '/api/admin/payout-batches/:id/lines-of-results',
    missing: 'transfer 12345678 (deposit 23456789 approved - 2026-11-21T06:30:00.000Z)',
  }
  expect(JSON.parse(logged(own))).toMatchObject(own)
})

test.each(['transfer', 'row'])('a seal can be noted elsewhere with its %s and head', (place) => {
  const seal = { [place]: 12345678, head: Array(16).fill('10e8').join(':') }
  expect(JSON.parse(logged(seal))).toMatchObject(seal)
})

test('a date in a reason can be read', () => {
  const reason = 'last trusted: 2026-11-21T06:30:00.000Z'
  expect(JSON.parse(logged({ reason }))).toMatchObject({ reason })
})

test('a line break in a value stays inside its line', () => {
  expect(logged({ reason: 'a\nb\u001b[31m' }).trim().split('\n')).toHaveLength(1)
})

test('the name of the violated constraint is logged', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'already_moved' })
  expect(JSON.parse(logged({ err: error }))['err']).toMatchObject({ code: '23505', constraint: 'already_moved' })
})
