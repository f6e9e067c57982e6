import type { Paise } from '@bittkosh/contract/money'
import { subtract } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'

/**
 * The change to post for an edited balance, zero if it stays the same. Refuses `balance_moved` if the wallet no longer
 * has the balance that the form was opened with.
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
 * Whether admins, the one who acts and the one who approves, may shut an account out: not their own, and not the last active
 * owner's. `owners` are the active ones.
 */
export function judgeShutOut({
  admins,
  user,
  owners,
}: {
  admins: readonly number[]
  user: number
  owners: readonly number[]
}): { fine: true } | { refused: Refused<'last_owner' | 'own_account'> } {
  if (admins.includes(user)) return { refused: { code: 'own_account' } }
  if (owners.length === 1 && owners[0] === user) return { refused: { code: 'last_owner' } }
  return { fine: true }
}

/** Whether an account can be closed at its owner's request: not frozen, it holds nothing that is theirs, and nothing is open. */
export function judgeClosing({
  isFrozen,
  ownMoney,
  hasOpen,
}: {
  isFrozen: boolean
  ownMoney: Paise
  hasOpen: boolean
}): { fine: true } | { refused: Refused<'money_frozen' | 'account_holds_money' | 'account_has_requests'> } {
  if (isFrozen) return { refused: { code: 'money_frozen' } }
  if (hasOpen) return { refused: { code: 'account_has_requests' } }
  return ownMoney > 0n ? { refused: { code: 'account_holds_money' } } : { fine: true }
}

/** Whether an account's money can be frozen: a user's, once. An admin, including the caller, has none. */
export function judgeFreeze({
  role,
  isFrozen,
}: {
  role: 'user' | 'admin'
  isFrozen: boolean
}): { fine: true } | { refused: Refused<'only_users_freeze' | 'already_frozen'> } {
  if (role === 'admin') return { refused: { code: 'only_users_freeze' } }
  return isFrozen ? { refused: { code: 'already_frozen' } } : { fine: true }
}
