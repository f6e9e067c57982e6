import { preference } from '../device/preference.ts'
import { useStore } from '../device/store.ts'

const amounts = preference('amounts', ['shown', 'hidden'], 'shown')

/** What stands for a sum of money while amounts are hidden. */
export const HIDDEN = '₹••••'

/** A sentence as it is shown: while amounts are hidden, without the sums of money in it, rupees or USDT. */
export function useShownText(): (text: string) => string {
  const [hidden] = useHiddenAmounts()
  return (text) => (hidden ? text.replace(/([₹$])\s?[\d,]+(?:\.\d+)?/g, '$1••••') : text)
}

/**
 * Whether this browser hides amounts (the eye beside the wallet's balance), and how to change it. What a person types, and its
 * review before it is done, stand there all the same: nobody should confirm a sum that they can't read.
 */
export function useHiddenAmounts(): [boolean, (hidden: boolean) => void] {
  return [useStore(amounts) === 'hidden', (hidden) => amounts.set(hidden ? 'hidden' : 'shown')]
}
