import { preference, usePreference } from '../device/preference.ts'

const amounts = preference('amounts', ['shown', 'hidden'], 'shown')

/** Whether this browser hides balances (the eye beside the wallet's balance), and how to change it. */
export function useHiddenAmounts(): [boolean, (hidden: boolean) => void] {
  return [usePreference(amounts) === 'hidden', (hidden) => amounts.set(hidden ? 'hidden' : 'shown')]
}
