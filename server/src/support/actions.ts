/** What other rooms ask of support: that everything a person wrote and was answered is erased with the account. */
import type { Tx } from '../platform/database/database.ts'
import type { Person } from '../platform/personal.ts'
import { dropPictures } from '../uploads/actions.ts'
import { deleteConversations } from './queries.ts'

/**
 * Deletes a person's conversations with their pictures, also those that were begun as a visitor with one of their
 * addresses; an admin's are nobody's again.
 */
export async function eraseConversations(tx: Tx, person: Person): Promise<void> {
  await dropPictures(tx, await deleteConversations(tx, person))
}
