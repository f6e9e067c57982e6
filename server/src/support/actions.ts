/** What other rooms ask of support: that what a person wrote is erased with the account. */
import type { Tx } from '../platform/database/database.ts'
import { dropPictures } from '../uploads/actions.ts'
import { deleteConversations } from './queries.ts'
import { deleteVisits } from './visitorQueries.ts'

/**
 * Deletes a user's conversations with their pictures, and what was written by the visitors' form from one of `addresses`;
 * an admin's are nobody's again.
 */
export async function eraseConversations(tx: Tx, user: number, addresses: readonly string[] = []): Promise<void> {
  await dropPictures(tx, await deleteConversations(tx, user))
  await deleteVisits(tx, addresses)
}
