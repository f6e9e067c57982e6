import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readComplaint } from './complaint.ts'
import { paise, ppm } from './money.ts'
import { adminPackage, packageForm, quotePackage } from './packages.ts'

test.each([
  ['2 % of ₹1,000', 1000_00n, 20_000n, 20_00n],
  ['nothing at 0 %', 1000_00n, 0n, 0n],
  ['half a paisa rounded up', 25n, 20_000n, 1n],
])('a bonus of %s comes on top', (_case, amount, bonus, extra) => {
  expect(quotePackage({ amount: paise(amount), bonus: ppm(bonus) })).toEqual({
    amount,
    bonus: extra,
    total: amount + extra,
  })
})

const form = { name: 'Starter', amount: 1000, bonus_percentage: 2, description: 'A first one' }

test('a complete form is read as typed', () => {
  const full = {
    ...form,
    name_hi: 'शुरुआत',
    description_hi: 'पहला',
    is_active: false,
    sort_order: 100_000,
    confirm_loss: true,
  }
  expect(z.decode(packageForm, full)).toEqual({ ...full, amount: 1000_00n, bonus_percentage: 20_000n })
  expect(z.decode(packageForm, form)).toEqual({ ...form, amount: 1000_00n, bonus_percentage: 20_000n })
})

test.each([
  ['half a place', { sort_order: 1.5 }, { code: 'whole' }],
  ['no place', { sort_order: 0 }, { code: 'whole_from_one' }],
  ['a place too far', { sort_order: 1_000_000_001 }, { code: 'number_max', params: { max: 1_000_000_000 } }],
  ['a Hindi name of two lines', { name_hi: 'एक\nदो' }, { code: 'several_lines' }],
  ['a Hindi name too long', { name_hi: 'क'.repeat(101) }, { code: 'too_long', params: { max: 100 } }],
])('a form reports what is wrong with %s', (_case, change, complaint) => {
  const read = z.safeDecode(packageForm, { ...form, ...change })
  expect(read.success ? null : readComplaint(read.error.issues[0]?.message ?? '')).toEqual(complaint)
})

test('admins see both languages', () => {
  const shown = {
    ...form,
    id: 1,
    bonus_amount: 20,
    total_amount: 1020,
    is_active: true,
    sort_order: 1,
    deposit_requests_count: 0,
    created_at: '2026-11-21T06:30:00.000Z',
    updated_at: '2026-11-21T06:30:00.000Z',
    name_hi: 'शुरुआत',
    description_hi: '',
  }
  expect(z.encode(adminPackage, z.decode(adminPackage, shown))).toEqual(shown)
})
