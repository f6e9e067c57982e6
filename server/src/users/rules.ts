import type { Paise } from '@bittkosh/contract/money'
import { subtract } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'

/**
 * What an edited balance comes to: the change to post, zero when it stays. Refuses `balance_moved` when the wallet is not
 * any more what the form was opened with.
 */
export function judgeBalance({
  now,
  wanted,
  openedWith,
}: {
  now: Paise
  wanted: Paise
  openedWith: Paise | undefined
}): { change: Paise } | { refused: Refused<'balance_moved'> } {
  if (openedWith !== undefined && openedWith !== now) return { refused: { code: 'balance_moved', field: 'balance' } }
  return { change: subtract(wanted, now) }
}

/**
 * Whether an admin may shut an account out: not their own, and not the last active admin's; while four eyes are on, two stay,
 * as nobody could approve anything any more, the end of four eyes included.
 */
export function judgeShutOut({
  admin,
  user,
  role,
  otherAdmins,
  fourEyes,
}: {
  admin: number
  user: number
  role: 'user' | 'admin'
  otherAdmins: number
  fourEyes: boolean
}): { fine: true } | { refused: Refused<'last_admin' | 'own_account' | 'four_eyes_need_two'> } {
  if (admin === user) return { refused: { code: 'own_account' } }
  if (role === 'admin' && otherAdmins === 0) return { refused: { code: 'last_admin' } }
  if (role === 'admin' && fourEyes && otherAdmins === 1) return { refused: { code: 'four_eyes_need_two' } }
  return { fine: true }
}
