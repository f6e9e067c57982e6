import type { Paise } from '@bittkosh/contract/money'
import { AddLink } from '../kit/money/TooLittle.tsx'
import { useMinimumDeposit } from './useMinimumDeposit.ts'

/** The link to Add balance for money that is missing. */
export function AddMissing({ missing }: { missing: Paise }) {
  const smallest = useMinimumDeposit()
  return smallest === undefined ? null : <AddLink missing={missing} smallest={smallest} />
}
