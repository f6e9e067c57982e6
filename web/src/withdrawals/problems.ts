/** What keeps a withdrawal's form from its review: all problems at once, each at its field. */
import type { Refused } from '@bittkosh/contract/refusals'
import { isTrc20 } from './trc20.ts'
import { compact, typedAmount, type Terms, type Typed } from './draft.ts'

/** What is syntactically wrong: refused by the form itself. What is merely unusual is a hint, here and on the server. */
export type GrammarProblem = 'account_digits' | 'ifsc_grammar' | 'upi_grammar'

export type Problem = Refused | GrammarProblem

/** The syntax of an IFSC code, without spaces and in capitals. */
export const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/
const UPI = /^[^@\s]+@[^@\s]+$/

/**
 * By field of the request, in the order of the form; empty if it can be reviewed. Async, because the browser's hash function is.
 */
export async function problemsOf(typed: Typed, terms: Terms): Promise<Record<string, Problem>> {
  return withoutNulls({
    amount: amountProblem(typed, terms),
    ...Object.fromEntries(
      Object.entries(await payeeProblems(typed)).map(([field, problem]) => [`withdrawal_details.${field}`, problem]),
    ),
  })
}

/** Missing money is reported separately (`missingOf`), not at the field. */
function amountProblem(typed: Typed, terms: Terms): Problem | null {
  const amount = typedAmount(typed, terms)
  if (amount === null) return { code: 'amount_required' }
  if (amount < terms.minimum) return { code: 'below_minimum', params: { of: 'withdrawal', minimum: terms.minimum } }
  return amount > terms.balance ? { code: 'insufficient_balance' } : null
}

async function payeeProblems(typed: Typed): Promise<Record<string, Problem | null>> {
  switch (typed.type) {
    case 'upi':
      return { upi_id: missingOr(typed.upi_id, 'upi_required', (id) => (UPI.test(id) ? null : 'upi_grammar')) }
    case 'crypto': {
      const address = compact(typed.address)
      if (address === '') return { address: { code: 'usdt_address_required' } }
      return { address: (await isTrc20(address)) ? null : { code: 'usdt_address_wrong' } }
    }
    case 'bank':
      return {
        account_name: missingOr(typed.account_name, 'bank_details_required'),
        account_number: missingOr(typed.account_number, 'bank_details_required', (number) =>
          /^\d+$/.test(number) ? null : 'account_digits',
        ),
        ifsc_code: missingOr(typed.ifsc_code, 'bank_details_required', (code) =>
          IFSC.test(code.toUpperCase()) ? null : 'ifsc_grammar',
        ),
        bank_name: missingOr(typed.bank_name, 'bank_details_required'),
      }
    default:
      return typed.type satisfies never
  }
}

function missingOr(
  text: string,
  missing: 'upi_required' | 'bank_details_required',
  grammar: (text: string) => GrammarProblem | null = () => null,
): Problem | null {
  const read = compact(text)
  return read === '' ? { code: missing } : grammar(read)
}

function withoutNulls<T>(of: Record<string, T | null>): Record<string, T> {
  return Object.fromEntries(Object.entries(of).filter((entry): entry is [string, T] => entry[1] !== null))
}
