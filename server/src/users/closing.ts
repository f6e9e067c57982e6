import { isReleased } from '@bittkosh/contract/contact'
import { formerDetails } from '../audit/actions.ts'
import { closeAccount } from '../auth/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Person, PersonalTable } from '../platform/personal.ts'
import { detailsOf, heldByNobodyElse, removeUnused } from './queries.ts'

const CLOSING_LOCK = 7_302_300 // one at a time: each rewrites texts about several people, and two would undo each other's erasures

/**
 * Closes an account that holds nothing, or removes it if no record refers to it; in both cases every room erases what
 * it stores about the person. The user's row must be locked. A contact that is somebody else's by now is left alone: one
 * that another account has, or `claimed`, which somebody has just proven. Returns the person, for messages about the
 * closing itself.
 * Source: docs/rules.md#closing-and-keeping.
 */
export async function closeUser(
  tx: Tx,
  at: Date,
  { user, claimed, everywhere }: { user: number; claimed?: string; everywhere: readonly PersonalTable[] },
): Promise<{ done: 'removed' | 'closed'; person: Person }> {
  await sql`select pg_advisory_xact_lock(${CLOSING_LOCK})`.execute(tx)
  const now = await detailsOf(tx, user)
  const former = await formerDetails(tx, user)
  const known = [now.email, now.phone, ...former.contacts].filter((one) => one !== claimed && !isReleased(one))
  const contacts = await heldByNobodyElse(tx, user, known)
  const person: Person = {
    id: user,
    at,
    isAdmin: now.role === 'admin',
    names: [...new Set([now.name, ...former.names])],
    contacts: [...new Set(contacts.flatMap(asWritten))],
  }
  for (const erase of new Set(everywhere.flatMap(({ erased }) => ('stays' in erased ? [] : [erased]))))
    await erase(tx, person)
  if (await removeUnused(tx, user)) return { done: 'removed', person }
  await closeAccount(tx, user, at)
  return { done: 'closed', person }
}

/** A contact in the forms used in India: a phone number also without its country code. */
function asWritten(contact: string): string[] {
  return contact.startsWith('+91') ? [contact, contact.slice(3)] : [contact]
}
