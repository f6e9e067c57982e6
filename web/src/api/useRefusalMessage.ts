import type { Refused } from '@bittkosh/contract/refusals'
import { useEffect, useState } from 'react'

/**
 * The sentence of a no that a page says by itself. The words are fetched once the page is there; a no that comes before
 * them is an ellipsis until then, so that its field is marked at once.
 */
export function useRefusalMessage(refused: Refused | undefined): string | undefined {
  const [words, setWords] = useState<typeof import('./refusal.ts')>()
  useEffect(() => void import('./refusal.ts').then(setWords), [])
  return refused && (words?.refusalMessage(refused) ?? '…')
}
