import type { Refused } from '@bittkosh/contract/refusals'
import { useEffect, useState } from 'react'

/**
 * The sentence of a refusal that a page raises itself. The sentences are fetched after the page; a refusal before that is an
 * ellipsis until they arrive, so that its field is marked at once.
 */
export function useRefusalMessage(refused: Refused | undefined): string | undefined {
  const [words, setWords] = useState<typeof import('./refusal.ts')>()
  useEffect(() => void import('./refusal.ts').then(setWords), [])
  return refused && (words?.refusalMessage(refused) ?? '…')
}
