import type { Refused } from '@bittkosh/contract/refusals'
import { useEffect } from 'react'

/** 5 kB that no form needs before something is wrong with it. */
const refusals = () => import('../api/refusal.ts').catch(() => null)

/** The sentence of each problem, for its field; the fallback if the sentences could not be fetched. */
export function useProblemWords(fallback: string) {
  useEffect(() => void refusals(), [])
  return async (problem: Refused) => (await refusals())?.refusalMessage(problem) ?? fallback
}
