/** What support offers to other rooms: erasing everything that a person wrote and was answered, with the account. */
import type { Tx } from '../platform/database/database.ts'
import type { Person } from '../platform/personal.ts'
import { dropPictures } from '../uploads/actions.ts'
import { deleteConversations } from './queries.ts'

/**
 * Deletes a person's conversations with their pictures, including those that began as a visitor with one of their
 * addresses. Conversations assigned to an admin who is erased are unassigned.
 */
export async function eraseConversations(tx: Tx, person: Person): Promise<void> {
  await dropPictures(tx, await deleteConversations(tx, person))
}
