/** Four eyes: an admin's write is checked after it has run and before it is committed (docs/rules.md#four-eyes). */
import { permissionsOf, takesFreshCode } from '@bittkosh/contract/endpoint'
import { amountOf, guardOf } from '@bittkosh/contract/guards'
import { type Proposal, proposed } from '@bittkosh/contract/proposals'
import type { Paise } from '@bittkosh/contract/money'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import { type Settings, settingsFrom } from '@bittkosh/contract/settings'
import { inspect } from 'node:util'
import * as z from 'zod/mini'
import { type Act, loggedAct, record, takeActs } from '../audit/actions.ts'
import type { Config } from '../config.ts'
import { type Db, transaction, type Tx } from '../platform/database/database.ts'
import { type KeyRing, keyRing } from '../platform/files/keys.ts'
import { lacksFreshCode } from '../platform/http/caller.ts'
import type { Review, Reviewed } from '../platform/http/http.ts'
import type { RawInput } from '../platform/http/input.ts'
import { refuse } from '../platform/http/refuse.ts'
import { byAdmin } from '../requests/deciding.ts'
import { claimToPropose } from '../withdrawals/actions.ts'
import { isErased } from './erasing.ts'
import {
  fourEyesAbove,
  insertProposal,
  lacksSecondOwner,
  openProposal,
  proposalById,
  replaceSealedInput,
  sealedInputs,
} from './queries.ts'
import { actToPropose } from './rules.ts'
import { serialize } from './serialize.ts'

/**
 * Enforces what the acts of a write require: a fresh code from its admin, and another admin while four eyes is on. In
 * that case the write is rolled back and kept as a proposal, but only after it has run in full and no rule refused it.
 */
export const review: Review = async (tx, done) => {
  const { call, endpoint, undo } = done
  const acts = takeActs(tx)
  const guards = acts.map(guardOf)
  if (guards.every((guard) => guard === 'free')) return null
  const maySay = endpoint.fourEyes === 'sometimes' || guards.every((guard) => guard === 'free' || guard === 'code')
  if (!takesFreshCode(endpoint) || !maySay)
    throw new Error(`${endpoint.name} did ${inspect(acts)} and does not say how that is guarded`)
  if (lacksFreshCode(call)) refuse(tx, 'fresh_code_required')
  const main = actToPropose(acts, await limitFor(acts, { tx, settings: call.settings }))
  if (await lacksSecondOwner(tx)) refuse(tx, 'four_eyes_need_two')
  if (!main) return null
  await undo()
  return z.encode(proposed, { proposal: await propose(tx, done, { acts, main }) })
}

/**
 * The amount from which another admin is needed: as it is now, since the call's settings may be a second old. A change of this
 * setting itself is judged by the one before it.
 */
async function limitFor(acts: readonly Act[], { tx, settings }: { tx: Tx; settings: Settings }): Promise<Paise | null> {
  const changesIt = acts.some(({ after }) => after && 'four_eyes_above' in after)
  const now = changesIt ? settings : settingsFrom(new Map([['four_eyes_above', await fourEyesAbove(tx)]]))
  return now.optionalRupees('four_eyes_above')
}

/** Keeps a write that was rolled back. A payment is claimed for its maker, so that nobody else pays it meanwhile. */
async function propose(
  tx: Tx<RefusalCode>,
  { call, endpoint, raw }: Reviewed,
  { acts, main }: { acts: readonly Act[]; main: Act },
): Promise<Proposal> {
  const { user, required, at, settings, services, language } = call
  const about = { subject: main.subject, subjectId: endpoint.params ? main.subjectId : null }
  const id = await insertProposal(
    tx,
    {
      ...about,
      call: endpoint.name,
      permissions: required.size > 0 ? [...required] : permissionsOf(endpoint),
      acts: comparable(acts, endpoint),
      action: main.action,
      user: userOf(main, about.subjectId),
      amount: amountOf(main),
      by: user.id,
      at,
    },
    (of) => sealInput(services.config, of, raw),
  )
  if (id === undefined) {
    const first = await openProposal(tx, about)
    if (!first) return refuse(tx, 'changed_meanwhile')
    return refuse(tx, { code: 'already_proposed', params: { by: first.made_by.name, at: first.made_at, now: at } })
  }
  if (main.action === 'withdrawal approved' && main.subjectId !== null)
    await claimToPropose(tx, { id: main.subjectId, ...byAdmin(call) })
  record(tx, call, { action: 'proposal made', subject: 'proposal', subjectId: id })
  const row = await proposalById(tx, id)
  if (!row) throw new Error(`proposal ${id} is gone`)
  return serialize(row, { reader: user, language, settings })
}

/**
 * The acts of a call, to be compared with the acts when it is approved. A new record has another id each time, so the
 * ids of a call that makes one are left out.
 */
export function comparable(acts: readonly Act[], { params }: { params?: unknown }) {
  return acts.map((act) => loggedAct(params ? act : { ...act, subjectId: null }))
}

function userOf({ subject, after }: Act, subjectId: number | null): number | null {
  if (subject === 'user') return subjectId
  return typeof after?.user === 'number' ? after.user : null
}

function sealInput(config: Config, id: number, raw: RawInput): Buffer {
  return keyRing(config).seal(Buffer.from(JSON.stringify(raw)), contextOf(id))
}

export function openInput(config: Config, id: number, sealed: Buffer): RawInput {
  return JSON.parse(keyRing(config).open(sealed, contextOf(id)).toString()) as RawInput // as sealInput wrote it
}

/** Reseals the inputs of open proposals with the newest key; returns how many. */
export async function resealProposals(db: Db, ring: KeyRing): Promise<number> {
  return transaction(db, async (tx) => {
    const old = (await sealedInputs(tx)).filter(
      ({ sealed_input: sealed }) => !isErased(sealed) && !ring.isNewest(sealed),
    )
    for (const { id, sealed_input: sealed } of old) {
      await replaceSealedInput(tx, id, ring.seal(ring.open(sealed, contextOf(id)), contextOf(id)))
    }
    return old.length
  })
}

function contextOf(id: number): string {
  return `proposal ${id}`
}
