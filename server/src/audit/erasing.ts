/**
 * Erases what the log says about a person. A row keeps its place in the chain and its hash, which can then no longer be
 * recomputed; instead, the erasing act, itself a row of the chain, has a digest of what remains
 * (docs/decisions/0300-erasing-in-a-chain.md).
 */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../platform/database/database.ts'
import type { Person } from '../platform/personal.ts'
import { append } from './actions.ts'
import { digestOf, hashOf, type StoredAct } from './chain.ts'
import { actsNaming, keepValues, signedDigests } from './queries.ts'
import { impersonal, withoutPerson } from './rules.ts'

const ROWS_OF_AN_ACT = 1000

/** Erases a person from every row of the log, in the transaction that closes the account. */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  const signed = await signedDigests(tx)
  const left: { act: StoredAct; isSound: boolean }[] = []
  for (const { previous, is_about: isAbout, ...act } of await actsNaming(tx, person)) {
    const { before, after, reason } = act
    const said = isAbout ? impersonal(act) : withoutPerson(act, person)
    const address = isAbout && act.admin_id === null ? null : act.address // the person's own
    if (isDeepStrictEqual({ before, after, reason, address: act.address }, { ...said, address })) continue
    // A row that was edited by hand before gets no digest, so the check keeps finding it.
    const isSound =
      act.erased_at === null ? act.hash.equals(hashOf(act, previous)) : signed.get(act.id) === digestOf(act)
    left.push({ isSound, act: { ...act, ...said, address, salt: null, erased_at: person.at } })
  }
  await keepValues(
    tx,
    left.map(({ act }) => act),
  )
  for (let n = 0; n < left.length; n += ROWS_OF_AN_ACT) {
    const sound = left.slice(n, n + ROWS_OF_AN_ACT).filter(({ isSound }) => isSound)
    const digests = Object.fromEntries(sound.map(({ act }) => [act.id, digestOf(act)]))
    const by = { admin: null, at: person.at, address: null }
    append(tx, [{ ...by, action: 'audit erased', subject: 'user', subjectId: person.id, after: { digests } }])
  }
}
