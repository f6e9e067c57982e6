import { useLingui } from '@lingui/react/macro'
import { refusalMessage } from '../api/refusal.ts'
import type { GrammarProblem, Problem } from './problems.ts'

/** The sentence of each problem, for its field. */
export function useProblemWords() {
  const { t } = useLingui()
  const grammar: Record<GrammarProblem, string> = {
    account_digits: t`An account number has digits only.`,
    ifsc_grammar: t`An IFSC code has four letters, a zero and six more characters, like HDFC0001234.`,
    upi_grammar: t`A UPI ID has an @, like name@bank.`,
  }
  return (problem: Problem) => (typeof problem === 'string' ? grammar[problem] : refusalMessage(problem))
}
