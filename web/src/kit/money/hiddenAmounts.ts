import { preference } from '../device/preference.ts'
import { useStore } from '../device/store.ts'

const amounts = preference('amounts', ['shown', 'hidden'], 'shown')

/** Replaces an amount of money while amounts are hidden. */
export const HIDDEN = '₹••••'

/** A sentence as it is shown: while amounts are hidden, without the amounts of money in it, rupees or USDT. */
export function useShownText(): (text: string) => string {
  const [hidden] = useHiddenAmounts()
  return (text) => (hidden ? text.replace(/([₹$])\s?[\d,]+(?:\.\d+)?/g, '$1••••') : text)
}

/**
 * Whether this browser hides amounts (the eye beside the wallet's balance), and a function to change it. What a person types, and
 * its review before it is sent, stay visible: nobody should confirm an amount that they can't read.
 */
export function useHiddenAmounts(): [boolean, (hidden: boolean) => void] {
  return [useStore(amounts) === 'hidden', (hidden) => amounts.set(hidden ? 'hidden' : 'shown')]
}
