/**
 * What keeps a withdrawal's form from its review: all problems at once, each at its field. A payee that only looks unusual is a
 * hint, here and on the server (docs/rules.md#withdrawals).
 */
import type { Refused } from '@bittkosh/contract/refusals'
import { isTrc20 } from './trc20.ts'
import { compact, typedAmount, type Terms, type Typed } from './draft.ts'

/**
 * By field of the request, in the order of the form; empty if it can be reviewed. Async, because the browser's hash function is.
 */
export async function problemsOf(typed: Typed, terms: Terms): Promise<Record<string, Refused>> {
  return withoutNulls({
    amount: amountProblem(typed, terms),
    ...Object.fromEntries(
      Object.entries(await payeeProblems(typed)).map(([field, problem]) => [`withdrawal_details.${field}`, problem]),
    ),
  })
}

/** Missing money is reported separately (`missingOf`), not at the field. */
function amountProblem(typed: Typed, terms: Terms): Refused | null {
  const amount = typedAmount(typed, terms)
  if (amount === null) return { code: 'amount_required' }
  if (amount < terms.minimum) return { code: 'below_minimum', params: { of: 'withdrawal', minimum: terms.minimum } }
  return amount > terms.balance ? { code: 'insufficient_balance' } : null
}

async function payeeProblems(typed: Typed): Promise<Record<string, Refused | null>> {
  switch (typed.type) {
    case 'upi':
      return { upi_id: missing(typed.upi_id, 'upi_required') }
    case 'crypto': {
      const address = compact(typed.address)
      if (address === '') return { address: { code: 'usdt_address_required' } }
      return { address: (await isTrc20(address)) ? null : { code: 'usdt_address_wrong' } }
    }
    case 'bank':
      return {
        account_name: missing(typed.account_name, 'bank_details_required'),
        account_number: missing(typed.account_number, 'bank_details_required'),
        ifsc_code: missing(typed.ifsc_code, 'bank_details_required'),
        bank_name: missing(typed.bank_name, 'bank_details_required'),
      }
    default:
      return typed.type satisfies never
  }
}

function missing(text: string, code: 'upi_required' | 'bank_details_required'): Refused | null {
  return compact(text) === '' ? { code } : null
}

function withoutNulls<T>(of: Record<string, T | null>): Record<string, T> {
  return Object.fromEntries(Object.entries(of).filter((entry): entry is [string, T] => entry[1] !== null))
}
