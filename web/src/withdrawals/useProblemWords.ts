import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { GrammarProblem, Problem } from './problems.ts'

/** 5 kB that no form needs before something is wrong with it. */
const refusals = () => import('../api/refusal.ts').catch(() => null)

/** The sentence of each problem, for its field; the fallback if the sentences could not be fetched. */
export function useProblemWords(fallback: string) {
  const { t } = useLingui()
  useEffect(() => void refusals(), [])
  const grammar: Record<GrammarProblem, string> = {
    account_digits: t`An account number has digits only.`,
    ifsc_grammar: t`An IFSC code has four letters, a zero and six more characters, like HDFC0001234.`,
    upi_grammar: t`A UPI ID has an @, like name@bank.`,
  }
  return async (problem: Problem) =>
    typeof problem === 'string' ? grammar[problem] : ((await refusals())?.refusalMessage(problem) ?? fallback)
}
