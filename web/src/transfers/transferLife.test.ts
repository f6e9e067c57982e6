import { expect, test } from 'vitest'
import { inOrder, lifeOf } from './transferLife.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 9, minute))
const asked = {
  status: 'pending' as const,
  created_at: at(0),
  otp_expires_at: at(5),
  ended_at: null,
  replaced: false,
  wrong_codes: 0,
  wrong_codes_at: [],
}

test.each([
  ['waits for its code', asked, ['asked 0', 'waits 5', 'completion']],
  [
    'is completed after a wrong code',
    { ...asked, status: 'completed' as const, ended_at: at(3), wrong_codes: 1, wrong_codes_at: [at(2)] },
    ['asked 0', 'wrong_code 2', 'completed 3'],
  ],
  [
    'failed before the times of wrong codes were kept',
    { ...asked, status: 'failed' as const, ended_at: at(4), wrong_codes: 5 },
    ['asked 0', 'wrong_codes', 'failed 4'],
  ],
  ['ran out of time', { ...asked, status: 'expired' as const, ended_at: at(5) }, ['asked 0', 'expired 5']],
  [
    'was replaced by another one',
    { ...asked, status: 'expired' as const, ended_at: at(1), replaced: true },
    ['asked 0', 'replaced 1'],
  ],
])('a transfer that %s', (_name, transfer, steps) => {
  const told = lifeOf(transfer).map(({ stage, at: when }) => (when ? `${stage} ${when.getUTCMinutes()}` : stage))
  expect(told).toEqual(steps)
})

test('notifications are sorted between the steps by their time, and before what is still to come', () => {
  const done = (name: string, minute: number) => ({ name, at: at(minute), state: 'done' as const })
  const names = (steps: { name: string }[]) => steps.map(({ name }) => name)
  const code = done('mail', 1)
  expect(names(inOrder([done('asked', 1), done('completed', 3)], [code, done('notice', 3)]))).toEqual([
    'asked',
    'mail',
    'completed',
    'notice',
  ])
  const waits = { name: 'waits', at: at(11), state: 'current' as const }
  const ahead = { name: 'completion', at: null, state: 'ahead' as const }
  expect(names(inOrder([done('asked', 1), waits, ahead], [code]))).toEqual(['asked', 'mail', 'waits', 'completion'])
})
