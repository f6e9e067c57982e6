import { forgetPlaces } from '../auth/actions.ts'
import { lockKyc } from '../kyc/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import { eraseNotes } from '../notes/actions.ts'
import { eraseConversations } from '../support/actions.ts'
import { endSessions } from '../platform/identity/sessions.ts'
import { erasePayees } from '../withdrawals/actions.ts'
import { closeAccount, removeUnused } from './queries.ts'

/** Closes an account that holds nothing, or removes it where no record speaks of it. Its row is locked. */
export async function closeUser(tx: Tx, at: Date, user: number): Promise<'removed' | 'closed'> {
  await endSessions(tx, user)
  await eraseNotes(tx, user)
  await eraseConversations(tx, user)
  if (await removeUnused(tx, user)) return 'removed'
  await lockKyc(tx, at, user)
  await erasePayees(tx, user)
  await forgetPlaces(tx, user)
  await closeAccount(tx, user, at)
  return 'closed'
}
