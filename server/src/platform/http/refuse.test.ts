import { endpoint } from '@bittkosh/contract/endpoint'
import type { RefusalCode, Refused } from '@bittkosh/contract/refusals'
import { amount } from '@bittkosh/contract/amounts'
import { pathId } from '@bittkosh/contract/shapes'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refusalsOf } from './callRefusals.ts'
import { type Tx, transaction } from '../database/database.ts'
import { type Call, read, type TxOf, write } from './http.ts'
import { accept, type MayRefuse, refuse, refusing } from './refuse.ts'

const pay = endpoint({
  name: 'pay',
  method: 'POST',
  path: '/pay/{id}',
  who: 'user',
  summary: 'For this test',
  refusals: ['below_minimum', 'insufficient_balance'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ amount }),
})

declare function judge(): { fee: number } | { refused: Refused<'kyc_required'> }
declare function spend(tx: Tx<'insufficient_balance' | 'balance_limit'>): Promise<void>
declare function look(tx: Tx): Promise<void>

// Never run: `npm run check` compiles it, and fails if a line below `@ts-expect-error` compiles.
async function payAll(call: Call<typeof pay>, tx: TxOf<typeof pay>): Promise<void> {
  await look(tx)
  if (call.body.amount < 1n) refuse(tx, { code: 'below_minimum', params: { of: 'deposit', minimum: call.body.amount } })
  if (call.body.amount < 2n) refuse(call, { code: 'insufficient_balance', field: 'amount' })
  if (call.params.id === 1) refuse(tx, 'not_found') // from the path's parameter
  if (call.params.id === 2) refuse('malformed') // the refusals that any call may give need no permission
  // @ts-expect-error: not in the list
  refuse(tx, 'kyc_required')
  // @ts-expect-error: nor as a value with a field
  refuse(call, { code: 'kyc_required', field: 'amount' })
  // @ts-expect-error: without the figures of its sentence
  refuse(tx, 'below_minimum')
  // @ts-expect-error: nor as a value
  refuse(tx, { code: 'below_minimum', field: 'amount' })
  // @ts-expect-error: with another refusal's figures
  refuse(tx, { code: 'below_minimum', params: { of: 'deposit', maximum: call.body.amount } })
  // @ts-expect-error: with figures although the sentence has none
  refuse(tx, { code: 'insufficient_balance', params: { left: call.body.amount } })
  // @ts-expect-error: not without permission
  refuse('insufficient_balance')
  // @ts-expect-error: a rule whose refusal is not in the list
  accept(tx, judge())
  // @ts-expect-error: a constraint whose refusal is not in the list
  await refusing(tx, { email_taken: 'email' }, look(tx))
  // @ts-expect-error: a function that may refuse more than the list has
  await spend(tx)
  // @ts-expect-error: a transaction of the handler's own gives no more permission
  await transaction(call.services.db, (own) => spend(own))
  // @ts-expect-error: nor does an object without any
  refuse({}, 'insufficient_balance')
}

async function allowsTooMuch(_call: Call<typeof pay>, tx: Tx<'kyc_required'>): Promise<void> {
  refuse(tx, 'kyc_required')
}

test('a handler that refuses what its endpoint does not list does not compile', () => {
  write(pay, payAll)
  // @ts-expect-error: its transaction would have to permit more than the endpoint lists
  write(pay, allowsTooMuch)
  // @ts-expect-error: the same for the database it reads with
  read(pay, async (_call, db) => refuse(db, 'kyc_required'))
  // @ts-expect-error: a code that the table of refusals does not have
  endpoint({ ...pay, refusals: ['no_such_code'] })
})

describe('at run time', () => {
  const anyone = {} as MayRefuse<RefusalCode>

  test('accept returns what is permitted and throws the refusal', () => {
    expect(accept(anyone, { fee: 1 })).toEqual({ fee: 1 })
    const refused: Refused<'insufficient_balance'> = { code: 'insufficient_balance', field: 'amount' }
    expect(() => accept(anyone, { refused })).toThrow(expect.objectContaining({ refused }))
  })

  test('refusing recognises a constraint by its name and lets every other error pass', async () => {
    const broken = Object.assign(new Error('duplicate'), { constraint: 'email_taken' })
    const work = refusing(anyone, { email_taken: 'email' }, Promise.reject(broken))
    await expect(work).rejects.toMatchObject({ refused: { code: 'email_taken', field: 'email' } })
    const other = refusing(anyone, { phone_taken: 'phone' }, Promise.reject(broken))
    await expect(other).rejects.toBe(broken)
  })

  test('a client may receive what the rules list and what the shape adds', () => {
    const rules = ['below_minimum', 'insufficient_balance']
    const any = ['internal', 'malformed', 'too_many_requests', 'unavailable']
    const caller = ['password_change_required', 'unauthorized', 'wrong_role']
    const input = ['invalid', 'not_found', 'too_large', 'unsupported_type']
    expect(refusalsOf(pay)).toEqual([...rules, ...any, ...caller, ...input].sort())
  })
})
