/** What other rooms ask of support: everything a person wrote and was answered, and that it is erased with the account. */
import type { About, ConversationState } from '@bittkosh/contract/support'
import type { Db, Tx } from '../platform/database/database.ts'
import { dropPictures } from '../uploads/actions.ts'
import { deleteConversations, everythingOf } from './queries.ts'
import { aboutOf } from './serialize.ts'

export type KeptConversation = {
  id: number
  about: About | null
  state: ConversationState
  created_at: Date
  messages: { from: 'person' | 'support'; text: string; pictures: string[]; created_at: Date }[]
}

/** A user's conversations with every message, the oldest first; pictures by the ids of their files. */
export async function conversationsOf(tx: Db | Tx, user: number): Promise<KeptConversation[]> {
  const byConversation = Map.groupBy(await everythingOf(tx, user), ({ id }) => id)
  return [...byConversation.values()].flatMap((rows) => {
    const [row] = rows
    if (!row) return []
    const messages = rows.map(({ from_support: isOurs, text, files, at }) => {
      return { from: isOurs ? ('support' as const) : ('person' as const), text, pictures: files, created_at: at }
    })
    return [{ id: row.id, about: aboutOf(row), state: row.status, created_at: row.created_at, messages }]
  })
}

/** Deletes a user's conversations with their pictures; an admin's are nobody's again. */
export async function eraseConversations(tx: Tx, user: number): Promise<void> {
  await dropPictures(tx, await deleteConversations(tx, user))
}
