/** Erases a person from admins' proposals (docs/rules.md#closing-and-keeping). */
import { impersonal, mapTexts, withoutPerson } from '../audit/rules.ts'
import type { Tx } from '../platform/database/database.ts'
import { type Person, withoutNames } from '../platform/personal.ts'
import { keepWords, proposalsNaming, type RefusedText } from './queries.ts'

/** An open proposal without its input becomes stale when somebody approves it. */
export function isErased(sealedInput: Buffer): boolean {
  return sealedInput.length === 0
}

export async function eraseFromProposals(tx: Tx, person: Person): Promise<void> {
  for (const { id, acts, reason, refused, is_about: isAbout } of await proposalsNaming(tx, person)) {
    const changed = (said: (typeof acts)[number]) => (isAbout ? impersonal(said) : withoutPerson(said, person))
    await keepWords(tx, {
      id,
      acts: acts.map((act) => ({ ...act, ...changed(act) })),
      reason: isAbout ? reason && '' : reason && withoutNames(reason, person),
      refused: mapTexts(refused, (text) => withoutNames(text, person)) as RefusedText | null,
      is_about: isAbout,
    })
  }
}
